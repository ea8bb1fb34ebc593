//! The allocator of a component.
//!
//! A component lives for one call, so freeing is not worth its cost: memory is allocated from a block in the
//! component's own initial memory, forwards only, and is dropped with the instance. Since freeing does nothing, the
//! compiler removes the code that would decide what to free, 5 % of a tool. The usual allocator would
//! request more memory on its first allocation, which makes the host change the mapping of the slot: two process-wide
//! locks for every run.
//!
//! A rule pack, which may read a whole site in one call, reuses its large blocks: see `freed`.
//!
//! A call that needs more than the block grows the memory. The last allocation grows in place, so texts that are
//! built piece by piece do not pile up.

use core::alloc::{GlobalAlloc, Layout};
use core::cell::UnsafeCell;
use core::ptr;

#[cfg(feature = "rules")]
use crate::freed::{Freed, reserved};

#[cfg(not(feature = "rules"))]
const fn reserved(size: usize) -> usize {
    size
}

/// Runs of the built-in tools need much less. Unused memory also has a small cost, since the host scans the whole
/// block for changed pages.
const BLOCK: usize = 512 * 1024;
const PAGE: usize = 64 * 1024;

#[repr(align(16))]
struct Block(UnsafeCell<[u8; BLOCK]>);

struct Arena {
    block: Block,
    next: UnsafeCell<usize>,
    end: UnsafeCell<usize>,
    #[cfg(feature = "rules")]
    freed: UnsafeCell<Freed>,
}

// SAFETY: a component has one thread.
unsafe impl Sync for Arena {}

#[global_allocator]
static ARENA: Arena = Arena {
    block: Block(UnsafeCell::new([0; BLOCK])),
    next: UnsafeCell::new(0),
    end: UnsafeCell::new(0),
    #[cfg(feature = "rules")]
    freed: UnsafeCell::new(Freed::new()),
};

impl Arena {
    /// Allocates `layout`; returns null if there is no memory left.
    fn take(&self, layout: Layout) -> *mut u8 {
        // SAFETY: one thread, and no reference into the cells outlives this function.
        unsafe {
            #[cfg(feature = "rules")]
            if let Some(start) = (*self.freed.get()).take(layout.size(), layout.align()) {
                return start as *mut u8;
            }
            if *self.next.get() == 0 {
                *self.next.get() = self.block.0.get() as usize;
                *self.end.get() = self.block.0.get() as usize + BLOCK;
            }
            let start = (*self.next.get()).next_multiple_of(layout.align());
            let Some(end) = start.checked_add(reserved(layout.size())) else { return ptr::null_mut() };
            if end <= *self.end.get() {
                *self.next.get() = end;
                return start as *mut u8;
            }
            self.grow(layout)
        }
    }

    /// Continues in new pages.
    unsafe fn grow(&self, layout: Layout) -> *mut u8 {
        let Some(size) = reserved(layout.size()).checked_add(layout.align()) else { return ptr::null_mut() };
        // Doubling keeps the number of growths small.
        let pages = size.div_ceil(PAGE).max(core::arch::wasm32::memory_size(0) / 2);
        let first = core::arch::wasm32::memory_grow(0, pages);
        if first == usize::MAX {
            return ptr::null_mut();
        }
        let start = (first * PAGE).next_multiple_of(layout.align());
        // SAFETY: as in `take`; nothing else uses the new pages.
        unsafe {
            *self.next.get() = start + reserved(layout.size());
            *self.end.get() = (first + pages) * PAGE;
        }
        start as *mut u8
    }
}

// SAFETY: every address is inside the block or inside pages grown for it, aligned, and given out once.
unsafe impl GlobalAlloc for Arena {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        self.take(layout)
    }

    #[cfg(not(feature = "rules"))]
    unsafe fn dealloc(&self, _address: *mut u8, _layout: Layout) {}

    #[cfg(feature = "rules")]
    unsafe fn dealloc(&self, address: *mut u8, layout: Layout) {
        // SAFETY: one thread, and no reference into the cell outlives this function.
        unsafe { (*self.freed.get()).give(address as usize, layout.size()) }
    }

    unsafe fn realloc(&self, address: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        let start = address as usize;
        // SAFETY: one thread; a copy goes between blocks that do not overlap.
        unsafe {
            let is_last = start + reserved(layout.size()) == *self.next.get();
            if is_last && start.checked_add(reserved(size)).is_some_and(|end| end <= *self.end.get()) {
                *self.next.get() = start + reserved(size);
                return address;
            }
            if size <= layout.size() {
                return address;
            }
            let target = self.take(Layout::from_size_align_unchecked(size, layout.align()));
            if !target.is_null() {
                ptr::copy_nonoverlapping(address, target, layout.size());
                self.dealloc(address, layout);
            }
            target
        }
    }
}
