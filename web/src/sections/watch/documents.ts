// Written by `npm run types` in web, from crates/queens-web/openapi.json.

/**
 * All documents, by their names.
 */
export interface Documents {
  Error: Error;
  Info: Info;
  KernelStatus: KernelStatus;
  Limits: Limits;
  CountRequest: CountRequest;
  EstimateRequest: EstimateRequest;
  Problem: Problem;
  CompletionRequest: CompletionRequest;
  WorkRequest: WorkRequest;
  PlanRequest: PlanRequest;
  Job: Job;
  Progress: Progress;
  Jobs: Jobs;
  Count: Count;
  Estimate: Estimate;
  Completion: Completion;
  CompletionCount: CompletionCount;
  CompletionList: CompletionList;
  Work: Work;
  RunEntry: RunEntry;
  Runs: Runs;
  Run: Run;
  Status: Status;
}
/**
 * Why a request was rejected, or why a job failed.
 */
export interface Error {
  schema: "queens.error/1";
  /**
   * The kind of error, for programs.
   */
  code:
    | "bad_json"
    | "bad_request"
    | "bad_value"
    | "busy_run"
    | "conflict"
    | "ending"
    | "exists"
    | "failed"
    | "host"
    | "impossible"
    | "limit"
    | "method"
    | "not_found"
    | "not_json"
    | "origin"
    | "slow"
    | "time"
    | "token"
    | "too_long"
    | "too_many_jobs"
    | "too_many_streams";
  /**
   * What failed, and on what: one line.
   */
  what: string;
  /**
   * What to do about it: one line.
   */
  advice: string;
}
/**
 * This server.
 */
export interface Info {
  schema: "queens.serve.info/1";
  /**
   * Version of the program.
   */
  version: string;
  /**
   * The processor.
   */
  cpu: string;
  /**
   * Operating system and architecture.
   */
  os: string;
  /**
   * Cores of the machine.
   */
  threads: number;
  kernels: KernelStatus[];
  /**
   * Items: Method.
   */
  methods: ("search" | "color")[];
  limits: Limits;
  /**
   * Folders in which runs can be created.
   */
  folders: string[];
}
/**
 * A kernel.
 */
export interface KernelStatus {
  /**
   * Kernel; api/info tells which are available.
   */
  name: "scalar" | "portable" | "avx2" | "avx512";
  available: boolean;
  /**
   * Why it is not available.
   */
  reason: string | null;
}
/**
 * The limits of this server.
 */
export interface Limits {
  /**
   * Largest n of a count.
   */
  count_n: number;
  /**
   * Largest n of a new run.
   */
  run_n: number;
  /**
   * Largest n of an estimate.
   */
  estimate_n: number;
  /**
   * Largest n of a completion.
   */
  complete_n: number;
  /**
   * Time limit of a job, except work on a run.
   */
  seconds: number;
  /**
   * Memory of a job, in bytes.
   */
  memory: string;
  /**
   * Threads of a job.
   */
  threads: number;
  /**
   * Jobs that run at once.
   */
  jobs: number;
  /**
   * Ended jobs that are kept.
   */
  kept: number;
  /**
   * Completions that a job lists.
   */
  list: number;
  /**
   * Length of a request's content.
   */
  body_bytes: number;
}
/**
 * A count of the plain board.
 */
export interface CountRequest {
  /**
   * Size of the board.
   */
  n: number;
  /**
   * Method.
   */
  method?: "search" | "color";
  /**
   * Kernel; api/info tells which are available.
   */
  kernel?: "scalar" | "portable" | "avx2" | "avx512";
  /**
   * Threads; by default all that a job may have.
   */
  threads?: number;
  /**
   * Count by symmetry too.
   */
  fundamental?: boolean;
  /**
   * The job fails when it is not done within this many seconds; by default the server's limit.
   */
  seconds?: number;
}
/**
 * An estimate of Q(n): by a clock or by a number of probes, ten seconds by default.
 */
