#!/usr/bin/env python3
"""Runs on Slurm's real daemons, and over ssh with GNU parallel, all on this machine, on loopback.

There are a controller and two nodes, each a `slurmd` on a port of its own. In the middle of a run, one node and all
that works on it is killed, the controller is killed and started again, and the node comes back. The certificate must
be that of an undisturbed run. `cargo xtask slurm` installs what this needs and calls `slurm.py QUEENS FOLDER`.
"""

import contextlib
import getpass
import json
import os
import re
import shutil
import signal
import socket
import subprocess
import sys
import time
from pathlib import Path

QUEENS, FOLDER = sys.argv[1], Path(sys.argv[2]).resolve()
USER, HOST = getpass.getuser(), socket.gethostname().split(".")[0]

# A quarter of a minute of work for two cores with AVX-512, so that there is time to kill.
N, SHARDS = "20", 6

# The longest that anything here may take.
PATIENCE = 15 * 60

# Daemons lie beside the PATH of ordinary users.
os.environ["PATH"] += ":/usr/sbin:/sbin:/usr/local/sbin"


class Failure(Exception):
    """What failed, and what to do."""


def call(*words, **environment):
    """What a program prints; it must succeed."""
    done = subprocess.run(
        [str(word) for word in words],
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        env=os.environ | environment,
        timeout=PATIENCE,
    )
    if done.returncode != 0:
        raise Failure(f"{words} ended with {done.returncode}: {done.stderr.strip()}")
    return done.stdout


def queens(*words, **environment):
    return call(QUEENS, *words, **environment)


def expect(said, wanted):
    if wanted not in said:
        raise Failure(f"{said!r} does not say {wanted!r}")


def wait(what, is_so):
    """Waits until something is so."""
    start = time.monotonic()
    while time.monotonic() - start < PATIENCE:
        if is_so():
            print(f"{what}: after {time.monotonic() - start:.1f} s", file=sys.stderr)
            return
        time.sleep(0.2)
    raise Failure(f"it did not happen that {what}")


def free_port():
    with socket.create_server(("127.0.0.1", 0)) as listener:
        return listener.getsockname()[1]


def daemon(log, *words, **environment):
    """Starts a daemon in the foreground."""
    with open(log, "w") as output:
        return subprocess.Popen(
            [str(word) for word in words],
            stdin=subprocess.DEVNULL,
            stdout=output,
            stderr=output,
            env=os.environ | environment,
        )


def kill(process):
    process.kill()
    process.wait()


def fresh(folder, mode):
    folder.mkdir(parents=True)
    folder.chmod(mode)
    return folder


