//! Jobs: computations, each on its own threads, and their state.

use std::collections::BTreeMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock};
use std::thread;
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use queens::{Error, ErrorKind, Progress, StopFlag};
use serde::Serialize;
use serde_json::value::{RawValue, to_raw_value};
use tokio::sync::watch;
use tokio::time::timeout;

use crate::api_error::{ApiError, Code};

pub(crate) enum Ended {
    Done(Box<RawValue>),
    /// The flag was raised; the partial result, if there is one.
    Stopped(Option<Box<RawValue>>),
}

pub(crate) struct Task {
    pub(crate) kind: &'static str,
    pub(crate) request: Box<RawValue>,
    pub(crate) run: Option<String>,
    /// How long it may take; [`Duration::MAX`] for work that ends when it is done.
    pub(crate) time: Duration,
    pub(crate) work: Work,
}

/// What does it. An error that says that it was stopped is no failure.
type Work = Box<dyn FnOnce(&Job) -> Result<Ended, Error> + Send>;

pub(crate) fn raw(document: &impl Serialize) -> Box<RawValue> {
    to_raw_value(document).expect("strings and numbers are JSON")
}

#[derive(Clone, Copy, PartialEq, Eq, Serialize, Debug)]
#[serde(rename_all = "lowercase")]
enum JobState {
    Running,
    Done,
    Stopped,
    Failed,
}

#[derive(Clone, Serialize, Debug)]
#[serde(tag = "schema", rename = "queens.job/1")]
pub(crate) struct JobDocument {
    /// Grows with every change.
    #[serde(skip)]
    pub(crate) version: u64,
    id: String,
    kind: &'static str,
    state: JobState,
    request: Box<RawValue>,
    created: f64,
    seconds: f64,
    progress: Option<ProgressDocument>,
    result: Option<Box<RawValue>>,
    failure: Option<ApiError>,
}

impl JobDocument {
    pub(crate) fn is_end(&self) -> bool {
        self.state != JobState::Running
    }
}

#[derive(Clone, PartialEq, Serialize, Debug)]
struct ProgressDocument {
    fraction: f64,
    done: String,
    expected: Option<String>,
    unit: &'static str,
    per_second: Option<f64>,
    seconds_left: Option<f64>,
}

#[derive(Serialize, Debug)]
#[serde(tag = "schema", rename = "queens.jobs/1")]
pub(crate) struct JobsDocument {
    jobs: Vec<JobDocument>,
}

#[derive(Debug)]
pub(crate) struct Job {
    pub(crate) id: u64,
    run: Option<String>,
    start: Instant,
    /// The work has to look at it.
    pub(crate) stop: StopFlag,
    /// While the job is running, its `seconds` are 0; [`timed`](Self::timed) sets them.
    pub(crate) state: watch::Sender<JobDocument>,
}

impl Job {
    pub(crate) fn meter(&self, unit: &'static str) -> Meter<'_> {
        Meter { job: self, unit, first: OnceLock::new() }
    }

    /// Since its start.
    pub(crate) fn seconds(&self) -> f64 {
        self.start.elapsed().as_secs_f64()
    }

    pub(crate) fn is_at_work(&self) -> bool {
        !self.state.borrow().is_end()
    }

    /// Waits until the job has ended, but no longer than that; tells whether it has.
    pub(crate) async fn ends_within(&self, time: Duration) -> bool {
        let mut state = self.state.subscribe();
        timeout(time, state.wait_for(JobDocument::is_end)).await.is_ok()
    }

    pub(crate) fn document(&self) -> JobDocument {
        self.timed(self.state.borrow().clone())
    }

    /// The document with the seconds of now.
    pub(crate) fn timed(&self, mut document: JobDocument) -> JobDocument {
        if !document.is_end() {
            document.seconds = self.seconds();
        }
        document
    }
}

/// Shows how far a job is.
pub(crate) struct Meter<'a> {
    job: &'a Job,
    unit: &'static str,
    /// When progress was first noted, what was done then, and its share of the work.
    first: OnceLock<(Instant, u128, f64)>,
}

