//! NVIDIA's driver, through `cudarc`.

use std::sync::Arc;

use cudarc::driver::sys::{
    self, CUdevice_attribute, CUfunction_attribute_enum as FunctionAttribute,
};
use cudarc::driver::{
    CudaContext, CudaFunction, CudaSlice, CudaStream, DriverError, LaunchConfig, PushKernelArg,
};
use cudarc::nvrtc::Ptx;

use super::{Arg, Buffer, Device, Failed, Kernel, LANES};

/// The kernels, compiled for the cards there are, and as PTX for those to come. `cargo xtask gpu` makes it
/// from kernels/queens.cl and tells whether it is fresh.
const FATBIN: &[u8] = include_bytes!("../../kernels/queens.fatbin");

/// The oldest driver with all functions that are called: `cudarc` panics over a missing one.
const OLDEST: i32 = 12_000;
/// The toolkit that made the kernels. Older drivers may take the compiled ones, but not the PTX.
const MADE_BY: i32 = 13_000;

/// The first card that the driver shows; `CUDA_VISIBLE_DEVICES` chooses.
#[derive(Debug)]
pub(crate) struct Cuda {
    context: Arc<CudaContext>,
    stream: Arc<CudaStream>,
    functions: [CudaFunction; Kernel::ALL.len()],
    buffers: Vec<CudaSlice<u32>>,
    name: String,
    multiprocessors: u32,
    memory: u64,
}

impl Cuda {
    /// Opens the card.
    pub(crate) fn open() -> Result<Self, Failed> {
        // SAFETY: Loads a library by its well-known name; what NVIDIA's driver does on loading is its own
        // concern, and no memory of this process is passed to it.
        let present = unsafe { sys::is_culib_present() };
        if !present {
            return Err(Failed("there is no NVIDIA driver (libcuda)".to_owned()));
        }
        let mut version = 0;
        // SAFETY: The library is there, and every version of it has this function, which writes one integer.
        let status = unsafe { sys::cuDriverGetVersion(&raw mut version) };
        if status != sys::CUresult::CUDA_SUCCESS {
            return Err(Failed(format!("the NVIDIA driver does not tell its version: {status:?}")));
        }
        let of_version = |version: i32| format!("{}.{}", version / 1000, version % 1000 / 10);
        if version < OLDEST {
            let (is, needed) = (of_version(version), of_version(OLDEST));
            let reason =
                format!("the NVIDIA driver is for CUDA {is}; it must be for {needed} or newer");
            return Err(Failed(reason));
        }
        let context = CudaContext::new(0).map_err(|error| failed("no card can be used", error))?;
        // With one stream alone no event is needed to order what is done.
        let stream = context.default_stream();
        let module = context.load_module(Ptx::from_binary(FATBIN.to_vec())).map_err(|error| {
            let mut failed = failed("the driver does not load the kernels", error);
            if version < MADE_BY {
                let (is, needed) = (of_version(version), of_version(MADE_BY));
                failed.0 += &format!("; it is for CUDA {is}, and they are made for {needed}");
            }
            failed
        })?;
        let function = |kernel: Kernel| {
            let function = module.load_function(kernel.name());
            function
                .map_err(|error| failed(&format!("there is no kernel {}", kernel.name()), error))
        };
        let [expand, near, apart] = Kernel::ALL.map(function);
        let functions = [expand?, near?, apart?];
        for function in &functions {
            // All of the memory that caches and stacks share for the stacks: nothing else is read twice.
            function
                .set_attribute(
                    FunctionAttribute::CU_FUNC_ATTRIBUTE_PREFERRED_SHARED_MEMORY_CARVEOUT,
                    100,
                )
                .map_err(|error| failed("the stacks get no memory", error))?;
        }
        let told = |error| failed("the card does not tell what it is", error);
        let multiprocessors = context
            .attribute(CUdevice_attribute::CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT)
            .map_err(told)? as u32;
        let (major, minor) = context.compute_capability().map_err(told)?;
        let name = format!(
            "{}, compute capability {major}.{minor}, {multiprocessors} multiprocessors, driver for CUDA {}",
            context.name().map_err(told)?,
            of_version(version)
        );
        let (free, _) = context.mem_get_info().map_err(told)?;
        let memory = free as u64 / 2;
        Ok(Self { context, stream, functions, buffers: Vec::new(), name, multiprocessors, memory })
    }

    fn function(&self, kernel: Kernel) -> &CudaFunction {
        &self.functions[kernel as usize]
    }
}

fn failed(what: &str, error: DriverError) -> Failed {
    // Asking the driver for the text could fail again.
    Failed(format!("{what}: {:?}", error.0))
}

impl Device for Cuda {
    fn describe(&self) -> String {
        self.name.clone()
    }

    fn memory(&self) -> (u64, u64) {
        (self.memory, self.memory)
    }

    fn groups(&self, stack: u32) -> Result<u32, Failed> {
        let of = |kernel| {
            let function = self.function(kernel);
            function.occupancy_max_active_blocks_per_multiprocessor(LANES, stack as usize, None)
        };
        let near = of(Kernel::CountNear);
        let both = near.and_then(|near| Ok(near.min(of(Kernel::CountApart)?)));
        let groups = both.map_err(|error| failed("the card does not tell its room", error))?;
        Ok(groups * self.multiprocessors)
    }

    fn allocate(&mut self, words: usize) -> Result<Buffer, Failed> {
        // SAFETY: Nothing reads a buffer before it is written: kernels only what `Card` counts as there.
        let buffer = unsafe { self.stream.alloc(words) };
        let what = || format!("no {} MiB of memory", words >> 18);
        self.buffers.push(buffer.map_err(|error| failed(&what(), error))?);
        Ok(Buffer(self.buffers.len() - 1))
    }

    fn write(&mut self, to: Buffer, at: usize, words: &[u32]) -> Result<(), Failed> {
        if words.is_empty() {
            return Ok(());
        }
        let mut place = self.buffers[to.0].slice_mut(at..at + words.len());
        let written = self.stream.memcpy_htod(words, &mut place);
        written.map_err(|error| failed("writing to the card", error))
    }

    fn read(&mut self, from: Buffer, at: usize, words: &mut [u32]) -> Result<(), Failed> {
        if words.is_empty() {
            return Ok(());
        }
        let place = self.buffers[from.0].slice(at..at + words.len());
        let read = self.stream.memcpy_dtoh(&place, words);
        let done = read.and_then(|()| self.stream.synchronize());
        // Errors of the launches before come up here.
        done.and_then(|()| self.context.check_err())
            .map_err(|error| failed("the card failed while counting", error))
    }

    unsafe fn launch(
        &mut self,
        kernel: Kernel,
        groups: u32,
        stack: u32,
        args: &[Arg],
    ) -> Result<(), Failed> {
        let config = LaunchConfig {
            grid_dim: (groups, 1, 1),
            block_dim: (LANES, 1, 1),
            shared_mem_bytes: stack,
        };
        let mut launch = self.stream.launch_builder(self.function(kernel));
        for arg in args {
            match arg {
                Arg::Buffer(buffer) => launch.arg(&self.buffers[buffer.0]),
                Arg::Word(word) => launch.arg(word),
            };
        }
        // SAFETY: The caller's promise. All buffers belong to this stream, so that a launch sees what was
        // written before it.
        let launched = unsafe { launch.launch(config) };
        launched.map(|_| ()).map_err(|error| failed("a kernel did not start", error))
    }
}