export interface EstimateRequest {
  /**
   * Size of the board.
   */
  n: number;
  /**
   * Send probes for this many seconds.
   */
  seconds?: number;
  /**
   * Send this many probes.
   */
  probes?: number;
  /**
   * The same probes and seed give the same estimate.
   */
  seed?: number;
  /**
   * Threads; by default all that a job may have.
   */
  threads?: number;
}
/**
 * A partly filled board (docs/formats.md); a square is the letter of its column and the number of its row: a1 is top left.
 */
export interface Problem {
  /**
   * Size of the board.
   */
  n: number;
  schema?: "queens.problem/1";
  /**
   * On a torus, diagonals continue at the opposite edge.
   */
  topology?: "plain" | "torus";
  /**
   * Superqueens also attack as knights; the default is queens.
   */
  pieces?: "queens" | "superqueens";
  /**
   * Squares with queens.
   */
  queens?: string[];
  /**
   * Blocked squares.
   */
  blocked?: string[];
  /**
   * A square of each excluded \ diagonal.
   */
  excluded_diags?: string[];
  /**
   * A square of each excluded / diagonal.
   */
  excluded_antis?: string[];
}
/**
 * A question about a partly filled board.
 */
export interface CompletionRequest {
  problem: Problem;
  /**
   * find: a completion, or the proof that there is none; count: how many there are; list: all of them in lexicographic order.
   */
  answer?: "find" | "count" | "list";
  /**
   * List at most this many.
   */
  limit?: number;
  /**
   * Threads; by default all that a job may have.
   */
  threads?: number;
  /**
   * The job fails when it is not done within this many seconds; by default the server's limit.
   */
  seconds?: number;
}
/**
 * Work on a run.
 */
export interface WorkRequest {
  /**
   * Number of a shard from 0, or all.
   */
  shard?: string;
  /**
   * Threads; by default all that a job may have.
   */
  threads?: number;
  /**
   * Kernel; api/info tells which are available.
   */
  kernel?: "scalar" | "portable" | "avx2" | "avx512";
  /**
   * End within this many seconds; without it, when the shard is complete.
   */
  seconds?: number;
}
/**
 * A new run.
 */
export interface PlanRequest {
  /**
   * Name of its directory.
   */
  name: string;
  /**
   * Size of the board.
   */
  n: number;
  /**
   * How many processes can share the work; 1 by default.
   */
  shards?: number;
  /**
   * One of the folders that api/info names; optional if there is only one.
   */
  folder?: string;
}
/**
 * A job.
 */
export interface Job {
  schema: "queens.job/1";
  /**
   * Its number.
   */
  id: string;
  /**
   * What kind of work it is.
   */
  kind: "count" | "estimate" | "completion" | "work";
  /**
   * Its state. Stopped: by DELETE, or because the server ended.
   */
  state: "running" | "done" | "stopped" | "failed";
  /**
   * The request; for work on a run also the run's name, as run.
   */
  request: {};
  /**
   * When it began, in seconds since 1970.
   */
  created: number;
  /**
   * How long it has been running, or ran.
   */
  seconds: number;
  progress: Progress | null;
  /**
   * The result. A stopped job may have a partial one.
   */
  result: Count | Estimate | Completion | CompletionCount | CompletionList | Work | null;
  failure: Error | null;
}
/**
 * How far a job is, in forecast work.
 */
export interface Progress {
  /**
   * The share that is done.
   */
  fraction: number;
  /**
   * The work that is done.
   */
  done: string;
  /**
   * The work in all.
   */
  expected: string | null;
  /**
   * What the work is measured in.
   */
  unit: "nodes" | "nanoseconds" | "parts" | "probes";
  /**
   * Work per second since the job began.
   */
  per_second: number | null;
  /**
   * At that rate; null until a thousandth of the work is done.
   */
  seconds_left: number | null;
}
/**
 * A count: `queens count`.
 */
