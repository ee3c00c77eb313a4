//! `queens serve`: the page, and a JSON API behind it.

use std::io::IsTerminal;
use std::net::IpAddr;
use std::process::{Command, Stdio};
use std::thread;

use queens::engine::search::MAX_N;
use queens_web::{Limits, Server, Settings};

use crate::command::prelude::*;

/// Serve the page and its API: learn, explore, solve, count, watch runs.
#[derive(ClapArgs, Debug)]
#[command(
    long_about = "Serve the page to this machine, and behind it a JSON API that counts, estimates, \
                  completes boards and works on runs, with live progress. The address is printed; \
                  Ctrl-C ends it. docs/serve.md describes the API.",
    after_help = "\
Examples:
  queens serve --open                      the page, in the browser
  queens serve --port 0                    on a free port; the printed address has it
  queens serve --dir r22 --dir runs        with the run r22, and all runs in the folder runs
  queens serve --bind 0.0.0.0 --max-n 18   for other machines that have the token

  curl -s '127.0.0.1:8092/api/counts?wait=10' -H 'content-type: application/json' -d '{\"n\":14}'

The server only answers this machine, unless --bind names another address. Then every request to
the API needs the token in the printed address. Nothing is encrypted: across a network, use
`ssh -L 8092:127.0.0.1:8092 MACHINE`. SIGINT and SIGTERM stop the server and its jobs; runs keep
every finished range. Exit code 130 or 143."
)]
pub(crate) struct Args {
    /// Port; 0 for any free one.
    #[arg(short, long, value_name = "P", default_value_t = 8092)]
    port: u16,
    /// Open the page in a browser, if there is one.
    #[arg(long)]
    open: bool,
    /// Run, or folder of runs, to watch and work on; can be repeated.
    #[arg(long = "dir", value_name = "PATH")]
    dirs: Vec<PathBuf>,
    /// Address to listen on; unless it is a loopback address, requests need a token.
    #[arg(long, value_name = "ADDRESS", default_value = "127.0.0.1")]
    bind: IpAddr,
    /// Require a token from users of this machine too.
    #[arg(long)]
    token: bool,
    /// Another host name that requests may use for this server, such as that of a proxy; can be repeated.
    #[arg(long = "allow-host", value_name = "NAME", value_parser = arguments::host)]
    names: Vec<String>,
    /// Largest n of a count.
    #[arg(long, value_name = "N", default_value_t = 20, value_parser = clap::value_parser!(u32).range(1..=i64::from(MAX_N)))]
    max_n: u32,
    /// Time limit of a job, except work on a run: 10m or 1h.
    #[arg(long, value_name = "T", default_value = "1h", value_parser = arguments::length)]
    time: Duration,
    /// Memory for all jobs together: 700M or 4G [default: nine tenths of the free memory].
    #[arg(long, value_name = "SIZE", value_parser = arguments::memory)]
    memory: Option<u64>,
    /// Threads of a job [default: all cores].
    #[arg(short = 'j', long, value_name = "N", value_parser = arguments::threads)]
    threads: Option<NonZeroUsize>,
    /// Number of jobs that run at once, each with an equal share of the memory.
    #[arg(long, value_name = "K", default_value_t = 4, value_parser = clap::value_parser!(u16).range(1..=64))]
    jobs: u16,
}

pub(crate) fn run(args: &Args) -> Result<Exit> {
    let stop = signal::raising_only()?;
    signal::outlive_file_limit()?;
    let unlimited = Limits::default();
    // What is free changes from moment to moment: a tenth is left alone.
    let free = || queens_run::available_memory().map(|free| free / 10 * 9);
    let server = Server::bind(&Settings {
        address: args.bind,
        port: args.port,
        token: args.token,
        names: args.names.clone(),
        runs: args.dirs.clone(),
        limits: Limits {
            count_n: args.max_n,
            time: args.time,
            memory: args.memory.or_else(free).unwrap_or(unlimited.memory),
            threads: args.threads.unwrap_or(unlimited.threads),
            jobs: args.jobs.into(),
            ..unlimited
        },
        machine: machine(),
    })?;
    let url = server.url();
    output::print(format!("{url}\n"))?;
    if !args.bind.is_loopback() {
        talk::note(
            "note: from other machines, use this machine's name or address, with the same token; \
             nothing is encrypted",
        );
    } else if io::stderr().is_terminal() {
        talk::note("Ctrl-C ends the server");
    }
    if args.open
        && let Err(error) = open(&url)
    {
        talk::note(format_args!("note: no browser could be opened: {error}"));
    }
    let jobs = match server.run(&stop)? {
        0 => "no job was running".to_owned(),
        1 => "one job was running; runs keep every finished range".to_owned(),
        jobs => format!("{jobs} jobs were running; runs keep every finished range"),
    };
    Err(Failure::Stopped(jobs))
}

fn open(url: &str) -> io::Result<()> {
    let words: &[&str] = match std::env::consts::OS {
        "macos" => &["open"],
        "windows" => &["cmd", "/c", "start", ""],
        _ => &["xdg-open"],
    };
    let mut command = Command::new(words[0]);
    command.args(&words[1..]).arg(url);
    command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    let mut child = command.spawn()?;
    // It may end at any time, and must be waited for.
    thread::Builder::new().spawn(move || child.wait()).map(drop)
}
