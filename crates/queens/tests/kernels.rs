//! The kernels of the color method against plain loops: the checks are in the library, which compiles them together with
//! the kernels.
//!
//! A kernel that this machine lacks shows as ignored, with its reason in its name: it has not passed.

use libtest_mimic::{Arguments, Trial};
use queens::internals;

fn main() {
    let trials = internals::kernels().map(|(name, check, needed)| match check {
        Some(check) => Trial::test(format!("{name}: matrices and products"), move || {
            check();
            Ok(())
        }),
        None => Trial::test(format!("{name}: this processor lacks {needed}"), || Ok(()))
            .with_ignored_flag(true),
    });
    libtest_mimic::run(&Arguments::from_args(), trials.into()).exit();
}