export interface Count {
  schema: "queens.count/1";
  /**
   * Size of the board.
   */
  n: number;
  /**
   * Q(n).
   */
  total: string;
  /**
   * Visited nodes; by color, placements.
   */
  nodes: string;
  /**
   * Time.
   */
  seconds: number;
  /**
   * `search` or `color`.
   */
  method: string;
  /**
   * The kernel that counted.
   */
  kernel: string;
  /**
   * Threads that counted.
   */
  threads: number;
  /**
   * Solutions that differ up to symmetry.
   */
  fundamental?: string;
  /**
   * Solutions that a half turn maps to themselves.
   */
  half_turn?: string;
  /**
   * Orbits by their sizes: 1, 2, 4, 8.
   *
   * Items: The number of orbits of one size.
   */
  orbits?: {
    /**
     * Solutions in each.
     */
    size: number;
    /**
     * How many there are.
     */
    count: string;
  }[];
  /**
   * Solutions that a quarter turn maps to themselves.
   */
  quarter_turn?: string;
}
/**
 * An estimate: `queens estimate`.
 */
export interface Estimate {
  schema: "queens.estimate/1";
  /**
   * Size of the board.
   */
  n: number;
  /**
   * Estimate of Q(n), in decimal digits, perhaps with a fraction.
   */
  mean: string;
  /**
   * Its standard error, likewise.
   */
  std_error: string;
  /**
   * Standard error divided by mean.
   */
  relative_error: number;
  /**
   * Logarithm of the mean; null for 0.
   */
  log10_mean: number | null;
  /**
   * Whether the probes visited every solution.
   */
  exact: boolean;
  /**
   * Probes.
   */
  probes: number;
  /**
   * Seed.
   */
  seed: number;
  /**
   * Time.
   */
  seconds: number;
}
/**
 * A completion, or the proof that there is none: `queens complete`.
 */
export interface Completion {
  schema: "queens.complete/1";
  /**
   * The board that was completed.
   */
  problem: {
    schema: "queens.problem/1";
    n: number;
    /**
     * How the edges of the board behave.
     */
    topology: "plain" | "torus";
    queens: string[];
    blocked: string[];
    excluded_diags: string[];
    excluded_antis: string[];
    /**
     * Left out where it is queens: older versions read what needs no more than they know.
     */
    pieces?: "queens" | "superqueens";
    /**
     * Left out for the same reason; a row of letters for each row.
     */
    regions?: string[] | null;
  };
  /**
   * Whether there is a completion.
   */
  solvable: boolean;
  /**
   * The column of each row's queen, from 1.
   */
  columns: number[] | null;
  /**
   * Visited nodes.
   */
  nodes: string;
  /**
   * Times that the search started again.
   */
  restarts: string;
  /**
   * Time.
   */
  seconds: number;
}
/**
 * How many completions there are: `queens complete --count`.
 */
export interface CompletionCount {
  schema: "queens.complete.count/1";
  /**
   * The board.
   */
  problem: {
    schema: "queens.problem/1";
    n: number;
    /**
     * How the edges of the board behave.
     */
    topology: "plain" | "torus";
    queens: string[];
    blocked: string[];
    excluded_diags: string[];
    excluded_antis: string[];
    /**
     * Left out where it is queens: older versions read what needs no more than they know.
     */
    pieces?: "queens" | "superqueens";
    /**
     * Left out for the same reason; a row of letters for each row.
     */
    regions?: string[] | null;
  };
  /**
   * Its completions.
   */
  total: string;
  /**
   * Visited nodes.
   */
  nodes: string;
  /**
   * Time.
   */
  seconds: number;
}
/**
 * Completions in lexicographic order: `queens complete --list`, written piece by piece.
 */
export interface CompletionList {
  schema: "queens.complete.list/1";
  /**
   * The board.
   */
  problem: {
    schema: "queens.problem/1";
    n: number;
    /**
     * How the edges of the board behave.
     */
    topology: "plain" | "torus";
    queens: string[];
    blocked: string[];
    excluded_diags: string[];
    excluded_antis: string[];
    /**
     * Left out where it is queens: older versions read what needs no more than they know.
     */
    pieces?: "queens" | "superqueens";
    /**
     * Left out for the same reason; a row of letters for each row.
     */
    regions?: string[] | null;
  };
  /**
   * Of each completion, the column of each row's queen, from 1.
   */
  placements: number[][];
  /**
   * False if there may be more: the list was limited or interrupted.
   */
  whole: boolean;
  /**
   * From a server: time.
   */
  seconds?: number | null;
}
/**
 * The result of work on a run.
 */
