//! `queens` as a process: one program, for each is linked with all that it uses.

mod process;
mod run;
mod schemas;
mod serve;
mod trace_screen;
mod transcripts;
