//! What jobs compute: counts, estimates, completions. Each request is checked against the limits first,
//! and becomes work for a thread.

use std::sync::Mutex;
use std::time::Duration;

use queens::{
    Completer, CompletionMethod, Counter, Estimate, Estimator, Kernel, Method, Options,
    SymmetryClasses, estimate,
};
use queens_json::{completion_count, from_one};
use serde::{Deserialize, Serialize};
use serde_json::json;

use crate::api_error::{ApiError, Code};
use crate::jobs::{Ended, Job, Task, raw};
use crate::limits::{LIST, Limits};

#[derive(Clone, Serialize, Deserialize, Debug)]
#[serde(deny_unknown_fields)]
pub(crate) struct CountRequest {
    n: u32,
    #[serde(skip_serializing_if = "Option::is_none")]
    method: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    kernel: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    threads: Option<usize>,
    #[serde(default)]
    fundamental: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    seconds: Option<f64>,
}

pub(crate) fn count(request: &CountRequest, limits: &Limits) -> Result<Task, ApiError> {
    let n = limits.size(request.n)?;
    let time = limits.time(request.seconds)?;
    let fundamental = request.fundamental;
    let options = Options::new().threads(limits.threads(request.threads)?);
    let bad_value = |error: queens::Error| ApiError::of(Code::BadValue, &error);
    let method = request.method.as_deref().map(str::parse::<Method>).transpose();
    let kernel = request.kernel.as_deref().map(str::parse::<Kernel>).transpose()?;
    let counter =
        Counter::new(n).method(method.map_err(bad_value)?).kernel(kernel).options(&options);
    // An impossible request is rejected now; it does not become a job that fails.
    let plan = counter.plan()?;
    limits.fits(plan.memory)?;
    let unit = match plan.method {
        Method::Search => "nodes",
        Method::Color => "nanoseconds",
    };
    let work = Box::new(move |job: &Job| {
        let meter = job.meter(unit);
        let show = |progress| meter.show(progress);
        let options = options.stop(&job.stop);
        let report = counter.options(&options.clone().progress(&show)).run()?;
        let classes = fundamental.then(|| SymmetryClasses::of(n, report.total, &options));
        let classes = classes.transpose()?;
        let document = queens_json::count(&report, classes.as_ref(), job.seconds());
        Ok(Ended::Done(raw(&document)))
    });
    Ok(Task { kind: "count", request: raw(request), run: None, time, work })
}

#[derive(Clone, Serialize, Deserialize, Debug)]
#[serde(deny_unknown_fields)]
pub(crate) struct EstimateRequest {
    n: u32,
    #[serde(skip_serializing_if = "Option::is_none")]
    seconds: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    probes: Option<u64>,
    #[serde(default)]
    seed: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    threads: Option<usize>,
}

const ESTIMATE: Duration = Duration::from_secs(10);

pub(crate) fn estimate(request: &EstimateRequest, limits: &Limits) -> Result<Task, ApiError> {
    if request.probes.is_some() && request.seconds.is_some() {
        let what = "`seconds` and `probes` are both given";
        let advice = "give one of them: the estimate ends after a time or after a number of probes";
        return Err(ApiError::new(Code::BadValue, what, advice));
    }
    let probes = request.probes;
    let estimator =
        Estimator::new(request.n).probes(probes.unwrap_or(estimate::MAX_PROBES)).seed(request.seed);
    estimator.check()?;
    let threads = limits.threads(request.threads)?;
    let clock = match request.seconds {
        None => ESTIMATE.min(limits.time),
        seconds => limits.time(seconds)?,
    };
    let work = Box::new(move |job: &Job| {
        let meter = job.meter("probes");
        let last = Mutex::new(None);
        let enough = |so_far: &Estimate| {
            *last.lock().expect("no thread panics while it notes") = Some(*so_far);
            let by_clock = job.seconds() / clock.as_secs_f64();
            let fraction = probes.map_or(by_clock, |probes| so_far.probes as f64 / probes as f64);
            meter.note(so_far.probes.into(), probes.map(u128::from), fraction);
            probes.is_none() && by_clock >= 1.0
        };
        let options = Options::new().threads(threads).stop(&job.stop);
        let document = |so_far| raw(&queens_json::estimate(&so_far, job.seconds()));
        match estimator.options(&options).enough(&enough).run() {
            Ok(estimate) => Ok(Ended::Done(document(estimate))),
            Err(error) if error.is_stopped() => {
                let so_far = *last.lock().expect("no thread panics while it notes");
                Ok(Ended::Stopped(so_far.map(document)))
            }
            Err(error) => Err(error),
        }
    });
    // An estimate by the clock ends well before; one by probes may not.
    Ok(Task { kind: "estimate", request: raw(request), run: None, time: limits.time, work })
}

