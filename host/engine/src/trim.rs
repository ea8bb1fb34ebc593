//! Releases memory while a plugin waits for the model.
//!
//! The data of a component is mapped from its compiled file, and the kernel maps sixteen pages where the plugin
//! touches one. All instances share these pages, but each mapping counts as resident: 130 KiB for a plugin with
//! tables of its own, a gigabyte for eight thousand that wait. Pages that the plugin has not written to are therefore
//! released when its wait begins; afterwards the kernel maps the pages that it needs again within a microsecond.

use std::fs::File;
use std::os::unix::fs::FileExt;
use std::sync::LazyLock;

use wasmtime::Result;
use wasmtime::component::__internal::{CanonicalAbiInfo, InstanceType, InterfaceType, LiftContext};
use wasmtime::component::{ComponentType, Lift};

const PAGE: usize = 4096;

/// Data is at the beginning of the memory; what follows is written by the plugin.
const LOOKED_AT: usize = 4 << 20;

/// Bits of an entry of `/proc/self/pagemap`: the page is present, and it belongs to a file, which is not the case for
/// a page that was written to.
const PRESENT: u64 = 1 << 63;
const OF_FILE: u64 = 1 << 61;

/// The location of the calling instance's memory.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Memory {
    start: usize,
    bytes: usize,
}

/// An argument of a host function, and the memory that it came from. Lifted like `T` itself.
pub(crate) struct Called<T> {
    pub value: T,
    pub memory: Memory,
}

impl<T> Called<T> {
    fn new(value: T, cx: &LiftContext<'_>) -> Self {
        let memory = cx.memory();
        Called { value, memory: Memory { start: memory.as_ptr() as usize, bytes: memory.len() } }
    }
}

// SAFETY: every item is that of `T`, so the representation is that of `T`.
unsafe impl<T: ComponentType> ComponentType for Called<T> {
    type Lower = T::Lower;
    const ABI: CanonicalAbiInfo = T::ABI;

    fn typecheck(ty: &InterfaceType, types: &InstanceType<'_>) -> Result<()> {
        T::typecheck(ty, types)
    }
}

// SAFETY: both functions are those of `T`; the memory is only inspected.
unsafe impl<T: Lift> Lift for Called<T> {
    fn linear_lift_from_flat(cx: &mut LiftContext<'_>, ty: InterfaceType, src: &Self::Lower) -> Result<Self> {
        T::linear_lift_from_flat(cx, ty, src).map(|value| Called::new(value, cx))
    }

    fn linear_lift_from_memory(cx: &mut LiftContext<'_>, ty: InterfaceType, bytes: &[u8]) -> Result<Self> {
        T::linear_lift_from_memory(cx, ty, bytes).map(|value| Called::new(value, cx))
    }
}

impl Memory {
    /// Releases the pages that are still those of the file. Must be called while the instance is suspended. If the
    /// kernel does not report which pages these are, all stay.
    pub(crate) fn let_go(self) {
        static PAGEMAP: LazyLock<Option<File>> = LazyLock::new(|| File::open("/proc/self/pagemap").ok());
        let Some(pagemap) = PAGEMAP.as_ref().filter(|_| self.start.is_multiple_of(PAGE)) else { return };
        let mut entries = vec![0; self.bytes.min(LOOKED_AT) / PAGE * 8];
        if pagemap.read_exact_at(&mut entries, (self.start / PAGE * 8) as u64).is_err() {
            return;
        }
        let clean = |page: usize| {
            let entry = entries[page * 8..].first_chunk().map_or(0, |entry| u64::from_ne_bytes(*entry));
            entry & (PRESENT | OF_FILE) == PRESENT | OF_FILE
        };
        let pages = entries.len() / 8;
        let mut page = 0;
        while page < pages {
            let first = page;
            while page < pages && clean(page) {
                page += 1;
            }
            if page > first {
                forget(self.start + first * PAGE, (page - first) * PAGE);
            }
            page += 1;
        }
    }
}

/// If it fails, the pages stay mapped, which is not an error.
fn forget(start: usize, bytes: usize) {
    // SAFETY: the range is in the memory of an instance that is suspended, so no code writes to it between the check
    // of its pages and this call. As its pages are unchanged, the next access reads the same bytes from the file.
    unsafe {
        libc::madvise(start as *mut libc::c_void, bytes, libc::MADV_DONTNEED);
    }
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use std::io::Write;
    use std::os::fd::AsRawFd;

    use super::*;

    const PAGES: usize = 8;

    /// The number of resident pages, as the process itself sees it.
    fn resident(start: usize) -> usize {
        let mut entries = [0; PAGES * 8];
        let pagemap = File::open("/proc/self/pagemap").expect("Linux has it");
        pagemap.read_exact_at(&mut entries, (start / PAGE * 8) as u64).expect("the entries");
        let there = |entry: &[u8]| u64::from_ne_bytes(entry.try_into().expect("eight bytes")) & PRESENT != 0;
        entries.chunks(8).filter(|entry| there(entry)).count()
    }

    #[test]
    fn unchanged_pages_are_released_and_changed_ones_stay() {
        let mut file = tempfile::tempfile().expect("a file");
        file.write_all(&[7; PAGES * PAGE]).expect("written");
        // SAFETY: a private mapping of a file that is longer than the mapping, used only below.
        let memory = unsafe {
            let access = libc::PROT_READ | libc::PROT_WRITE;
            let start = libc::mmap(
                std::ptr::null_mut(),
                PAGES * PAGE,
                access,
                libc::MAP_PRIVATE,
                file.as_raw_fd(),
                0,
            );
            assert_ne!(start, libc::MAP_FAILED);
            std::slice::from_raw_parts_mut(start.cast::<u8>(), PAGES * PAGE)
        };
        memory[3 * PAGE] = 1;
        let sum = |memory: &[u8]| memory.iter().map(|byte| u64::from(*byte)).sum::<u64>();
        let before = sum(memory);
        let start = memory.as_ptr() as usize;
        assert_eq!(resident(start), PAGES);

        Memory { start, bytes: memory.len() }.let_go();
        assert_eq!(resident(start), 1, "only the page that was written to");
        assert_eq!(sum(memory), before, "and everything reads as before");
    }
}
