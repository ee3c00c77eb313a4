//! A card: its memory, and the two kernels with every bound checked before a launch.
//!
//! This module and those below it hold all that is `unsafe` in the crate: calls of the drivers' C interfaces,
//! and launches, whose kernels trust their arguments.

#![allow(unsafe_code, reason = "drivers are C, and a kernel trusts its arguments")]

mod cuda;
mod opencl;
#[cfg(test)]
pub(crate) mod simulated;

use std::fmt;

use queens::Tally;
use queens::engine::search::Subproblem;

use crate::order::{Expansion, Order, Row, Side, TABLE};

pub(crate) use cuda::Cuda;
pub(crate) use opencl::OpenCl;

/// Lanes of a group, as in the kernels.
pub(crate) const LANES: u32 = 128;
/// Steps between two looks at the queue, as in the kernels.
pub(crate) const STEPS: u32 = 4;
/// Rounds of a slice at most. A lane's counters have 32 bits, and grow by two a step at most.
pub(crate) const MAX_ROUNDS: u32 = 1 << 27;
const _: () = assert!(2 * STEPS as u64 * (MAX_ROUNDS as u64) < 1 << 32);
/// Sub-problems of one call at most.
pub(crate) const OWNERS: usize = 1 << 16;
/// Levels of placements that wait for a queen: the rows of the shorter side.
const LEVELS: usize = 16;
/// Frames of a lane at most, beside what it is at.
const FRAMES: usize = 15;
/// Words of a placement.
const STATE: usize = 6;
/// Words of a task, a stack's frame, a lane's notes.
const FRAME: usize = 4;
/// Words of a tally.
const TALLY: usize = 4;

/// Why a device does not do what it was asked for.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Failed(pub(crate) String);

impl fmt::Display for Failed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// A piece of the device's memory, by its number.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Buffer(usize);

/// A kernel of kernels/queens.cl.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Kernel {
    Expand,
    CountNear,
    CountApart,
}

impl Kernel {
    const ALL: [Self; 3] = [Self::Expand, Self::CountNear, Self::CountApart];

    const fn name(self) -> &'static str {
        match self {
            Self::Expand => "expand",
            Self::CountNear => "count_near",
            Self::CountApart => "count_apart",
        }
    }
}

/// An argument of a kernel.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Arg {
    Buffer(Buffer),
    Word(u32),
}

/// What is asked of a driver: memory in words of 32 bits, and launches, one after the other.
pub(crate) trait Device: fmt::Debug + Send {
    /// The card's name, and what else tells it from others.
    fn describe(&self) -> String;

    /// Bytes of memory that one buffer may take at most, and all of them should take.
    fn memory(&self) -> (u64, u64);

    /// The groups that a counting kernel keeps running at the same time, with a stack of this many bytes a
    /// group.
    fn groups(&self, stack: u32) -> Result<u32, Failed>;

    /// A buffer of `words` words, of any content.
    fn allocate(&mut self, words: usize) -> Result<Buffer, Failed>;

    /// Writes words from the place `at` on. Panics if they do not fit.
    fn write(&mut self, to: Buffer, at: usize, words: &[u32]) -> Result<(), Failed>;

    /// Reads words from the place `at` on, once all launches are done. Panics past the end.
    fn read(&mut self, from: Buffer, at: usize, words: &mut [u32]) -> Result<(), Failed>;

    /// Launches a kernel, with a stack of this many bytes a group for those that count.
    ///
    /// # Safety
    ///
    /// The arguments are those of the kernel's text, in order, and keep it within the buffers.
    unsafe fn launch(
        &mut self,
        kernel: Kernel,
        groups: u32,
        stack: u32,
        args: &[Arg],
    ) -> Result<(), Failed>;
}

/// What is to be counted after a slice.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Rest {
    /// Tasks that were taken from the queue.
    pub(crate) taken: usize,
    /// Lanes that are at work.
    pub(crate) busy: u32,
}

/// A device with its buffers.
#[derive(Debug)]
pub(crate) struct Card {
    device: Box<dyn Device>,
    states: Buffer,
    tasks: Buffer,
    owners: Buffer,
    control: Buffer,
    tallies: Buffer,
    saved: Buffer,
    table: Buffer,
    /// Placements of a level at most.
    capacity: usize,
    /// Tasks at most.
    room: usize,
    /// Lanes at most.
    lanes: usize,
    /// The number of lanes whose notes `saved` holds.
    noted: Option<u32>,
    /// Of the call under way.
    call: Call,
}

/// What the kernels of one call rely on.
#[derive(Clone, Debug)]
struct Call {
    order: Option<Order>,
    owners: usize,
    waiting: [usize; LEVELS],
    tasks: usize,
}

