//! The runs that the server was started with: their list, their state, and work on them.
//!
//! A request names a run; the name is looked for in a list made of the directories given on the command
//! line. A request never determines a path, except for the directory of a new run.

use std::collections::HashMap;
use std::fmt::Display;
use std::fs::{self, File};
use std::io::BufReader;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, MutexGuard};
use std::time::{Duration, Instant};

use queens::{Counter, Error, ErrorKind, Kernel, Method, Options};
use queens_run::{EndReason, Plan, Run, Shard, Status, Worker, merge, status};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use tokio::sync::{Mutex as AsyncMutex, Semaphore};
use tokio::task::spawn_blocking;

use crate::api_error::{ApiError, Code};
use crate::jobs::{Ended, Job, Jobs, Task, now, raw};
use crate::limits::{Limits, time};

/// The runs of a folder that are looked at, and that it may come to hold.
const MAX_RUNS: usize = 1000;

const LONGEST_NAME: usize = 64;

/// The state of a run is not read again within this time.
const FRESH: Duration = Duration::from_secs(1);

#[derive(Clone, Serialize, Deserialize, Debug)]
#[serde(deny_unknown_fields)]
pub(crate) struct WorkRequest {
    /// From the address.
    #[serde(skip_deserializing)]
    pub(crate) run: String,
    #[serde(default = "all")]
    shard: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    threads: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    kernel: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    seconds: Option<f64>,
}

fn all() -> String {
    "all".to_owned()
}

#[derive(Clone, Deserialize, Debug)]
#[serde(deny_unknown_fields)]
pub(crate) struct PlanRequest {
    name: String,
    n: u32,
    shards: Option<u32>,
    folder: Option<String>,
}

#[derive(Clone, PartialEq, Serialize, Debug)]
#[serde(tag = "schema", rename = "queens.serve.run/2")]
pub(crate) struct RunDocument {
    name: String,
    pub(crate) status: Status,
    total: Option<String>,
    pub(crate) job: Option<String>,
    pub(crate) at: f64,
}

#[derive(Clone, Debug)]
struct Place {
    name: String,
    dir: PathBuf,
    /// Whether it is a run itself; otherwise runs lie in it.
    is_run: bool,
}

#[derive(Debug)]
pub(crate) struct Runs {
    places: Arc<[Place]>,
    /// What was read last, by name.
    read: Mutex<HashMap<String, Slot>>,
    /// One plan at a time: making one can take seconds.
    planning: Semaphore,
}

/// A state, and until when it is not read again.
type Slot = Arc<AsyncMutex<Option<(RunDocument, Instant)>>>;

impl Runs {
    /// The runs in these directories, each a run or a folder of runs.
    pub(crate) fn new(dirs: &[PathBuf]) -> Result<Self, Error> {
        let mut places: Vec<Place> = Vec::new();
        for dir in dirs {
            let unusable = |reason: &dyn Display| {
                let what = format!("{} cannot be used for runs: {reason}", dir.display());
                let advice = "name the directory of a run, or one that holds such directories";
                Error::new(ErrorKind::Failed, what, advice)
            };
            let whole = dir.canonicalize().map_err(|error| unusable(&error))?;
            if !whole.is_dir() {
                return Err(unusable(&"it is not a directory"));
            }
            let name = whole.file_name().and_then(|name| name.to_str()).unwrap_or("root");
            // It separates a folder from the runs in it.
            let name = name.replace(':', "_");
            if places.iter().any(|place| place.name == name) {
                let what = format!("two directories are named {name}");
                let advice = "name one of them, or the directory above both";
                return Err(Error::new(ErrorKind::Invalid, what, advice));
            }
            places.push(Place { name, is_run: Run::is_at(&whole), dir: whole });
        }
        Ok(Self { places: places.into(), read: Mutex::default(), planning: Semaphore::new(1) })
    }

    pub(crate) fn folders(&self) -> Vec<String> {
        self.places.iter().filter(|place| !place.is_run).map(|place| place.name.clone()).collect()
    }

    pub(crate) async fn open(&self, name: &str) -> Result<Run, ApiError> {
        let (places, name) = (Arc::clone(&self.places), name.to_owned());
        blocking(move || find(&places, &name)).await
    }

    pub(crate) async fn list(&self, jobs: &Arc<Jobs>) -> Result<Value, ApiError> {
        let (places, jobs) = (Arc::clone(&self.places), Arc::clone(jobs));
        blocking(move || {
            let (mut runs, mut unusable) = (Vec::new(), Vec::new());
            for (name, dir) in places.iter().flat_map(runs_of) {
                match Run::open(&dir) {
                    Ok(run) => runs.push(entry(&name, &run, jobs.at_work_on(&name).as_deref())),
                    Err(error) => {
                        let (what, advice) = (error.to_string(), error.advice());
                        unusable.push(json!({ "name": name, "what": what, "advice": advice }));
                    }
                }
            }
            Ok(json!({ "schema": "queens.serve.runs/2", "runs": runs, "unusable": unusable }))
        })
        .await
    }

