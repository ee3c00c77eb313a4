//! Why a request is rejected: a status, and the two lines that every error of this project has.

use axum::http::{HeaderName, HeaderValue, StatusCode};
use axum::response::{IntoResponse, Response};
use queens::ErrorKind;

use crate::document::{ErrorDocument, reply};

/// A rejected request, or a job that failed.
#[derive(Clone, Debug)]
pub(crate) struct ApiError {
    status: StatusCode,
    header: Option<(&'static str, &'static str)>,
    document: ErrorDocument,
}

impl ApiError {
    fn new(
        status: StatusCode,
        code: &'static str,
        what: impl Into<String>,
        advice: impl Into<String>,
    ) -> Self {
        let document = ErrorDocument {
            schema: "queens.error/1",
            code,
            what: what.into(),
            advice: advice.into(),
        };
        Self { status, header: None, document }
    }

    fn with(mut self, name: &'static str, value: &'static str) -> Self {
        self.header = Some((name, value));
        self
    }

    /// A value in the request is wrong.
    pub(crate) fn bad_value(what: impl Into<String>, advice: impl Into<String>) -> Self {
        Self::new(StatusCode::BAD_REQUEST, "bad_value", what, advice)
    }

    pub(crate) fn bad_json(what: impl Into<String>) -> Self {
        let advice = "send one JSON object; api/openapi.json describes them";
        Self::new(StatusCode::BAD_REQUEST, "bad_json", what, advice)
    }

    /// The body did not come through.
    pub(crate) fn broken(what: impl Into<String>) -> Self {
        Self::new(StatusCode::BAD_REQUEST, "bad_request", what, "send the request again")
    }

    pub(crate) fn not_json() -> Self {
        Self::new(
            StatusCode::UNSUPPORTED_MEDIA_TYPE,
            "not_json",
            "the request's content is not declared to be JSON",
            "send it with `Content-Type: application/json`",
        )
    }

    pub(crate) fn too_long(most: usize) -> Self {
        Self::new(
            StatusCode::PAYLOAD_TOO_LARGE,
            "too_long",
            format!("the request's content is longer than {most} bytes"),
            "send less; to name every square of the largest board takes half of that",
        )
        .with("connection", "close")
    }

    pub(crate) fn slow(seconds: u64) -> Self {
        Self::new(
            StatusCode::REQUEST_TIMEOUT,
            "slow",
            format!("the request's content took more than {seconds} s to arrive"),
            "send the request again, faster",
        )
        .with("connection", "close")
    }

    pub(crate) fn token() -> Self {
        Self::new(
            StatusCode::UNAUTHORIZED,
            "token",
            "this server requires its token, and the request has none or a wrong one",
            "open the address that `queens serve` printed, or send `Authorization: Bearer TOKEN`",
        )
        .with("www-authenticate", "Bearer")
    }

    pub(crate) fn host(host: &str) -> Self {
        Self::new(
            StatusCode::FORBIDDEN,
            "host",
            format!("the request asks for the host `{}`, which this server is not", visible(host)),
            "use the address that `queens serve` printed, or start it with --allow-host NAME",
        )
    }

    pub(crate) fn origin(origin: &str) -> Self {
        Self::new(
            StatusCode::FORBIDDEN,
            "origin",
            format!("the request comes from another page: {}", visible(origin)),
            "only this server's own page, and programs other than web pages, may use it",
        )
    }

    pub(crate) fn not_found(what: impl Into<String>, advice: impl Into<String>) -> Self {
        Self::new(StatusCode::NOT_FOUND, "not_found", what, advice)
    }

    pub(crate) fn method() -> Self {
        Self::new(
            StatusCode::METHOD_NOT_ALLOWED,
            "method",
            "this address does not support this method",
            "the header `Allow` lists the methods; api/openapi.json describes them",
        )
    }

    /// A job works on the run already.
    pub(crate) fn busy_run(name: &str, job: u64) -> Self {
        Self::new(
            StatusCode::CONFLICT,
            "busy_run",
            format!("job {job} works on the run {name} already"),
            format!("follow it, or stop it: DELETE api/jobs/{job}"),
        )
    }

    pub(crate) fn exists(what: impl Into<String>, advice: impl Into<String>) -> Self {
        Self::new(StatusCode::CONFLICT, "exists", what, advice)
    }

    /// More than the limits of this server allow.
    pub(crate) fn limit(what: impl Into<String>, advice: impl Into<String>) -> Self {
        Self::new(StatusCode::UNPROCESSABLE_ENTITY, "limit", what, advice)
    }

    /// The library rejects it.
    pub(crate) fn impossible(what: &impl ToString, advice: impl Into<String>) -> Self {
        Self::new(StatusCode::UNPROCESSABLE_ENTITY, "impossible", what.to_string(), advice)
    }

    pub(crate) fn too_many_jobs(most: usize) -> Self {
        Self::new(
            StatusCode::TOO_MANY_REQUESTS,
            "too_many_jobs",
            format!("{most} jobs are running, which is the maximum"),
            "wait until one has ended, or stop one; `queens serve --jobs K` allows more",
        )
        .with("retry-after", "5")
    }

    pub(crate) fn too_many_streams(most: usize) -> Self {
        Self::new(
            StatusCode::SERVICE_UNAVAILABLE,
            "too_many_streams",
            format!("{most} streams of events are open, which is the maximum"),
            "close some, or ask for the state from time to time",
        )
        .with("retry-after", "5")
    }

    pub(crate) fn ending() -> Self {
        Self::new(
            StatusCode::SERVICE_UNAVAILABLE,
            "ending",
            "the server is stopping",
            "start `queens serve` again",
        )
    }

    /// The job's time was over.
    pub(crate) fn time(seconds: f64) -> Self {
        Self::new(
            StatusCode::UNPROCESSABLE_ENTITY,
            "time",
            format!("the job was not done in {seconds} s"),
            "ask for more seconds, if the server's limit allows, or make a run of it",
        )
    }

    /// Something failed that is not the fault of the request.
    pub(crate) fn failed(what: impl Into<String>, advice: impl Into<String>) -> Self {
        Self::new(StatusCode::INTERNAL_SERVER_ERROR, "failed", what, advice)
    }

    /// Results that should agree do not.
    pub(crate) fn conflict(what: impl Into<String>, advice: impl Into<String>) -> Self {
        Self::new(StatusCode::INTERNAL_SERVER_ERROR, "conflict", what, advice)
    }

    /// The error as a document.
    pub(crate) fn into_document(self) -> ErrorDocument {
        self.document
    }
}

/// What a request holds, made fit for a line.
fn visible(text: &str) -> String {
    text.chars().take(100).flat_map(char::escape_debug).collect()
}

impl From<queens::Error> for ApiError {
    fn from(error: queens::Error) -> Self {
        match error.kind() {
            ErrorKind::Contradiction => Self::conflict(error.to_string(), error.advice()),
            ErrorKind::Failed | ErrorKind::Incomplete => {
                Self::failed(error.to_string(), error.advice())
            }
            _ => Self::impossible(&error, error.advice()),
        }
    }
}

impl IntoResponse for ApiError {
    fn into_response(self) -> Response {
        let mut response = reply(self.status, &self.document);
        if let Some((name, value)) = self.header {
            let (name, value) = (HeaderName::from_static(name), HeaderValue::from_static(value));
            response.headers_mut().insert(name, value);
        }
        response
    }
}
