//! Any device with an `OpenCL` driver, through `opencl3`.

use std::ptr;

use opencl3::command_queue::CommandQueue;
use opencl3::context::Context;
use opencl3::device::{
    CL_DEVICE_TYPE_ALL, CL_DEVICE_TYPE_CPU, CL_DEVICE_TYPE_GPU, Device as ClDevice,
};
use opencl3::error_codes::ClError;
use opencl3::kernel::Kernel as ClKernel;
use opencl3::memory::{Buffer as ClBuffer, CL_MEM_READ_WRITE, ClMem};
use opencl3::platform::get_platforms;
use opencl3::program::Program;
use opencl3::types::{CL_BLOCKING, cl_mem};

use super::{Arg, Buffer, Device, Failed, Kernel, LANES};

const SOURCE: &str = include_str!("../../kernels/queens.cl");

/// What the kernels ask of a device beyond `OpenCL` 1.2.
const EXTENSION: &str = "cl_khr_int64_base_atomics";

/// Groups of [`LANES`] lanes that a processor of a graphics card keeps running; drivers do not tell. Too many
/// wait and do no harm.
const GROUPS_A_UNIT: u32 = 8;

/// Memory to be used on a processor, in bytes: it is everybody's.
const MEMORY_ON_CPU: u64 = 1 << 28;

/// The first graphics card of any driver, or else the first device.
#[derive(Debug)]
pub(crate) struct OpenCl {
    // Fields are dropped in order: what belongs to the context goes before it.
    buffers: Vec<ClBuffer<u32>>,
    kernels: Vec<ClKernel>,
    queue: CommandQueue,
    context: Context,
    device: ClDevice,
    name: String,
    is_cpu: bool,
}

impl OpenCl {
    /// Opens the device and compiles the kernels for it.
    pub(crate) fn open() -> Result<Self, Failed> {
        let (device, is_cpu) = choose()?;
        let told = |error| failed("the device does not tell what it is", &error);
        let name = device.name().map_err(told)?;
        let version = device.version().map_err(told)?;
        let what = format!("{}, {}", name.trim(), version.trim());
        let lacks = |lack: &str| Failed(format!("{what}: {lack}"));
        if !device.extensions().map_err(told)?.split_whitespace().any(|name| name == EXTENSION) {
            return Err(lacks("it cannot add 64-bit numbers atomically"));
        }
        if device.max_work_group_size().map_err(told)? < LANES as usize {
            return Err(lacks("its groups are too small"));
        }
        let context =
            Context::from_device(&device).map_err(|error| failed("no context", &error))?;
        let queue = CommandQueue::create_default(&context, 0)
            .map_err(|error| failed("no command queue", &error))?;
        let program = Program::create_and_build_from_source(&context, SOURCE, "-cl-std=CL1.2")
            .map_err(|log| {
                let line = log.lines().find(|line| line.contains("error")).unwrap_or(&log);
                lacks(&format!("the kernels do not compile: {}", line.trim()))
            })?;
        let kernel = |kernel: Kernel| ClKernel::create(&program, kernel.name());
        let kernels: Result<Vec<ClKernel>, ClError> = Kernel::ALL.into_iter().map(kernel).collect();
        let kernels = kernels.map_err(|error| failed("no kernel", &error))?;
        Ok(Self { buffers: Vec::new(), kernels, queue, context, device, name: what, is_cpu })
    }
}

/// The first graphics card, or else the first device; whether it is the processor.
fn choose() -> Result<(ClDevice, bool), Failed> {
    let platforms =
        get_platforms().map_err(|error| failed("there is no OpenCL driver (libOpenCL)", &error))?;
    let devices = |kind| {
        let of = move |platform: &opencl3::platform::Platform| platform.get_devices(kind).ok();
        platforms.iter().filter_map(of).flatten()
    };
    let chosen = devices(CL_DEVICE_TYPE_GPU).next().or_else(|| devices(CL_DEVICE_TYPE_ALL).next());
    let Some(id) = chosen else {
        return Err(Failed("no OpenCL driver shows a device".to_owned()));
    };
    let device = ClDevice::new(id);
    let kind =
        device.dev_type().map_err(|error| failed("the device does not tell its kind", &error))?;
    Ok((device, kind & CL_DEVICE_TYPE_CPU != 0))
}