    /// How far a run is; not older than a second, or than five times as long as reading it takes.
    pub(crate) async fn state(
        &self,
        name: &str,
        job: Option<String>,
    ) -> Result<RunDocument, ApiError> {
        if !self.lock().contains_key(name) {
            // Only names of runs take room, even if the client goes away meanwhile.
            self.open(name).await?;
        }
        let slot = Arc::clone(self.lock().entry(name.to_owned()).or_default());
        // Requests at the same time wait for one reading.
        let mut read = slot.lock().await;
        if let Some((document, until)) = &*read
            && Instant::now() < *until
        {
            return Ok(RunDocument { job, ..document.clone() });
        }
        let (places, wanted) = (Arc::clone(&self.places), name.to_owned());
        let begin = Instant::now();
        let document = blocking(move || {
            let run = find(&places, &wanted)?;
            let status = status(&run)?;
            let total = if status.certificate { certified(&run) } else { None };
            Ok(RunDocument { name: wanted, status, total, job: None, at: now() })
        });
        let document = document.await.inspect_err(|_| self.forget(name))?;
        let until = Instant::now() + FRESH.max(5 * begin.elapsed());
        *read = Some((document.clone(), until));
        Ok(RunDocument { job, ..document })
    }

    /// Forgets what was read of a run. A reading that is under way is not kept either.
    pub(crate) fn forget(&self, name: &str) {
        self.lock().remove(name);
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<String, Slot>> {
        self.read.lock().expect("no thread panics while it looks a run up")
    }

    pub(crate) async fn work(
        self: &Arc<Self>,
        request: WorkRequest,
        limits: &Limits,
    ) -> Result<Task, ApiError> {
        let run = self.open(&request.run).await?;
        let no_shard =
            |what| ApiError::new(Code::BadValue, what, "give a shard's number from 0, or `all`");
        let shard: Shard =
            request.shard.parse().map_err(|error: Error| no_shard(error.to_string()))?;
        let shards = run.plan().shards();
        if let Shard::Number(number) = shard
            && number >= shards
        {
            return Err(no_shard(format!("there is no shard {number}: the run has {shards}")));
        }
        let threads = limits.threads(request.threads)?;
        let kernel = request.kernel.as_deref().map(str::parse::<Kernel>).transpose()?;
        kernel.map_or(Ok(()), |kernel| kernel.check(Method::Color))?;
        let until = |seconds| {
            time(seconds).ok_or_else(|| {
                let what = format!("{seconds} s is not a valid time limit");
                let advice = "give more than 0 and at most a year, or leave `seconds` out";
                ApiError::new(Code::BadValue, what, advice)
            })
        };
        let until = request.seconds.map(until).transpose()?;
        limits.fits(run.plan().forecast().memory.saturating_mul(threads as u64))?;
        let (asked, name, runs) = (raw(&request), request.run.clone(), Arc::clone(self));
        let work = Box::new(move |job: &Job| {
            let count = || {
                let worker = Worker::new(&run)?.kernel(kernel)?.until(until);
                let meter = job.meter("nanoseconds");
                let show = |progress| meter.show(progress);
                let options = Options::new().threads(threads).stop(&job.stop).progress(&show);
                let work = worker.work(shard, &options)?;
                let whole = work.reason == EndReason::Complete && shard == Shard::All;
                let total =
                    if whole { Some(merge(&run)?.certificate.total.to_string()) } else { None };
                let document = json!({
                    "schema": "queens.serve.work/1",
                    "run": request.run,
                    "shard": shard.to_string(),
                    "ended": work.reason.name(),
                    "counted": work.counted,
                    "missing": work.missing,
                    "total": total,
                });
                Ok(match work.reason {
                    EndReason::Stopped => Ended::Stopped(Some(raw(&document))),
                    EndReason::Complete | EndReason::Until => Ended::Done(raw(&document)),
                })
            };
            let ended = count();
            runs.forget(&request.run);
            ended
        });
        Ok(Task { kind: "work", request: asked, run: Some(name), time: Duration::MAX, work })
    }

    pub(crate) async fn create(&self, request: PlanRequest) -> Result<Value, ApiError> {
        let folders = || self.places.iter().filter(|place| !place.is_run);
        let folder = match &request.folder {
            Some(name) => folders().find(|place| place.name == *name),
            None => folders().next().filter(|_| folders().count() == 1),
        };
        let Some(folder) = folder.cloned() else {
            let what = "there is no folder for the run";
            let advice = "name one that api/info lists; `queens serve --dir FOLDER` gives it";
            return Err(ApiError::new(Code::BadValue, what, advice));
        };
        if !is_plain(&request.name) {
            let what = format!("`{}` cannot be the name of a run", request.name.escape_debug());
            let advice = format!(
                "use letters, digits, `-`, `_` and `.`, {LONGEST_NAME} at most, no `.` in front"
            );
            return Err(ApiError::new(Code::BadValue, what, advice));
        }
        let _turn = self.planning.acquire().await.expect("it is never closed");
        blocking(move || create(&folder, &request)).await
    }
}

/// Runs work that waits for the disk, away from the threads that serve.
async fn blocking<T: Send + 'static>(
    work: impl FnOnce() -> Result<T, ApiError> + Send + 'static,
) -> Result<T, ApiError> {
    spawn_blocking(work).await.unwrap_or_else(|_| {
        let what = "the request failed with an internal error; stderr has the details";
        let advice = "report the request and what stderr says";
        Err(ApiError::new(Code::Failed, what, advice))
    })
}

