//! The wasmtime engine of Sitewright: the WebAssembly features it accepts, and the pool of its instances. Each number
//! has its reason beside it; the numbers were measured with `make bench`.

use wasmtime::{Config, Enabled, Engine, InstanceAllocationStrategy, PoolingAllocationConfig};

use crate::prelude::*;

/// Above this number of live instances the page tables and the scheduler cost more than queueing.
const MOST_INSTANCES: u32 = 8_000;

/// A slot in use takes 6 memory maps and a loaded component 3; near the kernel's limit the host's own `malloc` fails.
/// So this number of maps stays free for components, threads and files.
const MAPS_KEPT_FREE: u32 = 8_000;
const MAPS_PER_INSTANCE: u32 = 7;

/// Room for the host functions that run on the guest's fiber, in addition to the guest's own stack.
const HOST_STACK_BYTES: usize = 512 << 10;

/// Instances of scripts take one or two megabytes each. At most this number of them wait for a model at the same
/// time.
const MOST_SCRIPTS: u32 = 128;

/// How many of the instances may belong to scripts.
pub(crate) fn scripts_among(instances: u32) -> u32 {
    (instances / 4).clamp(1, MOST_SCRIPTS)
}

/// The maximum number of live instances on this machine.
pub(crate) fn instances_for_this_machine() -> u32 {
    let max_maps = std::fs::read_to_string("/proc/sys/vm/max_map_count")
        .ok()
        .and_then(|text| text.trim().parse::<u32>().ok());
    match max_maps {
        Some(maps) => instances_for(maps),
        // Not Linux: no such limit is known.
        None => MOST_INSTANCES,
    }
}

fn instances_for(max_maps: u32) -> u32 {
    (max_maps.saturating_sub(MAPS_KEPT_FREE) / MAPS_PER_INSTANCE).clamp(16, MOST_INSTANCES)
}

/// An engine whose pool holds `instances` instances of compiled components.
pub fn engine(limits: &Limits, instances: u32) -> Result<Engine> {
    engine_for(Shape::Compiled, limits, instances)
}

/// An engine whose pool holds `instances` instances of this shape.
pub(crate) fn engine_for(shape: Shape, limits: &Limits, instances: u32) -> Result<Engine> {
    let mut config = Config::new();
    config
        // Guests are synchronous; this makes calls cheaper and refuses the async ABI.
        .concurrency_support(false)
        .epoch_interruption(true)
        .max_wasm_stack(limits.stack_bytes)
        .async_stack_size(limits.stack_bytes + HOST_STACK_BYTES)
        // A trap is three times cheaper without a backtrace; its frames would carry no names anyway.
        .wasm_backtrace_max_frames(None)
        .wasm_memory64(false)
        .wasm_multi_memory(false)
        .memory_init_cow(true)
        .allocation_strategy(InstanceAllocationStrategy::Pooling(pool(shape, limits, instances)));
    Engine::new(&config)
}

fn pool(shape: Shape, limits: &Limits, instances: u32) -> PoolingAllocationConfig {
    let mut pool = PoolingAllocationConfig::new();
    pool.total_component_instances(instances)
        .total_core_instances(instances * shape.core_instances())
        .total_memories(instances)
        .total_tables(instances * shape.tables())
        .total_stacks(instances)
        .max_core_instances_per_component(shape.core_instances())
        .max_memories_per_component(1)
        .max_tables_per_component(shape.tables())
        .max_component_instance_size(shape.instance_bytes())
        .max_core_instance_size(shape.instance_bytes())
        .max_memory_size(limits.memory_bytes)
        .table_elements(limits.table_elements)
        // A slot is reset by overwriting the pages that the last guest touched instead of returning them to the
        // kernel: no page fault in the next run, no TLB shootdown on the other cores.
        .linear_memory_keep_resident(shape.kept_memory_bytes())
        .table_keep_resident(4 << 10)
        .async_stack_keep_resident(16 << 10)
        .pagemap_scan(Enabled::Auto)
        // At least one warm slot for each plugin in frequent use.
        .max_unused_warm_slots(instances.min(shape.warm_places()));
    pool
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_number_of_instances_follows_the_kernels_limit_of_memory_maps() {
        assert_eq!(instances_for(65_530), 8_000);
        assert_eq!(instances_for(262_144), 8_000);
        assert_eq!(instances_for(15_000), 1_000);
        assert_eq!(instances_for(1_000), 16);
    }
}