class Cluster:
    """Slurm on two nodes of this machine."""

    def __init__(self, folder):
        self.folder, self.config = folder, folder / "slurm.conf"
        self.ports = [free_port() for _ in range(3)]
        self.daemons = {}

    def up(self):
        folder = self.folder
        # munge trusts only what no other user may write.
        for part in ["log", "state", "run"]:
            fresh(folder / part, 0o755)
        folder.chmod(0o755)
        self.config.write_text(self.configuration())
        # Without it, slurmd looks for the cgroups of the machine.
        (folder / "cgroup.conf").write_text("CgroupPlugin=cgroup/v1\n")
        key = folder / "munge.key"
        key.write_bytes(os.urandom(128))
        key.chmod(0o400)
        files = {
            "key-file": "munge.key",
            "socket": "run/munge.sock",
            "pid-file": "run/munged.pid",
            "log-file": "log/munged.log",
            "seed-file": "run/munged.seed",
        }
        options = [f"--{name}={folder / file}" for name, file in files.items()]
        self.start("munged", "munged", "--foreground", "--force", *options)
        wait("munge listens", (folder / "run/munge.sock").exists)
        self.start("slurmctld", "slurmctld", "-D")
        for node in ["n1", "n2"]:
            self.start_node(node)
        wait("both nodes are idle", lambda: self.asked("sinfo", "-h", "-t", "idle", "-o", "%D") == "2")

    def configuration(self):
        """Everything on loopback, nothing that needs more rights than the user has."""
        d, [controller, *nodes] = self.folder, self.ports
        text = f"""ClusterName=queens
SlurmctldHost={HOST}(127.0.0.1)
SlurmUser={USER}
SlurmdUser={USER}
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
PartitionName=main Nodes=ALL Default=YES MaxTime=INFINITE State=UP
"""
        for node, port in zip(["n1", "n2"], nodes, strict=True):
            text += f"NodeName={node} NodeHostname={HOST} NodeAddr=127.0.0.1 Port={port} CPUs=2 RealMemory=1000\n"
        return text

    def start(self, name, *words):
        log = self.folder / f"log/{name}.out"
        self.daemons[name] = daemon(log, *words, SLURM_CONF=str(self.config))

    def start_node(self, name):
        self.start(name, "slurmd", "-D", "-N", name)

    def call(self, *words):
        return call(*words, SLURM_CONF=str(self.config))

    def asked(self, *words):
        """What one of Slurm's programs answers; nothing while the controller starts."""
        with contextlib.suppress(Failure):
            return self.call(*words).strip()

    def workers(self, node):
        """The processes of this cluster's jobs on a node, by their environment."""
        wanted = {f"SLURMD_NODENAME={node}".encode(), f"SLURM_CONF={self.config}".encode()}
        found = []
        for process in Path("/proc").glob("[0-9]*"):
            with contextlib.suppress(OSError):
                if wanted <= set((process / "environ").read_bytes().split(b"\0")):
                    found.append(int(process.name))
        return found

    def kill_node(self, name):
        """Kills a node as a power failure would: its daemon, the jobs' keepers, the jobs."""
        kill(self.daemons.pop(name))
        workers, keepers = self.workers(name), set()
        for pid in workers:
            with contextlib.suppress(OSError):
                status = Path(f"/proc/{pid}/status").read_text()
                keepers.add(int(re.search(r"^PPid:\s*(\d+)", status, re.MULTILINE)[1]))
        # The keepers first, so that none reports the death of the others. Some may have ended in the meantime.
        for pid in [*(keepers - {0, 1}), *workers]:
            with contextlib.suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)

    def restart_controller(self):
        # It has ended when this returns, and its port is free.
        kill(self.daemons["slurmctld"])
        self.start("slurmctld", "slurmctld", "-D")
        wait("the controller answers", lambda: self.asked("squeue", "-h") is not None)

    def listens_on_loopback_only(self):
        listening = set()
        for table in ["/proc/net/tcp", "/proc/net/tcp6"]:
            for line in Path(table).read_text().splitlines()[1:]:
                _, local, _, state, *_ = line.split()
                address, port = local.split(":")
                # State 0A is LISTEN; 127.0.0.1 is written from its last byte to its first.
                if state == "0A" and int(port, 16) in self.ports:
                    listening.add(int(port, 16))
                    if address != "0100007F":
                        raise Failure(f"one of Slurm's daemons listens on {local}, not on loopback")
        if listening != set(self.ports):
            raise Failure(f"of the ports {self.ports} only {listening} are listened on")

    def show_logs(self):
        for log in sorted((self.folder / "log").iterdir()):
            lines = log.read_text(errors="replace").splitlines()
            print(f"--- {log}", *lines[-15:], sep="\n", file=sys.stderr)

    def stop(self):
        self.asked("scancel", "--user", USER)
        for node in {"n1", "n2"} & self.daemons.keys():
            self.kill_node(node)
        for process in self.daemons.values():
            kill(process)


def status(run):
    return json.loads(queens("run", "status", run, "--format", "json"))


def on_slurm(slurm, total, undisturbed):
    slurm.listens_on_loopback_only()
    run = FOLDER / "run"
    queens("run", "plan", N, "--dir", run, "--shards", SHARDS)

    def submit():
        return slurm.call(QUEENS, "run", "submit", "slurm", run)

    said = submit()
    # The limits are the plan's.
    for words in ["Submitted batch job", " --requeue --mem=", " --time="]:
        expect(said, words)
    # A second submission while the first one runs.
    said = submit()
    expect(said, "6 of these wait or run in Slurm already")
    expect(said, "nothing to submit")

    def done():
        return status(run)["done"]

    wait("both nodes at work", lambda: done() >= 4 and len(slurm.workers("n1")) >= 2)
    print("node n1 dies, and all that works on it", file=sys.stderr)
    slurm.kill_node("n1")
    before = done()
    wait("the other node goes on", lambda: done() > before)
    print("the controller dies and comes back", file=sys.stderr)
    slurm.restart_controller()

    def state():
        return slurm.call("sinfo", "-h", "-N", "-n", "n1", "-o", "%T").strip()

    wait("the controller finds the node dead", lambda: "down" in state())
    print("the node comes back", file=sys.stderr)
    slurm.start_node("n1")
    wait("the node is taken back", lambda: state() in {"idle", "mixed", "allocated"})

    def is_empty():
        # A requeued element waits until its credential has expired. Slurm holds one that it could not launch on the
        # node just back; an administrator releases it.
        queue = slurm.call("squeue", "-h", "-r", "-o", "%i %r").splitlines()
        for line in queue:
            if "held" in line:
                slurm.call("scontrol", "release", line.split()[0])
        return not queue

    wait("the queue is empty", is_empty)
    said = submit()
    if "Submitted batch job" in said:
        raise Failure(f"the array ended before its shards were complete: {said}")
    expect(said, "nothing to submit")
    if sum(shard["attempts"] for shard in status(run)["shards"]) <= SHARDS:
        raise Failure("no shard was started a second time: let this count a larger board, see N")
    expect(queens("run", "merge", run), total)
    certificates = [(folder / "certificate.json").read_bytes() for folder in [run, undisturbed]]
    if certificates[0] != certificates[1]:
        raise Failure(f"the certificates of {run} and {undisturbed} differ")
    print(f"Slurm: {total}, and the certificate is that of an undisturbed run", file=sys.stderr)


