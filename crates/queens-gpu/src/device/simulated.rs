//! A card in plain Rust: the kernels again, lane by lane and in lockstep.
//!
//! It makes the driving of a card testable anywhere, is a second writing of the kernels to compare the first
//! with, and tells what a real card does not: how many lanes have work in each step, and how many words of
//! shared memory move.

use super::{Arg, Buffer, Device, FRAME, Failed, Kernel, LANES, STEPS};
use crate::order::TABLE;

/// Lanes that do the same instructions at the same time.
const WARP: usize = 32;
/// Tasks that a lane takes at once at most, as in the kernels.
const TAKEN: u32 = 16;

/// What the lanes did.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub(crate) struct Use {
    /// Steps of warps.
    pub(crate) steps: u64,
    /// Steps of lanes with a queen to put.
    pub(crate) queens: u64,
    /// Looks at the queue after which some lane of the warp had taken a task.
    pub(crate) refills: u64,
    /// Frames put on stacks and taken from them.
    pub(crate) frames: u64,
    /// Accesses of shared memory for them: a quarter of a warp moves its frames at once.
    pub(crate) quarters: u64,
}

/// A card that runs this many groups.
#[derive(Debug)]
pub(crate) struct Simulated {
    groups: u32,
    memory: u64,
    buffers: Vec<Vec<u32>>,
    pub(crate) used: std::sync::Arc<std::sync::Mutex<Use>>,
    /// Launches until the card fails, if it is to.
    pub(crate) fails_after: Option<u32>,
}

impl Simulated {
    pub(crate) fn new(groups: u32, memory: u64) -> Self {
        Self {
            groups,
            memory,
            buffers: Vec::new(),
            used: std::sync::Arc::default(),
            fails_after: None,
        }
    }
}

impl Device for Simulated {
    fn describe(&self) -> String {
        "simulated".to_owned()
    }

    fn memory(&self) -> (u64, u64) {
        (self.memory, self.memory)
    }

    fn groups(&self, _stack: u32) -> Result<u32, Failed> {
        Ok(self.groups)
    }

    fn allocate(&mut self, words: usize) -> Result<Buffer, Failed> {
        // Whatever was there before, as on a card.
        self.buffers.push(vec![0xdead_beef; words]);
        Ok(Buffer(self.buffers.len() - 1))
    }

    fn write(&mut self, to: Buffer, at: usize, words: &[u32]) -> Result<(), Failed> {
        self.buffers[to.0][at..at + words.len()].copy_from_slice(words);
        Ok(())
    }

    fn read(&mut self, from: Buffer, at: usize, words: &mut [u32]) -> Result<(), Failed> {
        words.copy_from_slice(&self.buffers[from.0][at..at + words.len()]);
        Ok(())
    }

    unsafe fn launch(
        &mut self,
        kernel: Kernel,
        groups: u32,
        stack: u32,
        args: &[Arg],
    ) -> Result<(), Failed> {
        if let Some(left) = &mut self.fails_after {
            *left = left.checked_sub(1).ok_or_else(|| Failed("it was to fail".to_owned()))?;
        }
        let (mut buffers, mut words) = (Vec::new(), Vec::new());
        for arg in args {
            match arg {
                Arg::Buffer(buffer) => buffers.push(buffer.0),
                Arg::Word(word) => words.push(*word),
            }
        }
        if kernel == Kernel::Expand {
            assert_eq!(stack, 0);
            expand(&mut self.buffers, &buffers, &words, groups);
        } else {
            let apart = kernel == Kernel::CountApart;
            let used = count(&mut self.buffers, &buffers, &words, groups, stack, apart);
            let mut sum = self.used.lock().expect("no thread panics with it");
            sum.steps += used.steps;
            sum.queens += used.queens;
            sum.refills += used.refills;
            sum.frames += used.frames;
            sum.quarters += used.quarters;
        }
        Ok(())
    }
}

