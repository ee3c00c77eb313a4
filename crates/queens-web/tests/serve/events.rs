//! Streams of events: in order, to the end, and again after a break.

use std::time::Duration;

use queens_testkit::http::Event;
use queens_web::Limits;
use serde_json::Value;

use crate::description::conforms;
use crate::server::Served;

fn job_of(event: &Event) -> Value {
    let job: Value = serde_json::from_str(&event.data).unwrap();
    conforms("Job", &job);
    job
}

#[test]
fn a_jobs_events_lead_to_its_end() {
    let server = Served::new();
    // About a second in a test's build: time for several events.
    let job = server.post("/api/counts", r#"{"n":14,"backend":"scalar","threads":1}"#);
    let path = format!("/api/jobs/{}/events", job["id"].as_str().unwrap());
    let all: Vec<Event> = server.events(&path, None).events().collect();
    let (last, before) = all.split_last().unwrap();
    assert_eq!(last.name, "end");
    let end = job_of(last);
    assert_eq!((&end["state"], &end["result"]["total"]), (&"done".into(), &"365596".into()));
    let mut fraction = 0.0;
    for event in before {
        assert_eq!(event.name, "progress");
        let job = job_of(event);
        assert_eq!(job["state"], "running");
        let now = job["progress"]["fraction"].as_f64().unwrap_or(0.0);
        assert!(now >= fraction, "progress goes forward");
        fraction = now;
    }
    let numbers: Vec<u64> = all.iter().map(|event| event.id.parse().unwrap()).collect();
    assert!(numbers.is_sorted_by(|one, next| one < next), "{numbers:?}");

    // Whoever has not the last event gets it, whoever has it gets nothing more.
    for id in [
        None,
        Some("0"),
        Some("rubbish"),
        Some("18446744073709551615"),
        Some(before[0].id.as_str()),
    ] {
        let again: Vec<Event> = server.events(&path, id).events().collect();
        assert_eq!(again, std::slice::from_ref(last), "{id:?}");
    }
    let (answer, _) = server.stream(&path, Some(&last.id));
    assert_eq!(answer.status, 204);
}

#[test]
fn only_so_many_streams_are_open() {
    let server = Served::with_limits(Limits { streams: 3, ..Limits::default() });
    let job = server.post("/api/counts", r#"{"n":20,"backend":"scalar","threads":1}"#);
    let path = format!("/api/jobs/{}/events", job["id"].as_str().unwrap());
    let mut open: Vec<_> = (0..3).map(|_| server.events(&path, None)).collect();
    assert_eq!(server.refused("GET", &path, None), (503, "too_many_streams".to_owned()));
    for connection in &mut open {
        assert_eq!(connection.events().next().unwrap().name, "progress");
    }
    // A reader that goes away makes room.
    open.pop();
    let room = (0..100).any(|_| {
        std::thread::sleep(Duration::from_millis(50));
        server.stream(&path, None).0.status == 200
    });
    assert!(room, "the stream of a reader that went away was closed");
    // What is in flight does not keep others waiting.
    assert_eq!(server.get("/api/info")["schema"], "queens.serve.info/1");
}
