//! How much memory a worker may take.

use std::fs;
use std::num::NonZeroUsize;
use std::path::Path;

use queens::Error;

use crate::error::failed;

/// The memory that this process may take, in bytes: what is free, or less if its control group (version 1 or 2) or its
/// address space (`ulimit -v`) has a limit. `None` where the system does not say.
pub fn available_memory() -> Option<u64> {
    let read = |path| fs::read_to_string(path).unwrap_or_default();
    let group = cgroup_limit(Path::new("/sys/fs/cgroup"), &read("/proc/self/cgroup"));
    let addresses = addresses(&read("/proc/self/limits"), &read("/proc/self/status"));
    [free(&read("/proc/meminfo")), group, addresses].into_iter().flatten().min()
}

/// How many of these threads, of which each takes so many bytes to count n, fit into this memory.
///
/// # Errors
///
/// If not even one does.
pub fn threads_within(
    memory: u64,
    n: u32,
    each: u64,
    threads: NonZeroUsize,
) -> Result<NonZeroUsize, Error> {
    let fit = usize::try_from(memory / each.max(1)).unwrap_or(usize::MAX).min(threads.get());
    NonZeroUsize::new(fit).ok_or_else(|| {
        let [each, memory] = [each, memory].map(|bytes| bytes.div_ceil(1_000_000));
        failed(
            format!(
                "a thread needs about {each} MB for n = {n}, more than the {memory} MB it may take"
            ),
            "free some memory, or ask the scheduler for more; `queens run work` takes `--memory`",
        )
    })
}

/// What programs can take without swapping, from the text of /proc/meminfo.
fn free(info: &str) -> Option<u64> {
    let line = info.lines().find_map(|line| line.strip_prefix("MemAvailable:"))?;
    line.split_whitespace().next()?.parse::<u64>().ok()?.checked_mul(1024)
}

/// Half of the addresses that this process has left, from the texts of /proc/self/limits and /proc/self/status; `None`
/// without a limit. The other half is for what takes addresses besides data: stacks of threads, and the allocator, which
/// reserves for each thread.
fn addresses(limits: &str, status: &str) -> Option<u64> {
    let limit = limits.lines().find_map(|line| line.strip_prefix("Max address space"))?;
    let limit = limit.split_whitespace().next()?.parse::<u64>().ok()?;
    let taken = status.lines().find_map(|line| line.strip_prefix("VmSize:"))?;
    let taken = taken.split_whitespace().next()?.parse::<u64>().ok()?.checked_mul(1024)?;
    Some(limit.saturating_sub(taken) / 2)
}

/// The least limit of the control groups in the text of /proc/self/cgroup, and of the groups around them.
fn cgroup_limit(root: &Path, groups: &str) -> Option<u64> {
    let limits = groups.lines().filter_map(|line| {
        let (_, rest) = line.split_once(':')?;
        let (controllers, path) = rest.split_once(':')?;
        let (root, file) = match controllers {
            "" => (root.to_owned(), "memory.max"),
            _ if controllers.split(',').any(|name| name == "memory") => {
                (root.join("memory"), "memory.limit_in_bytes")
            }
            _ => return None,
        };
        let group = Path::new(path.trim_start_matches('/'));
        let read = |group: &Path| {
            fs::read_to_string(root.join(group).join(file)).ok()?.trim().parse::<u64>().ok()
        };
        group.ancestors().filter_map(read).min()
    });
    limits.min()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn free_memory_is_read() {
        assert_eq!(free("MemTotal: 9 kB\nMemAvailable:   2048 kB\n"), Some(2 << 20));
        assert_eq!(free(""), None);
    }

    #[test]
    fn half_of_the_addresses_that_are_left() {
        let limits = |limit| {
            format!(
                "Limit  Soft Limit  Hard Limit  Units\nMax address space  {limit}  unlimited  bytes\n"
            )
        };
        let status = "Name:\tqueens\nVmPeak:\t   900 kB\nVmSize:\t   200 kB\n";
        assert_eq!(addresses(&limits("1228800"), status), Some(512_000));
        assert_eq!(addresses(&limits("1000"), status), Some(0));
        assert_eq!(addresses(&limits("unlimited"), status), None);
        assert_eq!(addresses("", ""), None);
    }

    #[test]
    fn as_many_threads_as_fit() {
        let within =
            |memory| threads_within(memory, 30, 9_053_000_000, NonZeroUsize::new(4).unwrap());
        assert_eq!(within(64 << 30).unwrap().get(), 4);
        assert_eq!(within(19_000_000_000).unwrap().get(), 2);
        let error = within(9_000_000_000).unwrap_err().to_string();
        let said = "a thread needs about 9053 MB for n = 30, more than the 9000 MB it may take";
        assert_eq!(error, said);
    }

    #[test]
    fn the_least_limit_of_the_groups_counts() {
        let folder = tempfile::tempdir().unwrap();
        let write = |path: &str, text: &str| {
            let path = folder.path().join(path);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, text).unwrap();
        };
        let limit = |groups| cgroup_limit(folder.path(), groups);
        assert_eq!(limit("0::/\n"), None);
        write("a/memory.max", "1000000\n");
        write("a/b/memory.max", "max\n");
        assert_eq!(limit("0::/a/b\n"), Some(1_000_000));
        write("a/b/memory.max", "500000\n");
        assert_eq!(limit("0::/a/b\n"), Some(500_000));
        write("memory/memory.limit_in_bytes", "9000\n");
        assert_eq!(limit("5:cpu:/x\n4:memory,other:/docker/1\n"), Some(9000));
        assert_eq!(limit("nonsense"), None);
    }
}