fn expand(memory: &mut [Vec<u32>], buffers: &[usize], words: &[u32], groups: u32) {
    let &[states, tasks, owners, control, tallies] = buffers else { panic!("{buffers:?}") };
    let &[
        capacity,
        from,
        to,
        first,
        count,
        at,
        last,
        row,
        row_allowed,
        next,
        next_allowed,
        after,
        after_allowed,
        side,
    ] = words
    else {
        panic!("{words:?}")
    };
    assert_eq!(groups, count.div_ceil(LANES));
    let free = |cols: u32, anti: u64, diag: u64, row: u32, allowed: u32| {
        allowed & !(cols | (anti >> row) as u32 | (diag >> (last - row)) as u32)
    };
    for i in first..first + count {
        let state = &memory[states];
        let word = |k: u32| state[(from + k * capacity + i) as usize];
        let wide = |low: u32, high: u32| u64::from(low) | u64::from(high) << 32;
        let (cols, owner) = (word(0), word(5));
        let (anti, diag) = (wide(word(1), word(2)), wide(word(3), word(4)));
        let mut squares = free(cols, anti, diag, row, row_allowed);
        add(&mut memory[tallies], 4 * owner as usize + 2, u64::from(squares.count_ones()));
        while squares != 0 {
            let queen = squares & squares.wrapping_neg();
            squares ^= queen;
            let cols = cols | queen;
            let anti = anti | u64::from(queen) << row;
            let diag = diag | u64::from(queen) << (last - row);
            if free(cols, anti, diag, next, next_allowed) == 0
                || free(cols, anti, diag, after, after_allowed) == 0
            {
                continue;
            }
            let out = at + memory[control][2];
            memory[control][2] += 1;
            if side == 0 {
                let halves = |lines: u64| [lines as u32, (lines >> 32) as u32];
                let [anti, diag] = [halves(anti), halves(diag)];
                for (k, word) in (0..).zip([cols, anti[0], anti[1], diag[0], diag[1], owner]) {
                    memory[states][(to + k * capacity + out) as usize] = word;
                }
            } else {
                let (anti, diag) = ((anti >> next) as u32, (diag >> (last - next)) as u32);
                let columns = !cols & u32::MAX >> (31 - last);
                let (left, right) = if side == 1 { (diag, anti) } else { (anti, diag) };
                let squares = columns & next_allowed & !(left | right);
                memory[tasks][FRAME * out as usize..][..FRAME]
                    .copy_from_slice(&[columns, left, right, squares]);
                memory[owners][out as usize] = owner;
            }
        }
    }
}

fn add(words: &mut [u32], at: usize, amount: u64) {
    let sum = u64::from(words[at]) | u64::from(words[at + 1]) << 32;
    let sum = sum.checked_add(amount).expect("tallies fit 64 bits");
    (words[at], words[at + 1]) = (sum as u32, (sum >> 32) as u32);
}

/// A lane: what it is at, its stack with the empty frames below, what it has taken, its counters.
#[derive(Clone, Debug)]
struct Lane {
    columns: u32,
    left: u32,
    right: u32,
    squares: u32,
    stack: Vec<[u32; FRAME]>,
    next: u32,
    end: u32,
    owner: u32,
    solutions: u64,
    nodes: u64,
    done: bool,
}

/// What a step did: put a frame on the stack, took one from it.
struct Moved {
    put: bool,
    taken: bool,
}

impl Lane {
    /// The step of the kernels.
    fn step(&mut self, table: &[[u32; 2]], apart: bool, room: usize) -> Moved {
        let queen = self.squares & self.squares.wrapping_neg();
        // The kernels do not count these one by one.
        self.nodes += u64::from(queen != 0);
        let siblings = self.squares ^ queen;
        let columns = self.columns ^ queen;
        let open = columns.count_ones();
        let [next, after] = table[open as usize];
        let distance = |word: u32| if apart { word >> 30 } else { 1 };
        let left = (self.left | queen) << distance(next);
        let right = (self.right | queen) >> distance(next);
        let squares = columns & next & !(left | right);
        let after = columns & after & !(left << distance(after) | right >> distance(after));
        let complete = open == 1 && squares != 0;
        let lives = squares != 0 && after != 0;
        self.solutions += u64::from(complete);
        self.nodes += u64::from(complete);
        let put = lives && siblings != 0;
        if put {
            self.stack.push([self.columns, self.left, self.right, siblings]);
            assert!(self.stack.len() <= room, "the stack is too short");
        }
        self.squares = siblings;
        if lives {
            (self.columns, self.left, self.right, self.squares) = (columns, left, right, squares);
        }
        let taken = self.squares == 0;
        if taken {
            let frame = self.stack.pop().expect("as many empty frames as steps between looks");
            [self.columns, self.left, self.right, self.squares] = frame;
        }
        Moved { put, taken }
    }
}

const EMPTY: [u32; FRAME] = [1 << 31, u32::MAX, u32::MAX, 0];