impl Meter<'_> {
    /// Shows this progress, from whatever thread.
    pub(crate) fn show(&self, progress: Progress) {
        self.note(progress.done, Some(progress.expected), progress.fraction());
    }

    /// Shows that this much work is done; how much there is in all may be unknown.
    pub(crate) fn note(&self, done: u128, expected: Option<u128>, fraction: f64) {
        let now = Instant::now();
        let &(begin, before, share) = self.first.get_or_init(|| (now, done, fraction));
        let seconds = (now - begin).as_secs_f64();
        // Work from before the job says nothing about its pace, and the pace is unknown until a thousandth
        // is done.
        let gained = fraction - share;
        let left = (gained >= 0.001).then(|| seconds * (1.0 - fraction).max(0.0) / gained);
        let rate = (seconds > 0.0).then(|| done.saturating_sub(before) as f64 / seconds);
        let progress = ProgressDocument {
            fraction: fraction.clamp(0.0, 1.0),
            done: done.to_string(),
            expected: expected.map(|expected| expected.to_string()),
            unit: self.unit,
            per_second: rate,
            seconds_left: left,
        };
        self.job.state.send_if_modified(|document| {
            // Threads that end parts at the same time may come here in another order.
            let shown = document.progress.as_ref();
            let is_new = shown.is_none_or(|shown| shown.fraction <= progress.fraction);
            if is_new {
                document.version += 1;
                document.progress = Some(progress);
            }
            is_new
        });
    }
}

#[derive(Debug)]
pub(crate) struct Jobs {
    most: usize,
    kept: usize,
    /// Whether the server ends.
    pub(crate) ending: watch::Sender<bool>,
    registry: Mutex<Registry>,
}

#[derive(Default, Debug)]
struct Registry {
    last: u64,
    jobs: BTreeMap<u64, Arc<Job>>,
}

impl Jobs {
    pub(crate) fn new(most: usize, kept: usize) -> Self {
        Self { most, kept, ending: watch::Sender::new(false), registry: Mutex::default() }
    }

