//! Runs on Slurm's real daemons, and over ssh with GNU parallel: all on this machine, on loopback.
//!
//! Two nodes, each a `slurmd` on a port of its own, and a controller. In the middle of a run one node
//! and all that works on it is killed, the controller is killed and started again, and the node comes
//! back. The certificate must be that of an undisturbed run.

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::fs;
use std::net::TcpListener;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use crate::debian;
use crate::failure::Failure;
use crate::program::{Program, binary, root};

/// What must be there, and the Debian packages that bring it.
const PROGRAMS: [(&str, &str); 6] = [
    ("slurmctld", "slurmctld"),
    ("slurmd", "slurmd"),
    ("sbatch", "slurm-client"),
    ("munged", "munge"),
    ("sshd", "openssh-server"),
    ("parallel", "parallel"),
];

/// Packages that have no program of their own.
const MORE_PACKAGES: [&str; 3] = ["slurm-wlm", "slurm-wlm-basic-plugins", "openssh-client"];

/// A quarter of a minute of work for two cores with AVX-512, so that there is time to kill.
const N: &str = "20";
const SHARDS: &str = "6";

/// The longest that anything here may take.
const PATIENCE: Duration = Duration::from_mins(15);

/// Sees that Slurm, munge, ssh and GNU parallel are there; installs what is not.
fn tools() -> Result<(), Failure> {
    let lacking = || PROGRAMS.iter().filter(|(program, _)| find(program).is_none());
    if lacking().next().is_none() {
        return Ok(());
    }
    let mut packages: BTreeSet<&str> = lacking().map(|(_, package)| *package).collect();
    packages.extend(MORE_PACKAGES);
    debian::install(&packages.into_iter().collect::<Vec<_>>())?;
    match lacking().next() {
        None => Ok(()),
        Some((program, package)) => Err(Failure::new(
            format!("there is no `{program}`, although the package {package} is installed"),
            "put it on the PATH",
        )),
    }
}

fn user() -> String {
    Program::new("id -un").read().map_or_else(|_| String::new(), |name| name.trim().to_owned())
}

/// Where a program is: daemons lie beside the PATH of ordinary users.
fn find(program: &str) -> Option<PathBuf> {
    let path = std::env::var_os("PATH").unwrap_or_default();
    let more = ["/usr/sbin", "/sbin", "/usr/local/sbin"].map(PathBuf::from);
    std::env::split_paths(&path)
        .chain(more)
        .map(|dir| dir.join(program))
        .find(|file| file.is_file())
}

/// The whole test.
pub(crate) fn run() -> Result<(), Failure> {
    tools()?;
    Program::new("cargo build --release").run()?;
    let folder = root().join("target/slurm");
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).map_err(|error| at(&folder, &error))?;
    let undisturbed = folder.join("undisturbed");
    let dir = text(&undisturbed);
    queens(&["run", "plan", N, "--dir", &dir, "--shards", SHARDS])?;
    queens(&["run", "work", &dir, "all", "-j", "2"])?;
    let merged = queens(&["run", "merge", &dir])?;
    let total = merged.lines().next().unwrap_or_default();
    let slurm = Cluster::start(&folder)?;
    let outcome = on_slurm(&slurm, &folder, total, &undisturbed);
    if outcome.is_err() {
        slurm.show_logs();
    }
    drop(slurm);
    outcome?;
    over_ssh(&folder)
}