#[allow(clippy::too_many_lines, reason = "one launch, in the order of the kernel's text")]
fn count(
    memory: &mut [Vec<u32>],
    buffers: &[usize],
    words: &[u32],
    groups: u32,
    stack: u32,
    apart: bool,
) -> Use {
    let &[tasks, owners, control, tallies, saved, table] = buffers else { panic!("{buffers:?}") };
    let &[total, rounds, 1] = words else { panic!("{words:?}") };
    let table: Vec<[u32; 2]> = memory[table].chunks_exact(2).map(|two| [two[0], two[1]]).collect();
    assert_eq!(table.len(), TABLE);
    let lanes = (groups * LANES) as usize;
    let room = stack as usize / (LANES as usize * FRAME * 4);
    let note = |slot: usize, lane: usize| FRAME * (slot * lanes + lane);
    let read = |memory: &[Vec<u32>], slot, lane| -> [u32; FRAME] {
        memory[saved][note(slot, lane)..][..FRAME].try_into().expect("four words")
    };
    let mut all: Vec<Lane> = Vec::new();
    for lane in 0..lanes {
        let [columns, left, right, squares] = read(memory, 0, lane);
        let [depth, next, end, owner] = read(memory, 1, lane);
        let mut stack = vec![EMPTY; STEPS as usize];
        stack.extend((0..depth as usize).map(|i| read(memory, 2 + i, lane)));
        let (solutions, nodes, done) = (0, 0, false);
        all.push(Lane {
            columns,
            left,
            right,
            squares,
            stack,
            next,
            end,
            owner,
            solutions,
            nodes,
            done,
        });
    }
    let flush = |lane: &mut Lane, tallies: &mut [u32]| {
        if lane.nodes > 0 {
            add(tallies, 4 * lane.owner as usize, lane.solutions);
            add(tallies, 4 * lane.owner as usize + 2, lane.nodes);
            (lane.solutions, lane.nodes) = (0, 0);
        }
    };
    let mut used = Use::default();
    // The warps take turns, round by round, as on a card whose scheduler is fair.
    for _ in 0..rounds {
        for warp in all.chunks_mut(WARP) {
            let mut refilled = false;
            for lane in warp.iter_mut().filter(|lane| lane.squares == 0 && !lane.done) {
                if lane.next == lane.end {
                    let left = total - lane.end.min(total);
                    let some = TAKEN.min(left / (8 * lanes as u32) + 1);
                    let from = memory[control][0].min(total);
                    memory[control][0] += some;
                    (lane.next, lane.end) = (from, (from + some).min(total));
                    if lane.next == lane.end {
                        lane.done = true;
                        continue;
                    }
                }
                let owner = memory[owners][lane.next as usize];
                if owner != lane.owner {
                    flush(lane, &mut memory[tallies]);
                    lane.owner = owner;
                }
                let task = &memory[tasks][FRAME * lane.next as usize..][..FRAME];
                (lane.columns, lane.left) = (task[0], task[1]);
                (lane.right, lane.squares) = (task[2], task[3]);
                lane.next += 1;
                lane.stack.clear();
                lane.stack.extend([EMPTY; STEPS as usize]);
                refilled = true;
            }
            used.refills += u64::from(refilled);
            if warp.iter().all(|lane| lane.done) {
                continue;
            }
            for _ in 0..STEPS {
                used.steps += 1;
                for quarter in warp.chunks_mut(WARP / 4) {
                    let (mut put, mut taken) = (false, false);
                    for lane in quarter.iter_mut().filter(|lane| !lane.done) {
                        used.queens += u64::from(lane.squares != 0);
                        let moved = lane.step(&table, apart, room);
                        used.frames += u64::from(moved.put) + u64::from(moved.taken);
                        put |= moved.put;
                        taken |= moved.taken;
                    }
                    used.quarters += u64::from(put) + u64::from(taken);
                }
            }
        }
        if all.iter().all(|lane| lane.done) {
            break;
        }
    }
    for (i, lane) in all.iter_mut().enumerate() {
        flush(lane, &mut memory[tallies]);
        let depth = if lane.squares == 0 { 0 } else { lane.stack.len() - STEPS as usize };
        let what = [lane.columns, lane.left, lane.right, lane.squares];
        let notes = [depth as u32, lane.next, lane.end, lane.owner];
        let frames = lane.stack.iter().skip(STEPS as usize).take(depth).copied();
        for (slot, frame) in [what, notes].into_iter().chain(frames).enumerate() {
            memory[saved][note(slot, i)..][..FRAME].copy_from_slice(&frame);
        }
        memory[control][1] += u32::from(lane.squares != 0 || lane.next != lane.end);
    }
    used
}
