//! The server: its address, its connections, its end.

use std::env::consts::{ARCH, OS};
use std::io;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr, TcpListener as StdListener};
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::server::graceful::GracefulShutdown;
use hyper_util::service::TowerToHyperService;
use queens::{Error, ErrorKind, StopFlag};
use queens_json::Machine;
use tokio::net::TcpListener;
use tokio::sync::Semaphore;
use tokio::time::{sleep, timeout};
use tokio_io_timeout::TimeoutStream;

use crate::api::router;
use crate::app::App;
use crate::guard::{Guard, new_token};
use crate::limits::Limits;
use crate::runs::Runs;

fn system(error: &io::Error) -> Error {
    let what = format!("the server cannot be started: {error}");
    Error::new(ErrorKind::Failed, what, "see whether the limits on processes and files are reached")
}

/// How often the flag that ends the server is looked at.
const TICK: Duration = Duration::from_millis(50);

/// The longest head of a request, in bytes, and its headers.
const HEAD: usize = 16 << 10;
const HEADERS: usize = 64;

/// How long answers under way may go on after the end of the last job.
const GRACE: Duration = Duration::from_secs(2);

/// How long jobs may take to stop: work on a run takes less than two seconds.
const STOPPING: Duration = Duration::from_secs(15);

/// The options of a server.
#[derive(Clone, Debug)]
pub struct Settings {
    /// The address to listen on; 127.0.0.1 by default.
    pub address: IpAddr,
    /// The port; 0 for any free one.
    pub port: u16,
    /// Whether to require a token on a loopback address too. On any other address it is always required.
    pub token: bool,
    /// Host names that requests may use, besides `localhost` and this machine's own name.
    pub names: Vec<String>,
    /// Runs, and folders of runs.
    pub runs: Vec<PathBuf>,
    /// The limits.
    pub limits: Limits,
    /// What it says of its machine.
    pub machine: Machine,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            address: IpAddr::V4(Ipv4Addr::LOCALHOST),
            port: 8092,
            token: false,
            names: Vec::new(),
            runs: Vec::new(),
            limits: Limits::default(),
            machine: Machine { cpu: ARCH.to_owned(), os: format!("{OS} {ARCH}") },
        }
    }
}

/// A server that has its address and waits to be run.
///
/// # Examples
///
/// ```
/// use queens::{Error, ErrorKind, StopFlag};
/// use queens_web::{Settings, Server};
///
/// let server = Server::bind(&Settings { port: 0, ..Settings::default() })?;
/// assert!(server.url().starts_with("http://127.0.0.1:"));
/// let stop = StopFlag::new();
/// stop.raise();
/// assert_eq!(server.run(&stop)?, 0);
/// # Ok::<_, queens::Error>(())
/// ```
#[derive(Debug)]
pub struct Server {
    listener: StdListener,
    address: SocketAddr,
    token: Option<String>,
    app: Arc<App>,
}

impl Server {
    /// Binds the address. From now on, connections are accepted and wait until the server runs.
    ///
    /// # Errors
    ///
    /// If the address is taken or not this machine's, or a directory is no directory.
    pub fn bind(options: &Settings) -> Result<Self, Error> {
        let runs = Runs::new(&options.runs)?;
        let wanted = SocketAddr::new(options.address, options.port);
        let bind = |error: io::Error| {
            let advice = match error.kind() {
                io::ErrorKind::AddrInUse => {
                    "another program serves there; choose another port, or 0 for one that is free"
                }
                io::ErrorKind::PermissionDenied => "choose a port from 1024 on, or 0",
                _ => "choose an address of this machine: 127.0.0.1, or 0.0.0.0 for all of them",
            };
            let what = format!("{wanted} cannot be served on: {error}");
            Error::new(ErrorKind::Failed, what, advice)
        };
        let listener = StdListener::bind(wanted).map_err(bind)?;
        listener.set_nonblocking(true).map_err(bind)?;
        let address = listener.local_addr().map_err(bind)?;
        let needs_token = options.token || !options.address.is_loopback();
        let token = needs_token.then(new_token).transpose();
        let token = token.map_err(|error| system(&error.into()))?;
        let own = gethostname::gethostname().into_string().ok();
        let names = options.names.iter().cloned().chain(own);
        let guard = Guard {
            names: names.map(|name| name.to_ascii_lowercase()).collect(),
            token: token.as_deref().map(|token| blake3::hash(token.as_bytes())),
        };
        let app = Arc::new(App::new(options.limits.clone(), guard, runs, &options.machine));
        Ok(Self { listener, address, token, app })
    }

    /// The address of the page, with the token if one is required. It is the part after `#`, which browsers do
    /// not send.
    pub fn url(&self) -> String {
        let address = match self.address.ip() {
            IpAddr::V4(address) if address.is_unspecified() => Ipv4Addr::LOCALHOST.into(),
            IpAddr::V6(address) if address.is_unspecified() => Ipv6Addr::LOCALHOST.into(),
            address => address,
        };
        let here = SocketAddr::new(address, self.address.port());
        match &self.token {
            Some(token) => format!("http://{here}/#token={token}"),
            None => format!("http://{here}/"),
        }
    }

    /// Serves until `stop` is raised. Then it accepts no more connections, stops the jobs, and finishes the
    /// answers that it has started. Returns the number of jobs that were running.
    ///
    /// Runs keep every finished range.
    ///
    /// # Errors
    ///
    /// If the system gives no threads.
    pub fn run(self, stop: &StopFlag) -> Result<usize, Error> {
        let runtime = tokio::runtime::Builder::new_multi_thread()
            // They wait for connections; what computes has threads of its own.
            .worker_threads(2)
            .max_blocking_threads(4)
            .thread_name("serve")
            .enable_all()
            .build()
            .map_err(|error| system(&error))?;
        let stopped = runtime.block_on(self.serve(stop));
        // The state of a large run may still be being read.
        runtime.shutdown_timeout(Duration::from_millis(500));
        stopped
    }

    async fn serve(self, stop: &StopFlag) -> Result<usize, Error> {
        let Self { listener, app, .. } = self;
        let listener = TcpListener::from_std(listener).map_err(|error| system(&error))?;
        let room = Arc::new(Semaphore::new(app.limits.connections));
        let service = TowerToHyperService::new(router(&app));
        let connections = GracefulShutdown::new();
        let patience = app.limits.patience;
        let mut http = http1::Builder::new();
        http.timer(TokioTimer::new()).header_read_timeout(patience);
        http.max_buf_size(HEAD).max_headers(HEADERS);
        let accept = async {
            loop {
                let room = Arc::clone(&room).acquire_owned().await.expect("it is never closed");
                let Ok((stream, _)) = listener.accept().await else {
                    // No file descriptors, or a connection that was gone at once.
                    sleep(TICK).await;
                    continue;
                };
                // An event is not to wait for the next one.
                let _ = stream.set_nodelay(true);
                let mut stream = TimeoutStream::new(stream);
                stream.set_write_timeout(Some(patience));
                let stream = TokioIo::new(Box::pin(stream));
                let connection = connections.watch(http.serve_connection(stream, service.clone()));
                tokio::spawn(async move {
                    // The client is gone, so there is no one to tell.
                    let _ = connection.await;
                    drop(room);
                });
            }
        };
        let raised = async {
            while !stop.is_raised() {
                sleep(TICK).await;
            }
        };
        tokio::select! {
            () = accept => {}
            () = raised => {}
        }
        drop(listener);
        let stopped = timeout(STOPPING, app.jobs.end()).await.unwrap_or_default();
        let _ = timeout(GRACE, connections.shutdown()).await;
        Ok(stopped)
    }
}