#[derive(Clone, Copy, PartialEq, Eq, Serialize, Deserialize, Default, Debug)]
#[serde(rename_all = "lowercase")]
enum Answer {
    #[default]
    Find,
    Count,
    List,
}

#[derive(Clone, Serialize, Deserialize, Debug)]
#[serde(deny_unknown_fields)]
pub(crate) struct CompletionRequest {
    problem: queens::Problem,
    #[serde(default)]
    answer: Answer,
    #[serde(skip_serializing_if = "Option::is_none")]
    limit: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    threads: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    seconds: Option<f64>,
}

pub(crate) fn completion(request: &CompletionRequest, limits: &Limits) -> Result<Task, ApiError> {
    let CompletionRequest { problem, answer, limit, threads, seconds } = request.clone();
    Completer::new(&problem).check()?;
    if problem.is_plain() && answer == Answer::Count {
        // The plain board is counted by the counting methods.
        limits.size(problem.n())?;
    }
    if limit.is_some() && answer != Answer::List {
        let what = "`limit` is given without the answer `list`";
        let advice = "leave `limit` out, or choose the answer `list`";
        return Err(ApiError::new(Code::BadValue, what, advice));
    }
    let limit = limit.unwrap_or(LIST);
    if limit == 0 || limit > LIST {
        let what = format!("this server does not list {limit} completions");
        let advice = format!("ask for 1 to {LIST}; `queens complete --list` lists all");
        return Err(ApiError::new(Code::Limit, what, advice));
    }
    let threads = limits.threads(threads)?;
    let time = limits.time(seconds)?;
    let mut unit = "parts";
    if answer == Answer::Count {
        let options = Options::new().threads(threads);
        let plan = Completer::new(&problem).options(&options).plan()?;
        limits.fits(plan.memory)?;
        if plan.method == CompletionMethod::Color {
            unit = "nanoseconds";
        } else if problem.is_plain() {
            unit = "nodes";
        }
    }
    let work = Box::new(move |job: &Job| {
        let options = Options::new().threads(threads).stop(&job.stop);
        let completer = Completer::new(&problem).options(&options);
        Ok(match answer {
            Answer::Find => {
                let found = completer.find()?;
                Ended::Done(raw(&queens_json::completion(&problem, &found, job.seconds())))
            }
            Answer::Count => {
                let meter = job.meter(unit);
                let show = |progress| meter.show(progress);
                let count = completer.options(&options.clone().progress(&show)).count()?;
                Ended::Done(raw(&completion_count(&problem, &count, job.seconds())))
            }
            Answer::List => {
                // An item is an error if the list was stopped there.
                let found: Vec<_> = completer.list()?.take(limit).collect();
                let placements: Vec<_> = found.iter().flatten().map(from_one).collect();
                let stopped = placements.len() < found.len();
                let whole = found.len() < limit && !stopped;
                let document = raw(&json!({
                    "schema": "queens.complete.list/1",
                    "problem": problem,
                    "placements": placements,
                    "whole": whole,
                    "seconds": job.seconds(),
                }));
                if stopped { Ended::Stopped(Some(document)) } else { Ended::Done(document) }
            }
        })
    });
    Ok(Task { kind: "completion", request: raw(request), run: None, time, work })
}