export interface Work {
  schema: "queens.serve.work/1";
  run: string;
  shard: string;
  /**
   * Why it ended.
   */
  ended: "complete" | "stopped" | "until";
  /**
   * Ranges counted by this job.
   */
  counted: number;
  /**
   * Ranges of the shard that are missing.
   */
  missing: number;
  /**
   * Q(n), after work on all shards that completed the run.
   */
  total: string | null;
}
/**
 * All jobs.
 */
export interface Jobs {
  schema: "queens.jobs/1";
  /**
   * The newest first.
   */
  jobs: Job[];
}
/**
 * A run, as its plan describes it.
 */
export interface RunEntry {
  /**
   * Name in this API: of the directory, or FOLDER:DIRECTORY.
   */
  name: string;
  /**
   * Hash of the plan.
   */
  run: string;
  /**
   * Size of the board.
   */
  n: number;
  /**
   * Ranges of row patterns.
   */
  ranges: number;
  /**
   * Shards.
   */
  shards: number;
  /**
   * Whether it is complete and merged.
   */
  certificate: boolean;
  /**
   * The job that works on it.
   */
  job: string | null;
}
/**
 * The runs that this server knows.
 */
export interface Runs {
  schema: "queens.serve.runs/2";
  runs: RunEntry[];
  /**
   * Items: A directory whose plan cannot be used.
   */
  unusable: {
    name: string;
    what: string;
    advice: string;
  }[];
}
/**
 * How far a run is.
 */
export interface Run {
  schema: "queens.serve.run/2";
  name: string;
  status: Status;
  /**
   * Q(n), as the certificate states it.
   */
  total: string | null;
  /**
   * The job that works on it.
   */
  job: string | null;
  /**
   * The time of this state, in seconds since 1970.
   */
  at: number;
}
/**
 * How far a run is. As JSON, schema `queens.run.status/2`.
 */
export interface Status {
  schema: "queens.run.status/2";
  /**
   * Name of the run: the hash of its plan.
   */
  run: string;
  /**
   * Size of the board.
   */
  n: number;
  /**
   * All ranges.
   */
  ranges: number;
  /**
   * Ranges that are counted.
   */
  done: number;
  /**
   * The part of the forecast work that is done, from 0 to 1.
   */
  fraction: number;
  /**
   * Ranges counted per second in the last ten minutes, or since the first attempt began.
   */
  ranges_per_second: number;
  /**
   * The seconds left at the rate of these minutes; `None` if no range was counted in them.
   */
  seconds_left: number | null;
  /**
   * Ranges counted more than once.
   */
  duplicates: number;
  /**
   * Results of ranges that have another one, too.
   */
  conflicts: number;
  /**
   * Whether a merge found every range, and a total that cannot be right.
   */
  refused: boolean;
  /**
   * Damaged lines.
   */
  damaged: number;
  /**
   * Files that are not parts of the run, with reasons.
   */
  foreign: {
    file: string;
    reason: string;
  }[];
  /**
   * Whether there is a certificate.
   */
  certificate: boolean;
  /**
   * Each shard; at the end attempts at all shards together, if there are any.
   *
   * Items: How far a shard is.
   */
  shards: {
    /**
     * The shard: its number, or `all`.
     */
    shard: string;
    /**
     * Its ranges.
     */
    ranges: number;
    /**
     * Its ranges that are counted, by any attempt.
     */
    done: number;
    /**
     * Attempts at it.
     */
    attempts: number;
    /**
     * Attempts without an end: running, or killed.
     */
    open: number;
    /**
     * The seconds since the last of these wrote a line.
     */
    silent_seconds: number | null;
    /**
     * How the last attempt ended, if it did: `complete`, `stopped`, `until` or `failed`.
     */
    ended: string | null;
    /**
     * Damaged lines in its parts.
     */
    damaged: number;
  }[];
}