fn on_slurm(
    slurm: &Cluster,
    folder: &Path,
    total: &str,
    undisturbed: &Path,
) -> Result<(), Failure> {
    slurm.listens_on_loopback_only()?;
    let dir = folder.join("run");
    let run = text(&dir);
    queens(&["run", "plan", N, "--dir", &run, "--shards", SHARDS])?;
    let submit = ["run", "submit", "slurm", &run];
    let said = slurm.queens(&submit)?;
    expect(&said, "Submitted batch job")?;
    // The limits are the plan's.
    expect(&said, " --requeue --mem=")?;
    expect(&said, " --time=")?;
    // Whoever is in a hurry submits twice.
    let said = slurm.queens(&submit)?;
    expect(&said, "6 of these wait or run in Slurm already")?;
    expect(&said, "nothing to submit")?;

    wait("both nodes at work", || Ok(done(&dir)? >= 4 && slurm.workers("n1").len() >= 2))?;
    eprintln!("node n1 dies, and all that works on it");
    slurm.kill_node("n1");
    let then = done(&dir)?;
    wait("the other node goes on", || Ok(done(&dir)? > then))?;
    eprintln!("the controller dies and comes back");
    slurm.restart_controller()?;
    wait("the controller finds the node dead", || {
        let states = slurm.call("sinfo", &["-h", "-N", "-n", "n1", "-o", "%T"])?;
        Ok(states.contains("down"))
    })?;
    eprintln!("the node comes back");
    slurm.start_node("n1")?;
    wait("the node is taken back", || {
        let states = slurm.call("sinfo", &["-h", "-N", "-n", "n1", "-o", "%T"])?;
        Ok(["idle", "mixed", "allocated"].iter().any(|state| states.trim() == *state))
    })?;
    // A requeued element waits until its credential has expired.
    // Slurm holds one that it could not launch on the node just back; whoever runs a cluster releases it.
    wait("the queue is empty", || {
        let queue = slurm.call("squeue", &["-h", "-r", "-o", "%i %r"])?;
        for held in queue.lines().filter(|line| line.contains("held")) {
            let element = held.split_whitespace().next().unwrap_or_default();
            slurm.call("scontrol", &["release", element])?;
        }
        Ok(queue.trim().is_empty())
    })?;
    let said = slurm.queens(&submit)?;
    if said.contains("Submitted batch job") {
        eprintln!("{said}");
        return Err(Failure::new(
            "the array ended before its shards were complete",
            "see the logs of the elements in target/slurm/run/slurm",
        ));
    }
    expect(&said, "nothing to submit")?;
    let requeued = attempts(&dir)? > SHARDS.parse().expect("a number");
    if !requeued {
        return Err(Failure::new(
            "no shard was begun a second time: the dead node left nothing undone",
            "let the test count a larger board: see N in xtask/src/slurm.rs",
        ));
    }
    let merged = queens(&["run", "merge", &run])?;
    expect(&merged, total)?;
    let read = |dir: &Path| fs::read(dir.join("certificate.json")).map_err(|error| at(dir, &error));
    if read(&dir)? != read(undisturbed)? {
        return Err(Failure::new(
            "the certificate is not that of an undisturbed run",
            "compare the two in target/slurm",
        ));
    }
    eprintln!("Slurm: {total}, and the certificate is that of an undisturbed run");
    Ok(())
}

/// The recipe of `queens run submit --help`: GNU parallel over ssh.
fn over_ssh(folder: &Path) -> Result<(), Failure> {
    let server = SshServer::start(&folder.join("ssh"))?;
    let dir = folder.join("parallel");
    let run = text(&dir);
    queens(&["run", "plan", "14", "--dir", &run, "--shards", "5"])?;
    let queens_program = text(&binary("queens"));
    let ssh = format!("ssh -F {}", text(&server.config));
    let mut command = Command::new(find("parallel").expect("looked for above"));
    command
        .args(["--will-cite", "--ssh", &ssh, "--sshlogin", "loopback", "--jobs", "2"])
        .args([&queens_program, "run", "work", &run, "{}", ":::", "0", "1", "2", "3", "4"])
        .env("HOME", &server.folder);
    let said = output(command)?;
    eprint!("{said}");
    let merged = queens(&["run", "merge", &run])?;
    expect(&merged, &format!("Q(14) = {}", queens(&["count", "14", "-q"])?.trim()))?;
    let verified = queens(&["run", "verify", &run, "--sample", "100", "--backend", "portable"])?;
    expect(&verified, "every range was counted again")?;
    eprintln!("GNU parallel over ssh: the total is right, every range counted again");
    Ok(())
}

fn status(dir: &Path) -> Result<serde_json::Value, Failure> {
    let printed = queens(&["run", "status", &text(dir), "--format", "json"])?;
    serde_json::from_str(&printed)
        .map_err(|error| Failure::new(format!("`queens run status`: {error}"), "correct it"))
}

/// Ranges that are counted.
fn done(dir: &Path) -> Result<u64, Failure> {
    Ok(status(dir)?["done"].as_u64().unwrap_or(0))
}

