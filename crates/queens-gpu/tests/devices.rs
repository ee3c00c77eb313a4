//! The cards of this machine: the conformance suite, every class, the known totals.
//!
//! A device that this machine lacks shows as ignored, with its reason in its name: it has not passed. With
//! `QUEENS_REQUIRE=opencl` in the environment its lack is a failure; `cargo xtask gpu` sets it, after it has
//! installed pocl.

#![allow(clippy::print_stdout, reason = "what was tested belongs into the log")]

use std::num::NonZeroUsize;

use libtest_mimic::{Arguments, Failed, Trial};
use queens::StopFlag;
use queens::engine::backend::{Backend, BackendId, Opened};
use queens::engine::search::{Class, Scalar, Subproblem, classes};
use queens::{Counter, Method, Options, Tally, known};
use queens_gpu::open;
use queens_testkit::conformance;

fn main() {
    let required = std::env::var("QUEENS_REQUIRE").unwrap_or_default();
    let mut trials =
        vec![Trial::test("a card opens, or its lack is an ordinary error", ordinary_error)];
    for id in [BackendId::Cuda, BackendId::OpenCl] {
        let unavailable = match open(id) {
            Ok(card) => {
                println!("{id}: {}", card.device().unwrap_or_default());
                trials.push(Trial::test(format!("{id}: conforms"), move || {
                    conformance::conforms(open(id)?.as_ref());
                    Ok(())
                }));
                trials.push(Trial::test(format!("{id}: every class"), move || every_class(id)));
                trials.push(Trial::test(format!("{id}: random sub-problems"), move || random(id)));
                trials.push(Trial::test(format!("{id}: the known totals"), move || totals(id)));
                continue;
            }
            Err(unavailable) => unavailable,
        };
        let is_required = required.split(',').any(|name| name == id.name());
        let name = format!("{id}: {}", unavailable.reason);
        let trial = Trial::test(name, move || Err(unavailable.into()));
        trials.push(trial.with_ignored_flag(!is_required));
    }
    libtest_mimic::run(&Arguments::from_args(), trials).exit();
}

/// Opening never panics: a card opens every time, and what does not open says why, every time the same.
fn ordinary_error() -> Result<(), Failed> {
    for id in [BackendId::Cuda, BackendId::OpenCl] {
        match (open(id), open(id)) {
            (Ok(one), Ok(again)) if (one.id(), again.id()) == (id, id) => {}
            (Err(one), Err(again)) if one.id == id && !one.reason.is_empty() && one == again => {}
            (one, again) => {
                let told = |opened: Opened| opened.map(|card| card.id());
                return Err(format!("{:?}, then {:?}", told(one), told(again)).into());
            }
        }
    }
    Ok(())
}

fn count(backend: &dyn Backend, class: &Class, batch: &[Subproblem]) -> Result<Vec<Tally>, Failed> {
    let mut out = vec![Tally::ZERO; batch.len()];
    backend.count(class, batch, &mut out, &StopFlag::new())?;
    Ok(out)
}

/// The solutions of every class, as it comes and a row deeper, against the scalar kernel.
fn same(card: &dyn Backend, class: &Class, batch: &[Subproblem]) -> Result<(), Failed> {
    let (found, expected) = (count(card, class, batch)?, count(&Scalar, class, batch)?);
    for (i, (found, expected)) in found.iter().zip(&expected).enumerate() {
        if found.solutions != expected.solutions {
            let what = format!("{class:?} {:?}: {found:?}, and {expected:?}", batch[i]);
            return Err(what.into());
        }
    }
    Ok(())
}

fn every_class(id: BackendId) -> Result<(), Failed> {
    let card = open(id)?;
    for n in 8..=if cfg!(debug_assertions) { 12 } else { 14 } {
        for (class, subproblems) in classes(n)? {
            same(card.as_ref(), &class, &subproblems)?;
            same(card.as_ref(), &class.mirrored(), &mirrored(&subproblems, class.size()))?;
        }
    }
    Ok(())
}

fn mirrored(subproblems: &[Subproblem], size: u32) -> Vec<Subproblem> {
    subproblems.iter().map(|subproblem| subproblem.mirrored(size)).collect()
}

/// Sub-problems of large boards, so deep that the scalar kernel counts them soon: where words are full.
fn random(id: BackendId) -> Result<(), Failed> {
    let card = open(id)?;
    let mut state = 1_u64;
    let mut draw = |below: usize| {
        state =
            state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) as usize % below
    };
    for n in [17, 20, 22, 24, 27, 28, 30, 31, 32] {
        let parts = classes(n)?;
        let mut drawn = 0;
        while drawn < 20 {
            let (class, subproblems) = &parts[draw(parts.len())];
            let mut part = (class.clone(), subproblems.clone());
            while part.0.rows().len() > 13 && !part.1.is_empty() {
                part = part.0.expand(&[part.1[draw(part.1.len())]]);
            }
            if let Some(some) = part.1.get(..part.1.len().min(3)).filter(|some| !some.is_empty()) {
                same(card.as_ref(), &part.0, some)?;
                drawn += 1;
            }
        }
    }
    Ok(())
}

/// Every n as far as the profile's patience goes, with any number of threads.
fn totals(id: BackendId) -> Result<(), Failed> {
    let largest = if cfg!(debug_assertions) { 13 } else { 15 };
    for (n, total) in known::TOTAL.iter().take_while(|(n, _)| *n <= largest) {
        let size = n;
        let count = |threads| {
            let threads = NonZeroUsize::new(threads).unwrap_or(NonZeroUsize::MIN);
            let counter = Counter::new(size)
                .method(Method::Search)
                .backend(open(id)?)
                .options(&Options::new().threads(threads));
            counter.run()
        };
        let (one, three) = (count(1)?, count(3)?);
        if (one.total, three.total, one.nodes) != (total, total, three.nodes) {
            return Err(format!("n = {n}: {one:?}, {three:?}, and Q(n) = {total}").into());
        }
    }
    Ok(())
}
