//! The state of the server: its limits, its jobs, its runs.

use std::num::NonZeroUsize;
use std::sync::Arc;
use std::thread::available_parallelism;
use std::time::Duration;

use axum::http::StatusCode;
use axum::http::header::LOCATION;
use axum::response::{IntoResponse, Response};
use queens::{Kernel, Method};
use queens_json::{Machine, joined};
use serde_json::{Value, json};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use crate::api_error::{ApiError, Code, reply};
use crate::guard::Guard;
use crate::jobs::{Jobs, Task};
use crate::limits::Limits;
use crate::runs::{RunDocument, Runs};

#[derive(Debug)]
pub(crate) struct App {
    pub(crate) limits: Limits,
    pub(crate) guard: Guard,
    pub(crate) jobs: Arc<Jobs>,
    pub(crate) runs: Arc<Runs>,
    pub(crate) info: Value,
    streams: Arc<Semaphore>,
}

impl App {
    pub(crate) fn new(limits: Limits, guard: Guard, runs: Runs, machine: &Machine) -> Self {
        let kernel = |kernel: Kernel| {
            let (name, missing) = (kernel.name(), kernel.missing());
            json!({ "name": name, "available": missing.is_none(), "reason": missing })
        };
        let info = joined([
            json!({ "schema": "queens.serve.info/1", "version": env!("CARGO_PKG_VERSION") }),
            json!(machine),
            json!({
                "threads": available_parallelism().map_or(1, NonZeroUsize::get),
                "kernels": Kernel::ALL.map(kernel),
                "methods": Method::ALL.map(Method::name),
                "limits": limits.document(),
                "folders": runs.folders(),
            }),
        ]);
        Self {
            jobs: Arc::new(Jobs::new(limits.jobs, limits.kept)),
            streams: Arc::new(Semaphore::new(limits.streams)),
            limits,
            guard,
            runs: Arc::new(runs),
            info,
        }
    }

    /// A stream holds this until it ends.
    pub(crate) fn room_for_a_stream(&self) -> Result<OwnedSemaphorePermit, ApiError> {
        let room = Arc::clone(&self.streams).try_acquire_owned();
        room.map_err(|_| {
            let what =
                format!("{} streams of events are open, which is the maximum", self.limits.streams);
            let advice = "close some, or ask for the state from time to time";
            ApiError::new(Code::TooManyStreams, what, advice)
        })
    }

    pub(crate) async fn run_state(&self, name: &str) -> Result<RunDocument, ApiError> {
        self.runs.state(name, self.jobs.at_work_on(name)).await
    }

    /// Starts a job and answers with its document, at once or after the time that the request wants to wait.
    pub(crate) async fn start(&self, task: Task, wait: Duration) -> Result<Response, ApiError> {
        let job = self.jobs.start(task)?;
        let status =
            if job.ends_within(wait).await { StatusCode::OK } else { StatusCode::ACCEPTED };
        let place = format!("/api/jobs/{}", job.id);
        Ok(([(LOCATION, place)], reply(status, &job.document())).into_response())
    }
}