impl Card {
    /// Allocates what the device's memory allows.
    pub(crate) fn new(mut device: Box<dyn Device>) -> Result<Self, Failed> {
        let (largest, memory) = device.memory();
        let most = |part: u64, bytes: usize, from: u64, to: u64| {
            (part.min(largest) / bytes as u64).clamp(from, to) as usize
        };
        let capacity = most(memory / 4, LEVELS * STATE * 4, 1 << 12, 1 << 22);
        let room = most(memory / 2, FRAME * 4, 1 << 14, 1 << 26);
        let groups = device.groups(stack_bytes(1))?.max(1) as usize;
        let lanes = groups * LANES as usize;
        let mut allocate = |words: usize| device.allocate(words);
        let states = allocate(LEVELS * STATE * capacity)?;
        let tasks = allocate(FRAME * room)?;
        let owners = allocate(room)?;
        let control = allocate(4)?;
        let tallies = allocate(TALLY * OWNERS)?;
        let saved = allocate((FRAMES + 2) * FRAME * lanes)?;
        let table = allocate(2 * TABLE)?;
        let call = Call { order: None, owners: 0, waiting: [0; LEVELS], tasks: 0 };
        Ok(Self {
            device,
            states,
            tasks,
            owners,
            control,
            tallies,
            saved,
            table,
            capacity,
            room,
            lanes,
            noted: None,
            call,
        })
    }

    pub(crate) fn describe(&self) -> String {
        self.device.describe()
    }

    /// Placements that wait on a level.
    pub(crate) fn waiting(&self, level: usize) -> usize {
        self.call.waiting[level]
    }

    /// Placements that one level holds.
    pub(crate) fn capacity(&self) -> usize {
        self.capacity
    }

    /// Tasks that wait.
    pub(crate) fn tasks(&self) -> usize {
        self.call.tasks
    }

    /// Placements of a level that can be expanded at once: those that wait, as far as all children they may
    /// have fit the next level or the queue of tasks.
    pub(crate) fn expandable(&self, level: usize) -> usize {
        let order = self.order();
        let room = if level + 1 == order.expansions.len() {
            self.room - self.call.tasks
        } else {
            self.capacity - self.call.waiting[level + 1]
        };
        self.call.waiting[level].min(room / order.n as usize)
    }

    fn order(&self) -> &Order {
        self.call.order.as_ref().expect("a call begins with its order")
    }

    /// Begins a call: no placements, no tasks, no lane at work, all tallies of the owners zero.
    ///
    /// # Panics
    ///
    /// If there are more owners than [`OWNERS`].
    pub(crate) fn begin(&mut self, order: &Order, owners: usize) -> Result<(), Failed> {
        assert!(owners <= OWNERS, "{owners} owners");
        assert!(order.expansions.len() <= LEVELS && order.frames() as usize <= FRAMES);
        if self.call.tasks > 0 {
            // The last call was given up, with lanes at work.
            self.noted = None;
        }
        self.call = Call { order: Some(order.clone()), owners, waiting: [0; LEVELS], tasks: 0 };
        let table = order.table();
        self.device.write(self.table, 0, table.as_flattened())?;
        self.device.write(self.tallies, 0, &vec![0; TALLY * owners])
    }

    /// Adds placements to the first level, each with its owner.
    ///
    /// # Panics
    ///
    /// If they do not fit, or there is no such owner.
    pub(crate) fn put(&mut self, states: &[(Subproblem, u32)]) -> Result<(), Failed> {
        let at = self.call.waiting[0];
        assert!(at + states.len() <= self.capacity, "the level is full");
        assert!(states.iter().all(|(_, owner)| (*owner as usize) < self.call.owners));
        let halves = |lines: u64| [lines as u32, (lines >> 32) as u32];
        let words = |&(Subproblem { cols, anti, diag }, owner): &(Subproblem, u32)| {
            let ([anti, anti_high], [diag, diag_high]) = (halves(anti), halves(diag));
            [cols, anti, anti_high, diag, diag_high, owner]
        };
        let words: Vec<[u32; STATE]> = states.iter().map(words).collect();
        for i in 0..STATE {
            let array: Vec<u32> = words.iter().map(|words| words[i]).collect();
            self.device.write(self.states, i * self.capacity + at, &array)?;
        }
        self.call.waiting[0] += states.len();
        Ok(())
    }

