//! The library as its users see it: one program, for each is linked with all that it uses.

mod complete;
mod count;
mod estimate;
mod first;
mod list;
mod partition;
mod regions;
