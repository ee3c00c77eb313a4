//! What the API computes, and what it refuses to.

use std::num::NonZeroUsize;
use std::time::Duration;

use queens::board::squares;
use queens::{Completer, Estimator, Options, Problem, SymmetryClasses, known};
use queens_json::from_one;
use queens_web::Limits;
use serde_json::{Value, json};

use crate::server::{Served, job_path};

#[test]
fn counts_are_the_published_ones_by_either_method() {
    let server = Served::new();
    for n in 0..=13_u32 {
        for method in ["search", "color"] {
            let body = json!({ "n": n, "method": method, "fundamental": true }).to_string();
            let job = server.done("/api/counts", &body);
            assert!(job["state"] == "done" && job["kind"] == "count", "{job}");
            let result = &job["result"];
            let total = known::TOTAL.at(n).unwrap();
            assert_eq!(result["total"], total.to_string(), "n = {n}, {method}");
            let classes = SymmetryClasses::of(n, total, &Options::new()).unwrap();
            assert_eq!(result["fundamental"], classes.fundamental().to_string());
            assert_eq!(result["half_turn"], classes.half_turn.to_string());
            assert_eq!(result["method"], method);
            assert_eq!(job["progress"]["fraction"], 1.0, "{job}");
            assert_eq!(job["request"], json!({ "n": n, "method": method, "fundamental": true }));
        }
    }
    let one = server.done("/api/counts", r#"{"n":10,"kernel":"scalar","threads":1}"#);
    assert!(one["result"]["kernel"] == "scalar" && one["result"]["threads"] == 1, "{one}");
    assert!(one["result"]["fundamental"].is_null());
}

#[test]
fn estimates_are_those_of_the_library() {
    let server = Served::new();
    let job = server.done("/api/estimates", r#"{"n":20,"probes":20000,"seed":3}"#);
    let estimate = Estimator::new(20).probes(20_000).seed(3).run().unwrap();
    assert_eq!(job["result"]["mean"].as_str().unwrap().parse(), Ok(estimate.mean));
    assert_eq!(job["result"]["std_error"].as_str().unwrap().parse(), Ok(estimate.std_error));
    assert_eq!(job["result"]["probes"], estimate.probes);
    // By the clock it ends by itself, and its progress is that of the clock.
    let end = server.done("/api/estimates", r#"{"n":28,"seconds":1.5}"#);
    assert_eq!(end["state"], "done");
    assert_eq!(end["progress"]["unit"], "probes");
    assert!(end["seconds"].as_f64().unwrap() >= 1.5);
    assert!(end["result"]["probes"].as_u64().unwrap() > 0);
}

#[test]
fn completions_are_those_of_the_library() {
    let server = Served::new();
    let ask = |body: Value| server.done("/api/completions", &body.to_string())["result"].clone();
    let corner = json!({ "n": 8, "queens": ["a1"] });
    let problem = Problem::new(8).with_queen("a1".parse().unwrap()).unwrap();
    let list = Completer::new(&problem).list().unwrap();
    let all: Vec<Vec<u32>> = list.map(|item| from_one(&item.unwrap())).collect();

    let found = ask(json!({ "problem": corner }));
    let columns: Vec<u32> = serde_json::from_value(found["columns"].clone()).unwrap();
    assert!(found["solvable"] == true && all.contains(&columns), "{found}");
    let count = ask(json!({ "problem": corner, "answer": "count" }));
    assert_eq!(count["total"], all.len().to_string());
    let list = ask(json!({ "problem": corner, "answer": "list" }));
    assert!(list["placements"] == json!(all) && list["whole"] == true, "{list}");
    let list = ask(json!({ "problem": corner, "answer": "list", "limit": 2 }));
    assert!(list["placements"] == json!(all[..2]) && list["whole"] == false, "{list}");
    let none = ask(json!({ "problem": { "n": 6, "queens": ["c3"] } }));
    assert_eq!((&none["solvable"], &none["columns"]), (&json!(false), &Value::Null));
    let torus = json!({ "problem": { "n": 13, "topology": "torus" }, "answer": "count" });
    let torus = server.done("/api/completions", &torus.to_string());
    assert_eq!(torus["result"]["total"], known::TORUS.at(13).unwrap().to_string());
    let progress = &torus["progress"];
    assert!(progress["fraction"] == 1.0 && progress["unit"] == "parts", "{progress}");
    // Every square of the largest board can be named.
    let every: Vec<String> = squares(128).map(|square| square.to_string()).collect();
    let full = ask(json!({ "problem": { "n": 128, "blocked": every } }));
    assert_eq!(full["solvable"], false);
    let plain = ask(json!({ "problem": { "n": 12 }, "answer": "count" }));
    assert_eq!(plain["total"], known::TOTAL.at(12).unwrap().to_string());
}

#[test]
fn impossible_requests_are_rejected_with_a_reason() {
    let threads = NonZeroUsize::new(2).unwrap();
    let server = Served::with_limits(Limits {
        count_n: 27,
        time: Duration::from_mins(1),
        memory: 4_000_000,
        threads,
        jobs: 1,
        ..Limits::default()
    });
    for (path, body, status, code) in [
        ("counts", r#"{"n":28}"#, 422, "limit"),
        ("counts", r#"{"n":27,"method":"color"}"#, 422, "limit"),
        ("counts", r#"{"n":4294967295}"#, 422, "limit"),
        ("counts", r#"{"n":4294967296}"#, 400, "bad_value"),
        ("counts", r#"{"n":-1}"#, 400, "bad_value"),
        ("counts", r#"{"n":8.5}"#, 400, "bad_value"),
        ("counts", r#"{"n":"8"}"#, 400, "bad_value"),
        ("counts", "{}", 400, "bad_value"),
        ("counts", "[]", 400, "bad_value"),
        ("counts", "8", 400, "bad_value"),
        ("counts", r#"{"n":8,"m":1}"#, 400, "bad_value"),
        ("counts", r#"{"n":8,"n":9}"#, 400, "bad_value"),
        ("counts", r#"{"n":8"#, 400, "bad_json"),
        ("counts", r#"{"n":8}}"#, 400, "bad_json"),
        ("counts", "", 400, "bad_json"),
        ("counts", "\u{0}", 400, "bad_json"),
        ("counts", r#"{"n":8,"method":"magic"}"#, 400, "bad_value"),
        ("counts", r#"{"n":8,"kernel":"abacus"}"#, 422, "impossible"),
        ("counts", r#"{"n":8,"method":"color","kernel":"scalar"}"#, 422, "impossible"),
        ("counts", r#"{"n":8,"threads":0}"#, 422, "limit"),
        ("counts", r#"{"n":8,"threads":3}"#, 422, "limit"),
        ("counts", r#"{"n":8,"seconds":0}"#, 422, "limit"),
        ("counts", r#"{"n":8,"seconds":61}"#, 422, "limit"),
        ("counts", r#"{"n":8,"seconds":1e999}"#, 400, "bad_json"),
        ("counts?wait=31", r#"{"n":8}"#, 400, "bad_value"),
        ("counts?wait=-1", r#"{"n":8}"#, 400, "bad_value"),
        ("counts?wait=nan", r#"{"n":8}"#, 400, "bad_value"),
        ("counts?weight=1", r#"{"n":8}"#, 400, "bad_value"),
        ("estimates", r#"{"n":129}"#, 422, "impossible"),
        ("estimates", r#"{"n":28,"probes":0}"#, 422, "impossible"),
        ("estimates", r#"{"n":28,"probes":99999999999999}"#, 422, "impossible"),
        ("estimates", r#"{"n":28,"probes":10,"seconds":1}"#, 400, "bad_value"),
        ("estimates", r#"{"n":28,"seconds":61}"#, 422, "limit"),
        ("completions", r#"{"problem":{"n":129}}"#, 422, "impossible"),
        ("completions", r#"{"problem":{"n":2000000000}}"#, 422, "impossible"),
        ("completions", r#"{"problem":{"n":28},"answer":"count"}"#, 422, "limit"),
        ("completions", r#"{"problem":{"n":8,"queens":["a1","b2"]}}"#, 400, "bad_value"),
        ("completions", r#"{"problem":{"n":8,"queens":["z99"]}}"#, 400, "bad_value"),
        ("completions", r#"{"problem":{"n":8},"limit":5}"#, 400, "bad_value"),
        ("completions", r#"{"problem":{"n":8},"answer":"list","limit":1001}"#, 422, "limit"),
        ("completions", r#"{"problem":{"n":8},"answer":"list","limit":0}"#, 422, "limit"),
        ("completions", r#"{"problem":{"n":8},"answer":"solve"}"#, 400, "bad_value"),
        ("runs", r#"{"name":"r8","n":8}"#, 400, "bad_value"),
        ("runs/r8/work", "{}", 404, "not_found"),
    ] {
        server.refuses("POST", &format!("/api/{path}"), Some(body), (status, code));
    }
    for path in ["/api/jobs/1", "/api/jobs/x", "/api/jobs/-1", "/api/jobs/1/events", "/api/runs/x"]
    {
        server.refuses("GET", path, None, (404, "not_found"));
    }
    assert_eq!(server.get("/api/jobs")["jobs"], json!([]), "none of it became a job");
}

#[test]
fn jobs_are_stopped_and_forgotten() {
    let server = Served::new();
    let job = server.post("/api/counts", r#"{"n":20,"kernel":"scalar"}"#);
    assert_eq!((&job["state"], &job["result"]), (&json!("running"), &Value::Null));
    let path = job_path(&job);
    assert_eq!(server.ask("DELETE", &path, None).0, 202);
    let job = server.ended(&job);
    assert_eq!((&job["state"], &job["failure"]), (&json!("stopped"), &Value::Null));
    assert_eq!(server.get("/api/jobs")["jobs"], json!([job]));
    // Of what has ended, every word stays as it is.
    assert_eq!(server.get(&path), job);
    assert_eq!(server.ask("DELETE", &path, None).0, 200);
    server.refuses("GET", &path, None, (404, "not_found"));
    server.refuses("DELETE", &path, None, (404, "not_found"));
}

#[test]
fn a_job_ends_when_its_time_is_over() {
    let server = Served::new();
    let corner = |n: u32| json!({ "n": n, "queens": ["a1"] });
    for (path, body) in [
        ("/api/counts", json!({ "n": 20, "kernel": "scalar", "seconds": 0.3 })),
        ("/api/completions", json!({ "problem": corner(24), "answer": "count", "seconds": 0.3 })),
    ] {
        let job = server.done(path, &body.to_string());
        assert!(job["state"] == "failed" && job["failure"]["code"] == "time", "{job}");
        assert!(job["seconds"].as_f64().unwrap() >= 0.3);
    }
    let large = json!({ "problem": corner(30), "answer": "count" }).to_string();
    server.refuses("POST", "/api/completions", Some(&large), (422, "limit"));
}

#[test]
fn running_and_kept_jobs_are_limited() {
    let server = Served::with_limits(Limits { jobs: 2, kept: 3, ..Limits::default() });
    let slow = r#"{"n":20,"kernel":"scalar","threads":1}"#;
    let jobs = [server.post("/api/counts", slow), server.post("/api/counts", slow)];
    let answer = server.raw("POST", "/api/counts", Some(slow));
    assert_eq!((answer.status, answer.header("retry-after")), (429, Some("5")));
    server.refuses("POST", "/api/estimates", Some(r#"{"n":20}"#), (429, "too_many_jobs"));
    for job in &jobs {
        server.ask("DELETE", &job_path(job), None);
        server.ended(job);
    }
    // As soon as the end is told there is room.
    for _ in 0..20 {
        server.done("/api/counts", r#"{"n":6}"#);
    }
    let known = server.get("/api/jobs");
    let ids = known["jobs"].as_array().unwrap().iter().map(|job| &job["id"]);
    assert_eq!(ids.collect::<Vec<_>>(), ["22", "21", "20"]);
}