fn failed(what: &str, error: &ClError) -> Failed {
    Failed(format!("{what}: {error}"))
}

impl Device for OpenCl {
    fn describe(&self) -> String {
        self.name.clone()
    }

    fn memory(&self) -> (u64, u64) {
        let largest = self.device.max_mem_alloc_size().unwrap_or(1 << 27);
        let memory = self.device.global_mem_size().unwrap_or(1 << 28) / 2;
        (largest, if self.is_cpu { memory.min(MEMORY_ON_CPU) } else { memory })
    }

    fn groups(&self, stack: u32) -> Result<u32, Failed> {
        let told = |error| failed("the device does not tell its room", &error);
        let units = self.device.max_compute_units().map_err(told)?;
        let local = self.device.local_mem_size().map_err(told)?;
        if local < u64::from(stack) + 512 {
            return Err(Failed(format!("{}: {local} bytes are too few for the stacks", self.name)));
        }
        // A processor runs the lanes of a group in turn.
        Ok(if self.is_cpu { units } else { units * GROUPS_A_UNIT })
    }

    fn allocate(&mut self, words: usize) -> Result<Buffer, Failed> {
        // SAFETY: No memory of this process is passed. Nothing reads the buffer before it is written.
        let buffer =
            unsafe { ClBuffer::create(&self.context, CL_MEM_READ_WRITE, words, ptr::null_mut()) };
        let what = || format!("no {} MiB of memory", words >> 18);
        self.buffers.push(buffer.map_err(|error| failed(&what(), &error))?);
        Ok(Buffer(self.buffers.len() - 1))
    }

    fn write(&mut self, to: Buffer, at: usize, words: &[u32]) -> Result<(), Failed> {
        if words.is_empty() {
            return Ok(());
        }
        let buffer = &mut self.buffers[to.0];
        // SAFETY: The call returns once the words are copied, so the borrow outlives their use. The driver
        // refuses a place beyond the buffer.
        let written =
            unsafe { self.queue.enqueue_write_buffer(buffer, CL_BLOCKING, at * 4, words, &[]) };
        written.map(|_| ()).map_err(|error| failed("writing to the device", &error))
    }

    fn read(&mut self, from: Buffer, at: usize, words: &mut [u32]) -> Result<(), Failed> {
        if words.is_empty() {
            return Ok(());
        }
        let buffer = &self.buffers[from.0];
        // SAFETY: The call returns once the words are there, so the borrow outlives their use. The driver
        // refuses a place beyond the buffer. The queue does its commands in order.
        let read =
            unsafe { self.queue.enqueue_read_buffer(buffer, CL_BLOCKING, at * 4, words, &[]) };
        read.map(|_| ()).map_err(|error| failed("the device failed while counting", &error))
    }

    unsafe fn launch(
        &mut self,
        kernel: Kernel,
        groups: u32,
        stack: u32,
        args: &[Arg],
    ) -> Result<(), Failed> {
        let function = &self.kernels[kernel as usize];
        let refused = |error| failed("a kernel did not take its arguments", &error);
        let mut first = 0;
        if kernel != Kernel::Expand {
            // SAFETY: The first parameter of these kernels is their stack.
            unsafe { function.set_arg_local_buffer(0, stack as usize) }.map_err(refused)?;
            first = 1;
        }
        for (i, arg) in (first..).zip(args) {
            match arg {
                Arg::Buffer(buffer) => {
                    let memory: cl_mem = self.buffers[buffer.0].get();
                    // SAFETY: The parameter is a buffer, as the caller promises, and this one lives as long
                    // as the kernels.
                    unsafe { function.set_arg(i, &memory) }
                }
                // SAFETY: The parameter is a word, as the caller promises.
                Arg::Word(word) => unsafe { function.set_arg(i, word) },
            }
            .map_err(refused)?;
        }
        let lanes = LANES as usize;
        let global = groups as usize * lanes;
        // SAFETY: The caller's promise; all arguments are set, and the sizes are one number each.
        let launched = unsafe {
            self.queue.enqueue_nd_range_kernel(
                function.get(),
                1,
                ptr::null(),
                &raw const global,
                &raw const lanes,
                &[],
            )
        };
        launched.map(|_| ()).map_err(|error| failed("a kernel did not start", &error))
    }
}