/// Attempts at shards.
fn attempts(dir: &Path) -> Result<u64, Failure> {
    let status = status(dir)?;
    let shards = status["shards"].as_array().cloned().unwrap_or_default();
    Ok(shards.iter().filter_map(|shard| shard["attempts"].as_u64()).sum())
}

/// Runs the program.
fn queens(arguments: &[&str]) -> Result<String, Failure> {
    let mut command = Command::new(binary("queens"));
    command.args(arguments);
    output(command)
}

fn output(mut command: Command) -> Result<String, Failure> {
    let shown = format!("{command:?}");
    let output = command.stdin(Stdio::null()).output();
    let output = output.map_err(|error| Failure::new(format!("{shown}: {error}"), "install it"))?;
    if output.status.success() {
        return Ok(String::from_utf8_lossy(&output.stdout).into_owned());
    }
    let said = String::from_utf8_lossy(&output.stderr);
    Err(Failure::new(
        format!("{shown} ended with {}: {}", output.status, said.trim()),
        "the cause is what it says",
    ))
}

fn expect(said: &str, wanted: &str) -> Result<(), Failure> {
    if said.contains(wanted) {
        return Ok(());
    }
    Err(Failure::new(format!("{said:?} does not say {wanted:?}"), "see the step before"))
}

fn text(path: &Path) -> String {
    path.to_string_lossy().into_owned()
}

fn at(path: &Path, error: &std::io::Error) -> Failure {
    Failure::new(format!("{}: {error}", path.display()), "see whether you may write to target/")
}

fn write(path: &Path, content: &str, mode: u32) -> Result<(), Failure> {
    fs::write(path, content)
        .and_then(|()| fs::set_permissions(path, fs::Permissions::from_mode(mode)))
        .map_err(|error| at(path, &error))
}

/// A port of loopback that nobody uses now.
fn free_port() -> Result<u16, Failure> {
    TcpListener::bind("127.0.0.1:0").and_then(|listener| listener.local_addr()).map_or_else(
        |error| Err(Failure::new(format!("no free port: {error}"), "close some programs")),
        |address| Ok(address.port()),
    )
}

/// A daemon in the foreground, ended when it is dropped.
struct Daemon(Child);

impl Daemon {
    fn start(mut command: Command, log: &Path) -> Result<Self, Failure> {
        let log = fs::File::create(log).map_err(|error| at(log, &error))?;
        let shown = format!("{command:?}");
        let talk = log.try_clone().map_err(|error| Failure::new(error.to_string(), "try again"))?;
        let child = command.stdin(Stdio::null()).stdout(talk).stderr(log).spawn();
        child
            .map(Self)
            .map_err(|error| Failure::new(format!("{shown}: {error}"), "install the package"))
    }

