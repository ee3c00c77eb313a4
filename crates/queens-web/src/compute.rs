//! What jobs compute: counts, estimates, completions. Each request is checked against the limits first,
//! and becomes work for a thread.

use std::sync::Mutex;
use std::time::Duration;

use queens::{
    Completer, Counter, Estimate, Estimator, Method, Options, Problem, SymmetryClasses, estimate,
};
use queens_json::from_one;

use crate::api_error::{ApiError, Code};
use crate::document::{Answer, CompletionRequest, CountRequest, EstimateRequest, JobKind, Unit};
use crate::jobs::{Ended, Job, Task, raw};
use crate::limits::{LIST, Limits};

pub(crate) fn count(request: &CountRequest, limits: &Limits) -> Result<Task, ApiError> {
    let size = limits.size(request.n)?;
    let time = limits.time(request.seconds)?;
    let fundamental = request.fundamental;
    let options = Options::new().threads(limits.threads(request.threads)?);
    let mut counter = Counter::new(size).options(&options);
    let bad_value = |error: queens::Error| ApiError::of(Code::BadValue, &error);
    if let Some(name) = &request.method {
        counter = counter.method(name.parse().map_err(bad_value)?);
    }
    if let Some(name) = &request.backend {
        counter = counter.kernel(name.parse()?);
    }
    // An impossible request is rejected now; it does not become a job that fails.
    let plan = counter.plan()?;
    limits.fits(plan.memory)?;
    let unit = match plan.method {
        Method::Search => Unit::Nodes,
        Method::Color => Unit::Nanoseconds,
    };
    let work = move |job: &Job| {
        let meter = job.meter(unit);
        let show = |progress| meter.show(progress);
        let options = options.stop(&job.stop);
        let report = counter.options(&options.clone().progress(&show)).run()?;
        let classes = fundamental.then(|| SymmetryClasses::of(size, report.total, &options));
        let classes = classes.transpose()?;
        let seconds = job.elapsed().as_secs_f64();
        Ok(Ended::done(&queens_json::Count::new(&report, classes.as_ref(), seconds)))
    };
    let (kind, request, work) = (JobKind::Count, raw(request), Box::new(work));
    Ok(Task { kind, request, run: None, time: Some(time), work })
}

const ESTIMATE: Duration = Duration::from_secs(10);

pub(crate) fn estimate(request: &EstimateRequest, limits: &Limits) -> Result<Task, ApiError> {
    let size = request.n;
    if request.probes.is_some() && request.seconds.is_some() {
        return Err(ApiError::new(
            Code::BadValue,
            "`seconds` and `probes` are both given",
            "give one of them: the estimate ends after a time or after a number of probes",
        ));
    }
    Estimator::new(size).probes(request.probes.unwrap_or(estimate::MAX_PROBES)).check()?;
    let threads = limits.threads(request.threads)?;
    let clock = match request.seconds {
        None => ESTIMATE.min(limits.time),
        seconds => limits.time(seconds)?,
    };
    let (probes, seed) = (request.probes, request.seed);
    let work = move |job: &Job| {
        let meter = job.meter(Unit::Probes);
        let last = Mutex::new(None);
        let enough = |so_far: &Estimate| {
            *last.lock().expect("no thread panics while it notes") = Some(*so_far);
            let done = u128::from(so_far.probes);
            let elapsed = job.elapsed();
            if let Some(probes) = probes {
                meter.note(done, Some(probes.into()), so_far.probes as f64 / probes as f64);
                return false;
            }
            meter.note(done, None, elapsed.as_secs_f64() / clock.as_secs_f64());
            elapsed >= clock
        };
        let estimator = Estimator::new(size)
            .probes(probes.unwrap_or(estimate::MAX_PROBES))
            .seed(seed)
            .options(&Options::new().threads(threads).stop(&job.stop))
            .enough(&enough);
        let document =
            |estimate: &Estimate| queens_json::Estimate::new(estimate, job.elapsed().as_secs_f64());
        match estimator.run() {
            Ok(estimate) => Ok(Ended::done(&document(&estimate))),
            Err(error) if error.is_stopped() => {
                let so_far = *last.lock().expect("no thread panics while it notes");
                Ok(Ended::Stopped(so_far.map(|so_far| raw(&document(&so_far)))))
            }
            Err(error) => Err(error),
        }
    };
    // An estimate by the clock ends well before; one by probes may not.
    let (kind, request, work) = (JobKind::Estimate, raw(request), Box::new(work));
    Ok(Task { kind, request, run: None, time: Some(limits.time), work })
}

pub(crate) fn completion(request: &CompletionRequest, limits: &Limits) -> Result<Task, ApiError> {
    let CompletionRequest { problem, answer, limit, threads, seconds } = request.clone();
    let size = problem.size();
    Completer::new(&problem).check()?;
    if problem.is_plain() && answer == Answer::Count {
        // The plain board is counted by the counting methods.
        limits.size(size)?;
    }
    if limit.is_some() && answer != Answer::List {
        return Err(ApiError::new(
            Code::BadValue,
            "`limit` is given without the answer `list`",
            "leave `limit` out, or choose the answer `list`",
        ));
    }
    let limit = limit.unwrap_or(LIST);
    if limit == 0 || limit > LIST {
        return Err(ApiError::new(
            Code::Limit,
            format!("this server does not list {limit} completions"),
            format!("ask for 1 to {LIST}; `queens complete --list` lists all"),
        ));
    }
    let threads = limits.threads(threads)?;
    let time = limits.time(seconds)?;
    let work = move |job: &Job| {
        let options = Options::new().threads(threads).stop(&job.stop);
        let completer = Completer::new(&problem).options(&options);
        let seconds = || job.elapsed().as_secs_f64();
        match answer {
            Answer::Find => completer.find().map(|completion| {
                let document = queens_json::Completion::new(&problem, &completion, seconds());
                Ended::done(&document)
            }),
            Answer::Count => completer.count().map(|count| {
                Ended::done(&queens_json::CompletionCount::new(&problem, &count, seconds()))
            }),
            Answer::List => list(&problem, &completer, limit, job),
        }
    };
    let (kind, request, work) = (JobKind::Completion, raw(request), Box::new(work));
    Ok(Task { kind, request, run: None, time: Some(time), work })
}

fn list(
    problem: &Problem,
    completer: &Completer<'_>,
    limit: usize,
    job: &Job,
) -> Result<Ended, queens::Error> {
    let mut stopped = false;
    let mut placements = Vec::new();
    for placement in completer.list()?.take(limit) {
        match placement {
            Ok(placement) => placements.push(from_one(&placement)),
            Err(_) => stopped = true,
        }
    }
    let cut = placements.len() == limit;
    let document = queens_json::CompletionList {
        problem: problem.clone(),
        placements,
        whole: !cut && !stopped,
        seconds: Some(job.elapsed().as_secs_f64()),
    };
    Ok(if stopped { Ended::Stopped(Some(raw(&document))) } else { Ended::done(&document) })
}
