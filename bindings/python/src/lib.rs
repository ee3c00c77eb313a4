//! The native half of the Python package `queens_engine`.
//!
//! Thin: numbers and texts go in, numbers, texts and records of the package come out, and two classes, `Placement` and
//! `Problem`, that hold what the library holds. What a Python programmer sees, its names,
//! defaults, result types and documentation, is written in Python, beside this crate in
//! `python/queens_engine`.
//!
//! Everything that may take longer than an instant goes through [`wait`](wait::wait): the work on a thread of
//! its own, the interpreter's lock released, signals looked at fifty times a second.

mod arguments;
mod gallery;
mod placement;
mod problem;
mod puzzle;
mod raise;
mod run;
mod show;
mod solutions;
mod verbs;
mod wait;

/// The native half of queens_engine; import that instead.
#[pyo3::pymodule]
#[pyo3(name = "_engine")]
mod engine {
    use pyo3::prelude::*;

    #[pymodule_export]
    use super::gallery::{Trace, gallery_compare, gallery_members, gallery_run, gallery_solutions};
    #[pymodule_export]
    use super::placement::Placement;
    #[pymodule_export]
    use super::problem::Problem;
    #[pymodule_export]
    use super::puzzle::Puzzle;
    #[pymodule_export]
    use super::run::{run_create, run_merge, run_open, run_status, run_work, verify};
    #[pymodule_export]
    use super::solutions::Solutions;
    #[pymodule_export]
    use super::verbs::{classes, complete, count, count_partial, count_problem, kernels};
    #[pymodule_export]
    use super::verbs::{estimate, find, known};

    #[pymodule_init]
    fn init(module: &Bound<'_, PyModule>) -> PyResult<()> {
        module.add("__version__", env!("CARGO_PKG_VERSION"))?;
        // The stubs list the contents; this module is not imported as a whole.
        module.delattr("__all__")
    }
}
