//! Why a request is rejected: a code, and the two lines that every error of this project has.

use axum::http::StatusCode;
use axum::http::header::{
    CACHE_CONTROL, CONNECTION, CONTENT_TYPE, HeaderName, RETRY_AFTER, WWW_AUTHENTICATE,
};
use axum::response::{IntoResponse, Response};
use queens::{Error, ErrorKind};
use serde::Serialize;

pub(crate) fn reply(status: StatusCode, document: &impl Serialize) -> Response {
    let text = serde_json::to_vec(document).expect("strings and numbers are JSON");
    let headers = [(CONTENT_TYPE, "application/json"), (CACHE_CONTROL, "no-store")];
    (status, headers, text).into_response()
}

/// The kind of an error, for programs.
#[derive(Clone, Copy, PartialEq, Eq, Serialize, Debug)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Code {
    BadJson,
    BadRequest,
    /// A value in the request is wrong.
    BadValue,
    /// A job works on the run already.
    BusyRun,
    /// Results that should agree do not.
    Conflict,
    Ending,
    Exists,
    /// Something failed that is not the fault of the request.
    Failed,
    Host,
    /// The library rejects it.
    Impossible,
    /// More than the limits of this server allow.
    Limit,
    Method,
    NotFound,
    NotJson,
    Origin,
    Slow,
    /// The job's time was over.
    Time,
    Token,
    TooLong,
    TooManyJobs,
    TooManyStreams,
}

impl Code {
    const fn status(self) -> StatusCode {
        match self {
            Self::BadJson | Self::BadRequest | Self::BadValue => StatusCode::BAD_REQUEST,
            Self::Token => StatusCode::UNAUTHORIZED,
            Self::Host | Self::Origin => StatusCode::FORBIDDEN,
            Self::NotFound => StatusCode::NOT_FOUND,
            Self::Method => StatusCode::METHOD_NOT_ALLOWED,
            Self::Slow => StatusCode::REQUEST_TIMEOUT,
            Self::BusyRun | Self::Exists => StatusCode::CONFLICT,
            Self::TooLong => StatusCode::PAYLOAD_TOO_LARGE,
            Self::NotJson => StatusCode::UNSUPPORTED_MEDIA_TYPE,
            Self::Impossible | Self::Limit | Self::Time => StatusCode::UNPROCESSABLE_ENTITY,
            Self::TooManyJobs => StatusCode::TOO_MANY_REQUESTS,
            Self::Conflict | Self::Failed => StatusCode::INTERNAL_SERVER_ERROR,
            Self::Ending | Self::TooManyStreams => StatusCode::SERVICE_UNAVAILABLE,
        }
    }

    const fn header(self) -> Option<(HeaderName, &'static str)> {
        match self {
            Self::Slow | Self::TooLong => Some((CONNECTION, "close")),
            Self::Token => Some((WWW_AUTHENTICATE, "Bearer")),
            Self::TooManyJobs | Self::TooManyStreams => Some((RETRY_AFTER, "5")),
            _ => None,
        }
    }
}

/// Why a request was not served, or why a job failed.
#[derive(Clone, Serialize, Debug)]
#[serde(tag = "schema", rename = "queens.error/1")]
pub(crate) struct ApiError {
    code: Code,
    what: String,
    advice: String,
}

impl ApiError {
    pub(crate) fn new(code: Code, what: impl Into<String>, advice: impl Into<String>) -> Self {
        Self { code, what: what.into(), advice: advice.into() }
    }

    pub(crate) fn host(host: &str) -> Self {
        let host = visible(host);
        let what = format!("the request asks for the host `{host}`, which this server is not");
        let advice =
            "use the address that `queens serve` printed, or start it with --allow-host NAME";
        Self::new(Code::Host, what, advice)
    }

    pub(crate) fn origin(origin: &str) -> Self {
        let what = format!("the request comes from another page: {}", visible(origin));
        let advice = "only this server's own page, and programs other than web pages, may use it";
        Self::new(Code::Origin, what, advice)
    }

    pub(crate) fn method() -> Self {
        let advice = "the header `Allow` lists the methods; api/openapi.json describes them";
        Self::new(Code::Method, "this address does not support this method", advice)
    }

    /// An error of the library, under a code.
    pub(crate) fn of(code: Code, error: &Error) -> Self {
        Self::new(code, error.to_string(), error.advice())
    }
}

/// What a request holds, made fit for a line.
fn visible(text: &str) -> String {
    text.chars().take(100).flat_map(char::escape_debug).collect()
}

impl From<Error> for ApiError {
    fn from(error: Error) -> Self {
        let code = match error.kind() {
            ErrorKind::Contradiction => Code::Conflict,
            ErrorKind::Failed | ErrorKind::Incomplete => Code::Failed,
            _ => Code::Impossible,
        };
        Self::of(code, &error)
    }
}

impl IntoResponse for ApiError {
    fn into_response(self) -> Response {
        let header = self.code.header().map(|header| [header]);
        (header, reply(self.code.status(), &self)).into_response()
    }
}
