//! Streams of events: in order, to the end, and again after a break.

use queens_testkit::eventually;
use queens_testkit::http::Event;
use queens_web::Limits;
use serde_json::Value;

use crate::description::conforms;
use crate::server::{Served, job_path};

fn job_of(event: &Event) -> Value {
    let job = event.json();
    conforms("Job", &job);
    job
}

#[test]
fn a_jobs_events_lead_to_its_end() {
    let server = Served::new();
    // It takes hours, and is stopped after some events.
    let job = server.post("/api/counts", r#"{"n":20,"kernel":"scalar","threads":1}"#);
    let job = job_path(&job);
    let path = format!("{job}/events");
    let mut connection = server.events(&path, None);
    let mut events = connection.events();
    let mut all = Vec::new();
    let fraction_of = |event: &Event| job_of(event)["progress"]["fraction"].as_f64();
    while all.len() < 4 || all.last().and_then(fraction_of) <= Some(0.0) {
        all.push(events.next().unwrap());
    }
    assert_eq!(server.ask("DELETE", &job, None).0, 202);
    all.extend(events);
    let (last, before) = all.split_last().unwrap();
    assert_eq!(last.name, "end");
    let end = job_of(last);
    assert!(end["state"] == "stopped" && end["progress"]["unit"] == "nodes", "{end}");
    assert!(end["progress"]["per_second"].as_f64() > Some(0.0), "{end}");
    let mut fraction = 0.0;
    for event in before {
        assert_eq!(event.name, "progress");
        assert_eq!(job_of(event)["state"], "running");
        let now = fraction_of(event).unwrap_or(0.0);
        assert!(now >= fraction, "progress goes forward");
        fraction = now;
    }
    let numbers: Vec<u64> = all.iter().map(|event| event.id.parse().unwrap()).collect();
    assert!(numbers.is_sorted_by(|one, next| one < next), "{numbers:?}");

    // A client without the last event gets it; one that has it gets nothing more.
    let first = before[0].id.as_str();
    for id in [None, Some("0"), Some("rubbish"), Some("18446744073709551615"), Some(first)] {
        let again: Vec<Event> = server.events(&path, id).events().collect();
        assert_eq!(again, std::slice::from_ref(last), "{id:?}");
    }
    let (answer, _) = server.stream(&path, Some(&last.id));
    assert_eq!(answer.status, 204);

    // The end of one that is done has its result.
    let job = server.done("/api/counts", r#"{"n":8}"#);
    let path = format!("{}/events", job_path(&job));
    let all: Vec<Event> = server.events(&path, None).events().collect();
    let [end] = all.as_slice() else { panic!("{all:?}") };
    assert_eq!((end.name.as_str(), job_of(end)), ("end", job));
    assert_eq!(job_of(end)["result"]["total"], "92");
}

#[test]
fn open_streams_are_limited() {
    let server = Served::with_limits(Limits { streams: 3, ..Limits::default() });
    let job = server.post("/api/counts", r#"{"n":20,"kernel":"scalar","threads":1}"#);
    let path = format!("{}/events", job_path(&job));
    let mut open: Vec<_> = (0..3).map(|_| server.events(&path, None)).collect();
    server.refuses("GET", &path, None, (503, "too_many_streams"));
    for connection in &mut open {
        assert_eq!(connection.events().next().unwrap().name, "progress");
    }
    // A reader that goes away makes room.
    open.pop();
    eventually("the stream of a reader that went away is closed", || {
        server.stream(&path, None).0.status == 200
    });
    // What is in flight does not keep others waiting.
    assert_eq!(server.get("/api/info")["schema"], "queens.serve.info/1");
}