@contextlib.contextmanager
def ssh_server(folder):
    """An ssh server on loopback, with keys of its own: the configuration of its client."""
    fresh(folder, 0o700)
    # sshd gives its children up to an empty folder, which Debian's service makes.
    if USER == "root":
        Path("/run/sshd").mkdir(exist_ok=True)
    for key in ["host_key", "user_key"]:
        call("ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", folder / key)
    shutil.copy(folder / "user_key.pub", folder / "authorized_keys")
    port = free_port()
    (folder / "sshd_config").write_text(f"""ListenAddress 127.0.0.1:{port}
HostKey {folder}/host_key
AuthorizedKeysFile {folder}/authorized_keys
PidFile {folder}/sshd.pid
StrictModes no
UsePAM no
PasswordAuthentication no
PermitRootLogin prohibit-password
""")
    client = folder / "ssh_config"
    client.write_text(f"""Host loopback
  HostName 127.0.0.1
  Port {port}
  User {USER}
  IdentityFile {folder}/user_key
  IdentitiesOnly yes
  UserKnownHostsFile {folder}/known_hosts
  StrictHostKeyChecking accept-new
  LogLevel ERROR
""")
    client.chmod(0o600)
    log = folder / "sshd.log"
    # sshd starts itself again for each connection, and so asks for its whole path.
    server = daemon(log, shutil.which("sshd"), "-D", "-e", "-f", folder / "sshd_config")

    def answers():
        if server.poll() is not None:
            raise Failure(f"sshd ended: {log.read_text()}")
        with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", port)):
            return True

    try:
        wait("sshd answers", answers)
        yield client
    finally:
        kill(server)


def over_ssh():
    """The recipe of `queens run submit --help`: GNU parallel over ssh."""
    folder, run = FOLDER / "ssh", FOLDER / "parallel"
    with ssh_server(folder) as config:
        queens("run", "plan", "14", "--dir", run, "--shards", "5")
        options = ["--will-cite", "--ssh", f"ssh -F {config}", "--sshlogin", "loopback", "--jobs", "2"]
        shards = ["{}", ":::", *"01234"]
        print(call("parallel", *options, QUEENS, "run", "work", run, *shards, HOME=str(folder)))
    expect(queens("run", "merge", run), f"Q(14) = {queens('count', '14', '-q').strip()}")
    verified = queens("run", "verify", run, "--sample", "100", "--kernel", "portable")
    expect(verified, "every range was counted again")
    print("GNU parallel over ssh: the total is right, every range counted again", file=sys.stderr)


def main():
    shutil.rmtree(FOLDER, ignore_errors=True)
    undisturbed = FOLDER / "undisturbed"
    queens("run", "plan", N, "--dir", undisturbed, "--shards", SHARDS)
    queens("run", "work", undisturbed, "all", "-j", "2")
    total = queens("run", "merge", undisturbed).splitlines()[0]
    slurm = Cluster(FOLDER / "daemons")
    try:
        slurm.up()
        on_slurm(slurm, total, undisturbed)
    except Exception:
        slurm.show_logs()
        raise
    finally:
        slurm.stop()
    over_ssh()


try:
    main()
except Failure as failure:
    sys.exit(f"error: {failure}\nhelp: see what is in {FOLDER}, and the logs in daemons/log")
