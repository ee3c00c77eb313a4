//! How an instruction is written.

/// Vector instructions on registers.
macro_rules! vector {
    ($instruction:expr) => {
        // SAFETY: the processor has the instruction, by obligation 1 of the module.
        unsafe { $instruction }
    };
}
