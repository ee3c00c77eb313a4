//! `queens` as a process: one program, for each is linked with all that it uses.

mod articles;
mod help;
mod process;
mod run;
mod serve;
mod trace_screen;
mod transcripts;