    fn kill(&mut self) {
        // It may have ended by itself; then that is what was wanted.
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

impl Drop for Daemon {
    fn drop(&mut self) {
        self.kill();
    }
}

/// Slurm on two nodes of this machine.
struct Cluster {
    folder: PathBuf,
    config: PathBuf,
    _munge: Daemon,
    controller: std::cell::RefCell<Daemon>,
    nodes: std::cell::RefCell<Vec<(String, Daemon)>>,
}

impl Cluster {
    fn start(folder: &Path) -> Result<Self, Failure> {
        let daemons = folder.join("daemons");
        for part in ["log", "state", "run"] {
            let dir = daemons.join(part);
            fs::create_dir_all(&dir).map_err(|error| at(&dir, &error))?;
        }
        // munge trusts only what nobody else may write.
        for dir in [&daemons, &daemons.join("run"), &daemons.join("log")] {
            fs::set_permissions(dir, fs::Permissions::from_mode(0o755))
                .map_err(|error| at(dir, &error))?;
        }
        let config = daemons.join("slurm.conf");
        write(&config, &configuration(&daemons)?, 0o644)?;
        // Without it, slurmd looks for the cgroups of the machine.
        write(&daemons.join("cgroup.conf"), "CgroupPlugin=cgroup/v1\n", 0o644)?;
        let key = daemons.join("munge.key");
        let random = fs::File::open("/dev/urandom").and_then(|mut device| {
            let mut bytes = [0; 128];
            std::io::Read::read_exact(&mut device, &mut bytes).map(|()| bytes)
        });
        let random = random.map_err(|error| at(&key, &error))?;
        fs::write(&key, random).map_err(|error| at(&key, &error))?;
        fs::set_permissions(&key, fs::Permissions::from_mode(0o400))
            .map_err(|error| at(&key, &error))?;

        let mut munge = Command::new(find("munged").expect("looked for above"));
        let option = |name: &str, file: &str| format!("--{name}={}", text(&daemons.join(file)));
        munge.args(["--foreground", "--force"]);
        munge.args([option("key-file", "munge.key"), option("socket", "run/munge.sock")]);
        munge.args([option("pid-file", "run/munged.pid"), option("log-file", "log/munged.log")]);
        munge.arg(option("seed-file", "run/munged.seed"));
        let munge = Daemon::start(munge, &daemons.join("log/munged.out"))?;
        let socket = daemons.join("run/munge.sock");
        wait("munge listens", || Ok(socket.exists()))?;
        let controller = Self::controller(&daemons, &config)?;
        let cluster = Self {
            folder: daemons,
            config,
            _munge: munge,
            controller: controller.into(),
            nodes: Vec::new().into(),
        };
        for node in ["n1", "n2"] {
            cluster.start_node(node)?;
        }
        let idle = wait("both nodes are idle", || {
            // While the controller starts, nobody answers.
            let idle = cluster.call("sinfo", &["-h", "-t", "idle", "-o", "%D"]);
            Ok(idle.is_ok_and(|nodes| nodes.trim() == "2"))
        });
        if idle.is_err() {
            cluster.show_logs();
        }
        idle.map(|()| cluster)
    }

    fn controller(daemons: &Path, config: &Path) -> Result<Daemon, Failure> {
        let mut command = Command::new(find("slurmctld").expect("looked for above"));
        command.arg("-D").env("SLURM_CONF", config);
        Daemon::start(command, &daemons.join("log/slurmctld.out"))
    }

    fn start_node(&self, name: &str) -> Result<(), Failure> {
        let mut command = Command::new(find("slurmd").expect("looked for above"));
        command.args(["-D", "-N", name]).env("SLURM_CONF", &self.config);
        let daemon = Daemon::start(command, &self.folder.join(format!("log/{name}.out")))?;
        self.nodes.borrow_mut().push((name.to_owned(), daemon));
        Ok(())
    }

    /// Kills a node as a power failure would: its daemon, the jobs' keepers, the jobs.
    fn kill_node(&self, name: &str) {
        self.nodes.borrow_mut().retain_mut(|(other, daemon)| {
            let dies = other == name;
            if dies {
                daemon.kill();
            }
            !dies
        });
        let workers = self.workers(name);
        let keepers: BTreeSet<u32> = workers.iter().filter_map(|worker| parent(*worker)).collect();
        // The keepers first, so that nobody reports the death of the others.
        let dying: Vec<u32> = keepers.into_iter().filter(|pid| *pid > 1).chain(workers).collect();
        for pid in &dying {
            // It may have ended in the meantime.
            let _ = Program::new(&format!("kill -KILL {pid}")).run();
        }
    }

    /// The processes of this cluster's jobs on a node: those that have its name, and this cluster's
    /// configuration or run, in their environment.
    fn workers(&self, node: &str) -> Vec<u32> {
        let wanted = format!("SLURMD_NODENAME={node}");
        let config = format!("SLURM_CONF={}", text(&self.config));
        let Ok(processes) = fs::read_dir("/proc") else { return Vec::new() };
        let pids = processes.filter_map(|entry| entry.ok()?.file_name().to_str()?.parse().ok());
        pids.filter(|pid: &u32| {
            let environment = fs::read(format!("/proc/{pid}/environ")).unwrap_or_default();
            let has = |variable: &str| {
                environment.split(|byte| *byte == 0).any(|other| other == variable.as_bytes())
            };
            has(&wanted) && has(&config)
        })
        .collect()
    }

    fn restart_controller(&self) -> Result<(), Failure> {
        // It has ended when this returns, and its port is free.
        self.controller.borrow_mut().kill();
        *self.controller.borrow_mut() = Self::controller(&self.folder, &self.config)?;
        wait("the controller answers", || Ok(self.call("squeue", &["-h"]).is_ok()))
    }

    /// Runs one of Slurm's commands.
    fn call(&self, program: &str, arguments: &[&str]) -> Result<String, Failure> {
        let mut command = Command::new(program);
        command.args(arguments).env("SLURM_CONF", &self.config);
        output(command)
    }

    /// Runs our program where it finds this Slurm.
    fn queens(&self, arguments: &[&str]) -> Result<String, Failure> {
        let mut command = Command::new(binary("queens"));
        command.args(arguments).env("SLURM_CONF", &self.config);
        output(command)
    }

    /// Sees that whatever listens on the ports of the configuration does so on 127.0.0.1.
    fn listens_on_loopback_only(&self) -> Result<(), Failure> {
        let configured =
            fs::read_to_string(&self.config).map_err(|error| at(&self.config, &error))?;
        let words = configured.split_whitespace();
        let ports: BTreeSet<String> = words
            .filter_map(|word| word.strip_prefix("SlurmctldPort=").or(word.strip_prefix("Port=")))
            .filter_map(|port| Some(format!("{:04X}", port.parse::<u16>().ok()?)))
            .collect();
        let mut listening = BTreeSet::new();
        for table in ["/proc/net/tcp", "/proc/net/tcp6"] {
            for line in fs::read_to_string(table).unwrap_or_default().lines() {
                let fields: Vec<&str> = line.split_whitespace().collect();
                // State 0A is LISTEN; 127.0.0.1 is written from its last byte to its first.
                let [_, local, _, "0A", ..] = fields[..] else { continue };
                let Some((address, port)) = local.split_once(':') else { continue };
                if ports.contains(port) {
                    listening.insert(port.to_owned());
                    if address != "0100007F" {
                        return Err(Failure::new(
                            format!("one of Slurm's daemons listens on {local}, not on loopback"),
                            "correct the configuration in xtask/src/slurm.rs",
                        ));
                    }
                }
            }
        }
        if listening.len() != ports.len() {
            return Err(Failure::new(
                format!("of {} ports only {} are listened on", ports.len(), listening.len()),
                "see the logs in target/slurm/daemons/log",
            ));
        }
        Ok(())
    }

    /// Prints the ends of the daemons' logs.
    fn show_logs(&self) {
        let Ok(logs) = fs::read_dir(self.folder.join("log")) else { return };
        for log in logs.flatten() {
            let content = fs::read(log.path()).unwrap_or_default();
            let content = String::from_utf8_lossy(&content);
            let lines: Vec<&str> = content.lines().collect();
            eprintln!("--- {}", log.path().display());
            for line in &lines[lines.len().saturating_sub(15)..] {
                eprintln!("{line}");
            }
        }
    }
}

impl Drop for Cluster {
    fn drop(&mut self) {
        let _ = self.call("scancel", &["--user", &user()]);
        for node in ["n1", "n2"] {
            self.kill_node(node);
        }
    }
}

/// Waits until something is so.
fn wait(what: &str, mut is_so: impl FnMut() -> Result<bool, Failure>) -> Result<(), Failure> {
    let since = Instant::now();
    while since.elapsed() < PATIENCE {
        if is_so()? {
            eprintln!("{what}: after {:.1} s", since.elapsed().as_secs_f64());
            return Ok(());
        }
        thread::sleep(Duration::from_millis(200));
    }
    Err(Failure::new(
        format!("it did not come to pass that {what}"),
        "see the logs in target/slurm/daemons/log, whose ends are printed above",
    ))
}

fn parent(pid: u32) -> Option<u32> {
    let status = fs::read_to_string(format!("/proc/{pid}/status")).ok()?;
    let line = status.lines().find(|line| line.starts_with("PPid:"))?;
    line.split_whitespace().nth(1)?.parse().ok()
}

/// Slurm's configuration: everything on loopback, nothing that needs more rights than the user has.
fn configuration(daemons: &Path) -> Result<String, Failure> {
    let hostname = Program::new("hostname -s").read()?;
    let (hostname, user, d) = (hostname.trim(), user(), daemons.display());
    let [controller, first, second] = [free_port()?, free_port()?, free_port()?];
    let mut text = format!(
        "ClusterName=queens
SlurmctldHost={hostname}(127.0.0.1)
SlurmUser={user}
SlurmdUser={user}
AuthType=auth/munge
AuthInfo=socket={d}/run/munge.sock,cred_expire=5
CredType=cred/munge
CommunicationParameters=NoCtldInAddrAny,NoInAddrAny
SlurmctldPort={controller}
StateSaveLocation={d}/state
SlurmdSpoolDir={d}/spool.%n
SlurmctldPidFile={d}/run/slurmctld.pid
SlurmdPidFile={d}/run/slurmd.%n.pid
SlurmctldLogFile={d}/log/slurmctld.log
SlurmdLogFile={d}/log/slurmd.%n.log
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
JobAcctGatherType=jobacct_gather/none
AccountingStorageType=accounting_storage/none
SelectType=select/cons_tres
SelectTypeParameters=CR_Core
SwitchType=switch/none
MpiDefault=none
ReturnToService=2
SlurmdTimeout=5
SlurmctldTimeout=5
SlurmdParameters=config_overrides
"
    );
    for (node, port) in [("n1", first), ("n2", second)] {
        let _ = writeln!(
            text,
            "NodeName={node} NodeHostname={hostname} NodeAddr=127.0.0.1 Port={port} CPUs=2 \
             RealMemory=1000"
        );
    }
    text.push_str("PartitionName=main Nodes=ALL Default=YES MaxTime=INFINITE State=UP\n");
    Ok(text)
}

/// An ssh server on loopback, with keys of its own.
struct SshServer {
    folder: PathBuf,
    config: PathBuf,
    _daemon: Daemon,
}

impl SshServer {
    fn start(folder: &Path) -> Result<Self, Failure> {
        fs::create_dir_all(folder).map_err(|error| at(folder, &error))?;
        fs::set_permissions(folder, fs::Permissions::from_mode(0o700))
            .map_err(|error| at(folder, &error))?;
        // sshd gives its children up to an empty folder, which Debian's service makes.
        if user() == "root" {
            fs::create_dir_all("/run/sshd").map_err(|error| at(folder, &error))?;
        }
        let file = |name: &str| text(&folder.join(name));
        for key in ["host_key", "user_key"] {
            let mut command = Command::new("ssh-keygen");
            command.args(["-q", "-t", "ed25519", "-N", "", "-f", &file(key)]);
            output(command)?;
        }
        fs::copy(folder.join("user_key.pub"), folder.join("authorized_keys"))
            .map_err(|error| at(folder, &error))?;
        let port = free_port()?;
        let server = format!(
            "ListenAddress 127.0.0.1:{port}\nHostKey {}\nAuthorizedKeysFile {}\n\
             PidFile {}\nStrictModes no\nUsePAM no\nPasswordAuthentication no\n\
             PermitRootLogin prohibit-password\n",
            file("host_key"),
            file("authorized_keys"),
            file("sshd.pid"),
        );
        write(&folder.join("sshd_config"), &server, 0o600)?;
        let client = format!(
            "Host loopback\n  HostName 127.0.0.1\n  Port {port}\n  User {}\n  IdentityFile {}\n  \
             IdentitiesOnly yes\n  UserKnownHostsFile {}\n  StrictHostKeyChecking accept-new\n  \
             LogLevel ERROR\n",
            user(),
            file("user_key"),
            file("known_hosts"),
        );
        let config = folder.join("ssh_config");
        write(&config, &client, 0o600)?;
        let mut command = Command::new(find("sshd").expect("looked for above"));
        command.args(["-D", "-e", "-f", &file("sshd_config")]);
        let log = folder.join("sshd.log");
        let mut daemon = Daemon::start(command, &log)?;
        wait("sshd answers", || {
            if matches!(daemon.0.try_wait(), Ok(None)) {
                return Ok(std::net::TcpStream::connect(("127.0.0.1", port)).is_ok());
            }
            let said = fs::read_to_string(&log).unwrap_or_default();
            Err(Failure::new(format!("sshd ended: {}", said.trim()), "see target/slurm/ssh"))
        })?;
        Ok(Self { folder: folder.to_owned(), config, _daemon: daemon })
    }
}
