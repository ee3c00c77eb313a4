//! Instructions on single words.

/// Does `work` compiled for the instructions that count, find and clear bits, if the processor has
/// them. `work` should be one loop with everything inlined: what it calls is compiled without them.
#[inline(always)]
pub(crate) fn with_bit_instructions<R>(work: impl FnOnce() -> R) -> R {
    #[target_feature(enable = "bmi1,bmi2,lzcnt,popcnt")]
    fn enabled<R>(work: impl FnOnce() -> R) -> R {
        work()
    }
    let has = is_x86_feature_detected!("bmi1")
        && is_x86_feature_detected!("bmi2")
        && is_x86_feature_detected!("lzcnt")
        && is_x86_feature_detected!("popcnt");
    if has { vector!(enabled(work)) } else { work() }
}