/// Names that are the same on every system, and stay in their folder.
fn is_plain(name: &str) -> bool {
    let plain = |b: u8| b.is_ascii_alphanumeric() || matches!(b, b'-' | b'_' | b'.');
    (1..=LONGEST_NAME).contains(&name.len()) && !name.starts_with('.') && name.bytes().all(plain)
}

/// The run at this place, or the runs in its folder: names, and where they are. Links are not followed.
fn runs_of(place: &Place) -> Vec<(String, PathBuf)> {
    if place.is_run {
        return vec![(place.name.clone(), place.dir.clone())];
    }
    let entries = fs::read_dir(&place.dir).into_iter().flatten().flatten();
    let dirs = entries.filter(|entry| entry.file_type().is_ok_and(|kind| kind.is_dir()));
    let mut runs: Vec<(String, PathBuf)> = dirs
        .filter_map(|entry| Some((entry.file_name().into_string().ok()?, entry.path())))
        .filter(|(_, dir)| Run::is_at(dir))
        .map(|(name, dir)| (format!("{}:{name}", place.name), dir))
        .collect();
    runs.sort();
    runs.truncate(MAX_RUNS);
    runs
}

fn find(places: &[Place], name: &str) -> Result<Run, ApiError> {
    let found = places.iter().flat_map(runs_of).find(|(other, _)| other == name);
    let (_, dir) = found.ok_or_else(|| {
        let what = format!("there is no run `{}`", name.escape_debug());
        let advice = "GET api/runs lists them; `queens serve --dir PATH` names their directories";
        ApiError::new(Code::NotFound, what, advice)
    })?;
    Ok(Run::open(&dir)?)
}

/// A run and the job at work on it.
fn entry(name: &str, run: &Run, job: Option<&str>) -> Value {
    let plan = run.plan();
    json!({
        "name": name,
        "run": run.name().to_string(),
        "n": plan.n(),
        "ranges": plan.ranges(),
        "shards": plan.shards(),
        "certificate": run.certificate_path().exists(),
        "job": job,
    })
}

fn create(folder: &Place, request: &PlanRequest) -> Result<Value, ApiError> {
    if runs_of(folder).len() >= MAX_RUNS {
        let what = format!("the folder {} holds {MAX_RUNS} runs", folder.name);
        let advice = "move some of them elsewhere";
        return Err(ApiError::new(Code::Limit, what, advice));
    }
    let dir = folder.dir.join(&request.name);
    if dir.symlink_metadata().is_ok() {
        let what = format!("there is something named {} in {} already", request.name, folder.name);
        let advice = "choose another name";
        return Err(ApiError::new(Code::Exists, what, advice));
    }
    let n = request.n;
    Counter::new(n).plan()?;
    // What a plan cannot be is the request's fault; what the disk does not take is not.
    let plan = Plan::new(n, None, request.shards.unwrap_or(1))
        .map_err(|error| ApiError::of(Code::Impossible, &error))?;
    let run = Run::create(&dir, plan)?;
    Ok(entry(&format!("{}:{}", folder.name, request.name), &run, None))
}

/// The total that the run's certificate states. It is read and not verified: `queens run verify` does.
fn certified(run: &Run) -> Option<String> {
    #[derive(Deserialize)]
    struct Stated {
        run: String,
        total: String,
    }
    let path = run.certificate_path();
    let file = path.is_file().then(|| File::open(path).ok())??;
    let stated: Stated = serde_json::from_reader(BufReader::new(file)).ok()?;
    (stated.run == run.name().to_string()).then_some(stated.total)
}
