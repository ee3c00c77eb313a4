//! The paths of the server. openapi.json describes them, and every key of what they read and write; the tests compare
//! the two.
//!
//! Numbers that may exceed 2^53 are strings of decimal digits; times are seconds.

use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::body::Body;
use axum::extract::{FromRequest, FromRequestParts, Path, Query, Request, State};
use axum::http::header::{ALLOW, CACHE_CONTROL, CONTENT_TYPE, HeaderMap};
use axum::http::request::Parts;
use axum::http::{Method, StatusCode};
use axum::middleware::{Next, from_fn_with_state};
use axum::response::{IntoResponse, Response};
use axum::routing::{MethodRouter, get, post};
use http_body_util::BodyExt;
use hyper::body::Body as _;
use serde::Deserialize;
use serde::de::DeserializeOwned;

use crate::api_error::{ApiError, Code, reply};
use crate::app::App;
use crate::jobs::Task;
use crate::limits::{BODY, Limits, WAIT};
use crate::runs::{PlanRequest, WorkRequest};
use crate::{compute, events, page};

/// The description of the API.
pub const OPENAPI: &str = include_str!("../openapi.json");

pub(crate) fn router(app: &Arc<App>) -> Router {
    Router::new()
        .route("/api/info", get(info))
        .route("/api/openapi.json", get(openapi))
        .route("/api/counts", starting(compute::count))
        .route("/api/estimates", starting(compute::estimate))
        .route("/api/completions", starting(compute::completion))
        .route("/api/jobs", get(jobs))
        .route("/api/jobs/{id}", get(job).delete(stop))
        .route("/api/jobs/{id}/events", get(job_events))
        .route("/api/runs", get(list_runs).post(create_run))
        .route("/api/runs/{name}", get(run))
        .route("/api/runs/{name}/events", get(run_events))
        .route("/api/runs/{name}/work", post(work))
        .fallback(page)
        .method_not_allowed_fallback(async || ApiError::method())
        .layer(from_fn_with_state(Arc::clone(app), admit))
        .with_state(Arc::clone(app))
}

/// What the page may do: run its own scripts and WebAssembly, nothing from elsewhere.
const CONTENT_SECURITY_POLICY: &str = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; \
    worker-src 'self' blob:; style-src 'self'; img-src 'self' data: blob:; font-src 'self'; \
    connect-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'; \
    frame-ancestors 'none'";

/// On every answer. With the second and the third the page may share memory between its threads.
const HEADERS: [(&str, &str); 6] = [
    ("content-security-policy", CONTENT_SECURITY_POLICY),
    ("cross-origin-opener-policy", "same-origin"),
    ("cross-origin-embedder-policy", "require-corp"),
    ("cross-origin-resource-policy", "same-origin"),
    ("x-content-type-options", "nosniff"),
    ("referrer-policy", "no-referrer"),
];

fn is_api(path: &str) -> bool {
    path == "/api" || path.starts_with("/api/")
}

async fn admit(State(app): Shared, request: Request, next: Next) -> Response {
    let response = match app.guard.admits(&request, is_api(request.uri().path())) {
        Ok(()) => next.run(request).await,
        Err(refusal) => refusal.into_response(),
    };
    (HEADERS, response).into_response()
}

struct Name(String);

impl<S: Send + Sync> FromRequestParts<S> for Name {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, ApiError> {
        let Path(name) = Path::from_request_parts(parts, state).await.map_err(|_| {
            let what = "the address holds what is not UTF-8";
            ApiError::new(Code::BadValue, what, "GET api/runs and GET api/jobs list what there is")
        })?;
        Ok(Self(name))
    }
}

/// How long an answer may wait for the end of the job: `?wait=SECONDS`.
struct Wait(Duration);

impl<S: Send + Sync> FromRequestParts<S> for Wait {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, ApiError> {
        #[derive(Deserialize)]
        #[serde(deny_unknown_fields)]
        struct Asked {
            #[serde(default)]
            wait: f64,
        }
        let asked = Query::from_request_parts(parts, state).await;
        let wait = asked.ok().map(|Query(Asked { wait })| wait);
        let wait = wait.filter(|wait| (0.0..=WAIT.as_secs_f64()).contains(wait));
        wait.map(|wait| Self(Duration::from_secs_f64(wait))).ok_or_else(|| {
            let what = "the address asks for what is not known";
            let most = WAIT.as_secs();
            let advice = format!("nothing may follow but ?wait=S, S from 0 to {most}");
            ApiError::new(Code::BadValue, what, advice)
        })
    }
}

/// The content of a request, with limits of its length and of the time it takes to arrive.
struct Json<T>(T);

impl<T: DeserializeOwned> FromRequest<Arc<App>> for Json<T> {
    type Rejection = ApiError;

