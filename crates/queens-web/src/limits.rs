//! The limits of a server.

use std::num::NonZeroUsize;
use std::thread::available_parallelism;
use std::time::Duration;

use queens::engine::search;
use queens::{complete, estimate};
use serde_json::{Value, json};

use crate::api_error::{ApiError, Code};

/// The limits of a server, for each request and for all together.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Limits {
    /// The largest n of a count; 20 by default.
    pub count_n: u32,
    /// The longest time of a job; an hour by default. Work on a run, which keeps what it has
    /// done, is not bounded by it.
    pub time: Duration,
    /// The memory that all jobs together may take, in bytes; 4 GiB by default.
    pub memory: u64,
    /// The threads of a job; by default as many as there are cores.
    pub threads: NonZeroUsize,
    /// The jobs that run at once; 4 by default.
    pub jobs: usize,
    /// The ended jobs whose results are kept; 64 by default.
    pub kept: usize,
    /// The connections open at once; 512 by default. More wait in the system's queue.
    pub connections: usize,
    /// The streams of events open at once; 128 by default.
    pub streams: usize,
    /// How long the head and the content of a request may take to arrive, and a piece of an answer to be
    /// read; 10 s by default.
    pub patience: Duration,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            count_n: 20,
            time: Duration::from_hours(1),
            memory: 1 << 32,
            threads: available_parallelism().unwrap_or(NonZeroUsize::MIN),
            jobs: 4,
            kept: 64,
            connections: 512,
            streams: 128,
            patience: Duration::from_secs(10),
        }
    }
}

/// The longest content of a request, in bytes: to name every square of the largest board takes half
/// of it.
pub(crate) const BODY: usize = 1 << 18;

pub(crate) const LIST: usize = 1000;

/// The longest that an answer is kept back for a job to end.
pub(crate) const WAIT: Duration = Duration::from_secs(30);

impl Limits {
    /// The memory that one job may take: an equal share.
    fn memory_of_a_job(&self) -> u64 {
        self.memory / self.jobs.max(1) as u64
    }

    pub(crate) fn fits(&self, bytes: u64) -> Result<(), ApiError> {
        let most = self.memory_of_a_job();
        if bytes <= most {
            return Ok(());
        }
        let what = format!("this takes about {} MB of memory", bytes.div_ceil(1_000_000));
        let advice = format!(
            "this server gives a job {} MB; fewer threads take less, `queens serve --memory SIZE` or fewer \
             --jobs allow more",
            most / 1_000_000
        );
        Err(ApiError::new(Code::Limit, what, advice))
    }

    pub(crate) fn document(&self) -> Value {
        json!({
            "count_n": self.count_n,
            "run_n": search::MAX_N,
            "estimate_n": estimate::MAX_N,
            "complete_n": complete::MAX_N,
            "seconds": self.time.as_secs_f64(),
            "memory": self.memory_of_a_job().to_string(),
            "threads": self.threads,
            "jobs": self.jobs,
            "kept": self.kept,
            "list": LIST,
            "body_bytes": BODY,
        })
    }

    pub(crate) fn size(&self, n: u32) -> Result<u32, ApiError> {
        let most = self.count_n;
        if n <= most {
            return Ok(n);
        }
        let what = format!("n = {n} is beyond what this server counts");
        let advice =
            format!("ask for n up to {most}; `queens serve --max-n N` allows more, a run any");
        Err(ApiError::new(Code::Limit, what, advice))
    }

    /// This many threads, or all that a job may have.
    pub(crate) fn threads(&self, asked: Option<usize>) -> Result<usize, ApiError> {
        let most = self.threads.get();
        let asked = asked.unwrap_or(most);
        (1..=most).contains(&asked).then_some(asked).ok_or_else(|| {
            let what = format!("this server does not give a job {asked} threads");
            let advice = format!("ask for 1 to {most}; `queens serve -j N` allows more");
            ApiError::new(Code::Limit, what, advice)
        })
    }

    /// This much time, or all that a job may have.
    pub(crate) fn time(&self, asked: Option<f64>) -> Result<Duration, ApiError> {
        let Some(seconds) = asked else { return Ok(self.time) };
        time(seconds).filter(|time| *time <= self.time).ok_or_else(|| {
            let most = self.time.as_secs_f64();
            let what = format!("this server does not give a job {seconds} s");
            let advice = format!(
                "ask for more than 0 and at most {most}; `queens serve --time T` allows more"
            );
            ApiError::new(Code::Limit, what, advice)
        })
    }
}

/// A length of time that is more than nothing and no more than a year.
pub(crate) fn time(seconds: f64) -> Option<Duration> {
    (seconds > 0.0 && seconds <= 31_536_000.0).then(|| Duration::from_secs_f64(seconds))
}