    /// Fills the row of a level for its last `count` placements.
    ///
    /// # Panics
    ///
    /// If `count` is zero or more than [`Card::expandable`] says.
    pub(crate) fn expand(&mut self, level: usize, count: usize) -> Result<(), Failed> {
        assert!((1..=self.expandable(level)).contains(&count), "{count} placements");
        let order = self.order();
        let (n, side) = (order.n, order.side);
        let Expansion { row, next, after } = order.expansions[level];
        let is_last = level + 1 == order.expansions.len();
        let side = match side {
            _ if !is_last => 0,
            Side::Down => 1,
            Side::Up => 2,
        };
        let at = if is_last { self.call.tasks } else { self.call.waiting[level + 1] };
        let first = self.call.waiting[level] - count;
        // The control words: nothing written yet.
        self.device.write(self.control, 0, &[0; 4])?;
        let level_words = STATE * self.capacity;
        let word = |x: usize| Arg::Word(u32::try_from(x).expect("capacities fit 32 bits"));
        let [row, next, after] =
            [row, next, after].map(|Row { row, allowed }| [Arg::Word(row), Arg::Word(allowed)]);
        let args = [
            Arg::Buffer(self.states),
            Arg::Buffer(self.tasks),
            Arg::Buffer(self.owners),
            Arg::Buffer(self.control),
            Arg::Buffer(self.tallies),
            word(self.capacity),
            word(level_words * level),
            word(level_words * if is_last { level } else { level + 1 }),
            word(first),
            word(count),
            word(at),
            Arg::Word(n - 1),
            row[0],
            row[1],
            next[0],
            next[1],
            after[0],
            after[1],
            Arg::Word(side),
        ];
        let groups = (count as u32).div_ceil(LANES);
        // SAFETY: `expand` reads the placements first..first + count of a level, which are there: `waiting`
        // counts them. Each has at most n children, and `expandable` left room for n times `count` behind
        // `at`. Owners are below `owners`, as `put` made sure, and kernels only copy them. Rows are
        // below n, so shifts are below 32.
        unsafe { self.device.launch(Kernel::Expand, groups, 0, &args) }?;
        let mut written = [0; 4];
        self.device.read(self.control, 0, &mut written)?;
        let written = written[2] as usize;
        assert!(
            written <= count * n as usize,
            "a kernel wrote {written} of {count} * {n} children"
        );
        self.call.waiting[level] = first;
        if is_last {
            self.call.tasks += written;
        } else {
            self.call.waiting[level + 1] += written;
        }
        Ok(())
    }

    /// Groups for all tasks that wait: as many as the device keeps running, and no more than there is work
    /// for.
    pub(crate) fn groups(&self) -> Result<u32, Failed> {
        let most = (self.lanes as u32 / LANES).min(self.device.groups(self.stack())?).max(1);
        Ok((self.call.tasks as u32).div_ceil(LANES).clamp(1, most))
    }

    fn stack(&self) -> u32 {
        stack_bytes(self.order().frames())
    }

    /// Counts for one slice. `taken` is what the last slice said, zero for the first one.
    ///
    /// # Panics
    ///
    /// If there are more groups than [`Card::groups`] says, or rounds than [`MAX_ROUNDS`].
    pub(crate) fn slice(&mut self, groups: u32, taken: usize, rounds: u32) -> Result<Rest, Failed> {
        assert!((1..=MAX_ROUNDS).contains(&rounds), "{rounds} rounds");
        assert!(groups > 0 && (groups * LANES) as usize <= self.lanes, "{groups} groups");
        assert!(taken <= self.call.tasks, "{taken} tasks");
        let lanes = groups * LANES;
        if self.noted != Some(lanes) {
            assert_eq!(taken, 0, "as many groups in every slice");
            self.device.write(self.saved, 0, &vec![0; 2 * FRAME * lanes as usize])?;
        }
        // Until the slice is done and has noted what is left.
        self.noted = None;
        self.device.write(self.control, 0, &[taken as u32, 0, 0, 0])?;
        let args = [
            Arg::Buffer(self.tasks),
            Arg::Buffer(self.owners),
            Arg::Word(self.call.tasks as u32),
            Arg::Buffer(self.control),
            Arg::Buffer(self.tallies),
            Arg::Buffer(self.saved),
            Arg::Buffer(self.table),
            Arg::Word(rounds),
            Arg::Word(1),
        ];
        let kernel = if self.order().apart { Kernel::CountApart } else { Kernel::CountNear };
        let stack = self.stack();
        // SAFETY: Tasks are read below `tasks`, lanes' notes below `lanes`. A task has as many columns as
        // there are rows left, and each queen takes one: so a lane's stack grows to `frames` at most, for
        // which `stack` and `saved` have room, and the table, which is right for the order of this call,
        // has an entry for every number of columns. The notes are those of a slice of this very call, or
        // zero. Owners are below `owners`.
        unsafe { self.device.launch(kernel, groups, stack, &args) }?;
        let mut control = [0; 4];
        self.device.read(self.control, 0, &mut control)?;
        let rest = Rest { taken: (control[0] as usize).min(self.call.tasks), busy: control[1] };
        self.noted = Some(lanes);
        if rest.busy == 0 && rest.taken == self.call.tasks {
            self.call.tasks = 0;
        }
        Ok(rest)
    }

    /// What the owners have by now.
    pub(crate) fn tallies(&mut self) -> Result<Vec<Tally>, Failed> {
        let mut words = vec![0; TALLY * self.call.owners];
        self.device.read(self.tallies, 0, &mut words)?;
        let wide = |low: u32, high: u32| u128::from(low) | u128::from(high) << 32;
        let tally = |words: &[u32]| Tally {
            solutions: wide(words[0], words[1]),
            nodes: wide(words[2], words[3]),
        };
        Ok(words.chunks_exact(TALLY).map(tally).collect())
    }
}

/// Bytes of a group's stack: the empty frames below it and `frames` more, for each lane.
fn stack_bytes(frames: u32) -> u32 {
    (STEPS + frames) * LANES * FRAME as u32 * 4
}
