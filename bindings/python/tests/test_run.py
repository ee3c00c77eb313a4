"""Runs: planned, worked on, killed, merged, verified."""

from __future__ import annotations

import json
import pickle
import subprocess
import sys
import time
from pathlib import Path

import pytest
import queens_engine as queens
from queens_engine import Run


def test_a_run_from_plan_to_certificate(tmp_path):
    told = []
    run = Run.plan(12, tmp_path / "r12", shards=3)
    assert (run.n, run.shards) == (12, 3)
    assert run == Run(tmp_path / "r12") == pickle.loads(pickle.dumps(run))
    with pytest.raises(queens.IncompleteError) as caught:
        run.merge()
    assert len(str(caught.value).splitlines()) == 2
    worked = run.work(1, progress=lambda *parts: told.append(parts))
    assert worked.ended == "complete"
    assert worked.missing == 0
    assert told[-1][0] == told[-1][1]
    status = run.status()
    assert status.done == worked.counted < status.ranges == run.ranges
    assert not status.complete
    assert [shard.done for shard in status.shards] == [0, worked.counted, 0]
    assert run.work(1).counted == 0
    assert run.work(None).ended == "complete"  # shard 0, the next open one
    assert run.status().shards[0].ended == "complete"
    run.work("all", threads=2, kernel="portable")
    assert run.status().complete
    certificate = run.merge()
    assert certificate.total == queens.known()[12]
    assert certificate.fundamental == queens.known("A002562")[12]
    assert certificate.path.is_file()
    verified = run.verify(sample=10, seed=7)
    assert verified.holds
    assert verified.total == certificate.total
    assert len(verified.sample) >= 3
    assert len(verified.patterns) == 3
    assert queens.verify(certificate.path, sample=0).holds


def test_a_falsified_certificate_does_not_hold(tmp_path):
    run = Run.plan(10, tmp_path / "r10")
    run.work()
    path = run.merge().path
    text = path.read_text()
    copy = tmp_path / "certificate.json"
    copy.write_text(text.replace('"total": "724"', '"total": "732"'))
    assert not queens.verify(copy).holds


def test_errors_of_runs(tmp_path):
    with pytest.raises(queens.RunError, match="there is no run in"):
        Run(tmp_path / "nothing")
    with pytest.raises(queens.RunError, match="n = 3 is too small for a run"):
        Run.plan(3, tmp_path / "r3")
    with pytest.raises(queens.RunError, match="shards are not possible"):
        Run.plan(8, tmp_path / "r8", shards=0)
    run = Run.plan(8, tmp_path / "r8")
    with pytest.raises(queens.RunError, match="there is a run in"):
        Run.plan(8, tmp_path / "r8")
    with pytest.raises(queens.RunError, match="the run has no shard 7"):
        run.work(7)
    with pytest.raises(queens.InputError, match="a sample of 200 % is not possible"):
        run.verify(sample=200)
    (tmp_path / "r8" / "plan.json").write_text("{}")
    with pytest.raises(queens.RunError):
        Run(tmp_path / "r8")


def test_a_killed_worker_loses_the_current_ranges_alone(tmp_path):
    # Several seconds for the worker: it is killed long before it is done.
    run = Run.plan(19, tmp_path / "r19", ranges=200)
    code = "import sys, queens_engine; queens_engine.Run(sys.argv[1]).work(kernel='portable')"
    worker = subprocess.Popen([sys.executable, "-c", code, str(run.dir)])
    while run.status().done == 0:
        assert worker.poll() is None
        time.sleep(0.01)
    worker.kill()
    worker.wait()
    before = run.status()
    assert 0 < before.done < before.ranges
    worked = run.work()
    assert worked.counted == before.ranges - before.done
    assert run.merge().total == queens.known()[19]


def test_the_program_of_the_documents_recounts_a_certificate(tmp_path):
    program = Path(__file__).parents[3] / "docs" / "recount.py"

    def recount(*arguments):
        call = [sys.executable, str(program), *map(str, arguments)]
        return subprocess.run(call, capture_output=True, text=True, check=False)

    for n in (8, 9, 10):
        run = Run.plan(n, tmp_path / f"r{n}", ranges=6)
        run.work()
        path = run.merge().path
        document = json.loads(path.read_text())
        total = 0
        expected = []
        for k, entry in enumerate(document["ranges"]):
            solutions = entry.split()[2]
            expected.append(f"solutions of range {k}: {solutions}, as the certificate says")
            total += int(solutions)
        assert total == queens.known()[n]
        expected.append(f"all solutions: {total}, as the certificate says")
        expected.append(f"Merkle root: {document['merkle_root']}, as the certificate says")
        answer = recount(path, "all")
        assert answer.returncode == 0, answer.stderr
        assert answer.stdout.splitlines() == expected
        at = next(k for k, entry in enumerate(document["ranges"]) if entry.split()[2] != "0")
        false = path.read_text().replace(document["ranges"][at], document["ranges"][at] + "0")
        path.write_text(false)
        answer = recount(path, at)
        assert answer.returncode == 1
        assert recount(path, "root").returncode == 1
    answer = recount(path, "white-rows=0,2,5,9")
    assert answer.returncode == 0, answer.stderr
    assert answer.stdout.startswith("solutions of white rows 0,2,5,9: ")
    assert "CERTIFICATE all" in recount(path).stderr
    assert "no range 99" in recount(path, 99).stderr
    for record in (program.parent / "records").glob("*.json"):
        assert recount(record, "root").returncode == 0, record