    fn lock(&self) -> MutexGuard<'_, Registry> {
        self.registry.lock().expect("no thread panics while it holds the registry")
    }

    /// Starts a job on its own thread. Must be called within a tokio runtime.
    pub(crate) fn start(self: &Arc<Self>, task: Task) -> Result<Arc<Job>, ApiError> {
        let Task { kind, request, run, time, work } = task;
        let mut registry = self.lock();
        if *self.ending.borrow() {
            let what = "the server is stopping";
            return Err(ApiError::new(Code::Ending, what, "start `queens serve` again"));
        }
        if let Some(name) = &run
            && let Some(job) = at_work_on(&registry, name)
        {
            let what = format!("job {} works on the run {name} already", job.id);
            let advice = format!("follow it, or stop it: DELETE api/jobs/{}", job.id);
            return Err(ApiError::new(Code::BusyRun, what, advice));
        }
        if registry.jobs.values().filter(|job| job.is_at_work()).count() >= self.most {
            let what = format!("{} jobs are running, which is the maximum", self.most);
            let advice =
                "wait until one has ended, or stop one; `queens serve --jobs K` allows more";
            return Err(ApiError::new(Code::TooManyJobs, what, advice));
        }
        let id = registry.last + 1;
        let document = JobDocument {
            version: 0,
            id: id.to_string(),
            kind,
            state: JobState::Running,
            request,
            created: now(),
            seconds: 0.0,
            progress: None,
            result: None,
            failure: None,
        };
        let (start, stop, state) = (Instant::now(), StopFlag::new(), watch::Sender::new(document));
        let job = Arc::new(Job { id, run, start, stop, state });
        let (jobs, begun) = (Arc::clone(self), Arc::clone(&job));
        let spawned = thread::Builder::new().name(format!("job {id}")).spawn(move || {
            let outcome = catch_unwind(AssertUnwindSafe(|| work(&begun)));
            let outcome = outcome.unwrap_or_else(|_| {
                let what = "the job failed with an internal error; stderr has the details";
                let advice = "report what was asked for, and what stderr says";
                Err(Error::new(ErrorKind::Failed, what, advice))
            });
            // Waits until the job is registered.
            jobs.finish(&begun, time, outcome);
        });
        spawned.map_err(|error| {
            let what = format!("the system gives no thread for a job: {error}");
            let advice = "wait until others have ended, or raise the limit on processes";
            ApiError::new(Code::Failed, what, advice)
        })?;
        registry.last = id;
        registry.jobs.insert(id, Arc::clone(&job));
        drop(registry);
        let timed = Arc::clone(&job);
        tokio::spawn(async move {
            if !timed.ends_within(time).await {
                timed.stop.raise();
            }
        });
        Ok(job)
    }

    fn finish(&self, job: &Job, time: Duration, outcome: Result<Ended, Error>) {
        let seconds = job.seconds();
        let outcome = outcome
            .or_else(|error| error.is_stopped().then_some(Ended::Stopped(None)).ok_or(error));
        let (state, result, failure) = match outcome {
            Ok(Ended::Done(result)) => (JobState::Done, Some(result), None),
            Ok(Ended::Stopped(result)) if seconds >= time.as_secs_f64() => {
                let what = format!("the job was not done in {} s", seconds.round());
                let advice =
                    "ask for more seconds, if the server's limit allows, or make a run of it";
                (JobState::Failed, result, Some(ApiError::new(Code::Time, what, advice)))
            }
            Ok(Ended::Stopped(result)) => (JobState::Stopped, result, None),
            Err(error) => (JobState::Failed, None, Some(error.into())),
        };
        // A client that learns of the end may start another one. Until it is told below, this one counts as running.
        let mut registry = self.lock();
        let ended = registry.jobs.values().filter(|other| !other.is_at_work()).count();
        let surplus = (ended + 1).saturating_sub(self.kept.max(1));
        registry.jobs.extract_if(.., |_, other| !other.is_at_work()).take(surplus).for_each(drop);
        job.state.send_modify(|document| {
            document.version += 1;
            *document = JobDocument { state, seconds, result, failure, ..document.clone() };
        });
    }

    pub(crate) fn get(&self, id: &str) -> Result<Arc<Job>, ApiError> {
        let job = id.parse().ok().and_then(|id: u64| self.lock().jobs.get(&id).cloned());
        job.ok_or_else(|| {
            let what = "there is no such job";
            let advice = "GET api/jobs lists those that are known; old ones are forgotten";
            ApiError::new(Code::NotFound, what, advice)
        })
    }

    /// Stops a running job and returns true; forgets a job that has ended.
    pub(crate) fn stop_or_forget(&self, job: &Job) -> bool {
        let mut registry = self.lock();
        let at_work = job.is_at_work();
        if at_work {
            job.stop.raise();
        } else {
            registry.jobs.remove(&job.id);
        }
        at_work
    }

    pub(crate) fn at_work_on(&self, run: &str) -> Option<String> {
        at_work_on(&self.lock(), run).map(|job| job.id.to_string())
    }

    pub(crate) fn document(&self) -> JobsDocument {
        let jobs: Vec<Arc<Job>> = self.lock().jobs.values().rev().cloned().collect();
        JobsDocument { jobs: jobs.iter().map(|job| job.document()).collect() }
    }

    /// Starts no more jobs, lets the streams end, stops all jobs, waits until they have ended, and returns their
    /// number.
    pub(crate) async fn end(&self) -> usize {
        let jobs: Vec<Arc<Job>> = {
            let registry = self.lock();
            self.ending.send_replace(true);
            registry.jobs.values().filter(|job| job.is_at_work()).cloned().collect()
        };
        for job in &jobs {
            job.stop.raise();
        }
        for job in &jobs {
            job.ends_within(Duration::MAX).await;
        }
        jobs.len()
    }
}

fn at_work_on<'a>(registry: &'a Registry, run: &str) -> Option<&'a Arc<Job>> {
    registry.jobs.values().find(|job| job.run.as_deref() == Some(run) && job.is_at_work())
}

pub(crate) fn now() -> f64 {
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(0.0, |time| time.as_secs_f64())
}