    async fn from_request(request: Request, app: &Arc<App>) -> Result<Self, ApiError> {
        let kind = request.headers().get(CONTENT_TYPE).and_then(|kind| kind.to_str().ok());
        let kind = kind.and_then(|kind| kind.split(';').next()).unwrap_or_default().trim();
        // A page elsewhere can make a browser send forms, but not this without asking first.
        if !kind.eq_ignore_ascii_case("application/json") {
            let what = "the request's content is not declared to be JSON";
            let advice = "send it with `Content-Type: application/json`";
            return Err(ApiError::new(Code::NotJson, what, advice));
        }
        let patience = app.limits.patience;
        let body = tokio::time::timeout(patience, content(request.into_body())).await;
        let body = body.map_err(|_| {
            let most = patience.as_secs();
            let what = format!("the request's content took more than {most} s to arrive");
            ApiError::new(Code::Slow, what, "send the request again, faster")
        })??;
        serde_json::from_slice(&body).map(Self).map_err(|error| {
            let (code, fault, advice) = if error.is_data() {
                (Code::BadValue, "cannot be used", "api/openapi.json describes what can be asked")
            } else {
                let advice = "send one JSON object; api/openapi.json describes them";
                (Code::BadJson, "is not JSON", advice)
            };
            ApiError::new(code, format!("the request {fault}: {error}"), advice)
        })
    }
}

async fn content(mut body: Body) -> Result<Vec<u8>, ApiError> {
    // A client that is still sending when the connection is closed may lose the answer, so a little more
    // than is allowed is read, and thrown away.
    const READ: u64 = 16 * BODY as u64;

    let announced = body.size_hint().lower();
    let (mut content, mut length) = (Vec::new(), 0);
    while announced.max(length) <= READ
        && let Some(frame) = body.frame().await
    {
        let frame = frame.map_err(|_| {
            let what = "the request's content broke off";
            ApiError::new(Code::BadRequest, what, "send the request again")
        })?;
        // Trailers mean nothing here.
        let Ok(data) = frame.into_data() else { continue };
        length += data.len() as u64;
        if length <= BODY as u64 {
            content.extend_from_slice(&data);
        }
    }
    if announced.max(length) <= BODY as u64 {
        return Ok(content);
    }
    let what = format!("the request's content is longer than {BODY} bytes");
    let advice = "send less; to name every square of the largest board takes half of that";
    Err(ApiError::new(Code::TooLong, what, advice))
}

type Shared = State<Arc<App>>;
type Answer = Result<Response, ApiError>;

async fn info(State(app): Shared) -> Response {
    reply(StatusCode::OK, &app.info)
}

async fn openapi() -> impl IntoResponse {
    ([(CONTENT_TYPE, "application/json"), (CACHE_CONTROL, "no-cache")], OPENAPI)
}

/// A path that starts the job that a request describes.
fn starting<T: DeserializeOwned + Send + 'static>(
    task: fn(&T, &Limits) -> Result<Task, ApiError>,
) -> MethodRouter<Arc<App>> {
    post(async move |State(app): Shared, Wait(wait): Wait, Json(request): Json<T>| {
        app.start(task(&request, &app.limits)?, wait).await
    })
}

async fn jobs(State(app): Shared) -> Response {
    reply(StatusCode::OK, &app.jobs.document())
}

async fn job(State(app): Shared, Name(id): Name, Wait(wait): Wait) -> Answer {
    let job = app.jobs.get(&id)?;
    job.ends_within(wait).await;
    Ok(reply(StatusCode::OK, &job.document()))
}

async fn stop(State(app): Shared, Name(id): Name) -> Answer {
    let job = app.jobs.get(&id)?;
    let at_work = app.jobs.stop_or_forget(&job);
    let status = if at_work { StatusCode::ACCEPTED } else { StatusCode::OK };
    Ok(reply(status, &job.document()))
}

async fn job_events(State(app): Shared, Name(id): Name, headers: HeaderMap) -> Answer {
    events::of_job(&app, app.jobs.get(&id)?, &headers)
}

async fn list_runs(State(app): Shared) -> Answer {
    Ok(reply(StatusCode::OK, &app.runs.list(&app.jobs).await?))
}

async fn create_run(State(app): Shared, Json(request): Json<PlanRequest>) -> Answer {
    Ok(reply(StatusCode::CREATED, &app.runs.create(request).await?))
}

async fn run(State(app): Shared, Name(name): Name) -> Answer {
    Ok(reply(StatusCode::OK, &app.run_state(&name).await?))
}

async fn run_events(State(app): Shared, Name(name): Name, headers: HeaderMap) -> Answer {
    events::of_run(app, name, &headers).await
}

async fn work(
    State(app): Shared,
    Name(name): Name,
    Wait(wait): Wait,
    Json(mut request): Json<WorkRequest>,
) -> Answer {
    request.run = name;
    app.start(app.runs.work(request, &app.limits).await?, wait).await
}

async fn page(request: Request) -> Response {
    let path = request.uri().path();
    if is_api(path) {
        let advice = "api/openapi.json describes what there is";
        return ApiError::new(Code::NotFound, "there is nothing at this address", advice)
            .into_response();
    }
    if !matches!(*request.method(), Method::GET | Method::HEAD) {
        return ([(ALLOW, "GET,HEAD")], ApiError::method()).into_response();
    }
    page::get(path, request.headers()).unwrap_or_else(|| {
        ApiError::new(Code::NotFound, "the page has no such file", "begin at /").into_response()
    })
}
