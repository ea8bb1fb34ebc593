//! Calls per second of an extism plugin on two threads: a fresh plugin for each call, memory
//! limit and timeout on. Prints one JSON object.
//!
//!     extism-column GUEST.wasm INPUT.json ANSWER.txt

use std::time::{Duration, Instant};

use anyhow::{Context, Result};
use extism::{CompiledPlugin, Manifest, PTR, Plugin, PluginBuilder, UserData, Wasm};
use wasmtime::{Config, InstanceAllocationStrategy, PoolingAllocationConfig};

const THREADS: usize = 2;
const MEMORY_PAGES: u32 = 1024;
const TIMEOUT: Duration = Duration::from_secs(120);
const CALLS: usize = 8_000;

fn main() -> Result<()> {
    let mut arguments = std::env::args().skip(1);
    let mut next = || arguments.next().context("usage: extism-column GUEST.wasm INPUT.json ANSWER.txt");
    let guest = std::fs::read(next()?)?;
    let input = std::fs::read_to_string(next()?)?;
    let answer = std::fs::read_to_string(next()?)?;
    let plain = calls_per_second(&compile(&guest, &answer, None)?, &input)?;
    let pooled = calls_per_second(&compile(&guest, &answer, Some(pool()))?, &input)?;
    println!("{{\"plain\": {plain:.0}, \"pooled\": {pooled:.0}}}");
    Ok(())
}

fn compile(guest: &[u8], answer: &str, config: Option<Config>) -> Result<CompiledPlugin> {
    let manifest =
        Manifest::new([Wasm::data(guest)]).with_memory_max(MEMORY_PAGES).with_timeout(TIMEOUT);
    let mut builder = PluginBuilder::new(manifest).with_wasi(false).with_function(
        "model",
        [PTR],
        [PTR],
        UserData::new(answer.to_owned()),
        |plugin, inputs, outputs, answer| {
            let _prompt: String = plugin.memory_get_val(&inputs[0])?;
            let answer = answer.get()?;
            let answer = answer.lock().expect("nothing panics while it holds the answer");
            plugin.memory_set_val(&mut outputs[0], answer.as_str())
        },
    );
    if let Some(config) = config {
        builder = builder.with_wasmtime_config(config);
    }
    builder.compile()
}

/// The engine's own pool settings, where extism exposes them.
fn pool() -> Config {
    let mut pooling = PoolingAllocationConfig::default();
    pooling
        .total_core_instances(300)
        .total_memories(300)
        .total_tables(300)
        .max_memory_size(64 << 20)
        .linear_memory_keep_resident(2 << 20)
        .table_keep_resident(4 << 10)
        .max_unused_warm_slots(100)
        .pagemap_scan(wasmtime::Enabled::Auto);
    let mut config = Config::new();
    config.allocation_strategy(InstanceAllocationStrategy::Pooling(pooling));
    config
}

fn calls_per_second(compiled: &CompiledPlugin, input: &str) -> Result<f64> {
    calls(compiled, input, CALLS / 10)?;
    let begin = Instant::now();
    std::thread::scope(|scope| {
        let threads: Vec<_> =
            (0..THREADS).map(|_| scope.spawn(|| calls(compiled, input, CALLS / THREADS))).collect();
        threads.into_iter().try_for_each(|thread| thread.join().expect("a bench thread panicked"))
    })?;
    Ok(CALLS as f64 / begin.elapsed().as_secs_f64())
}

fn calls(compiled: &CompiledPlugin, input: &str, count: usize) -> Result<()> {
    for _ in 0..count {
        let mut plugin = Plugin::new_from_compiled(compiled)?;
        let output: String = plugin.call("run", input)?;
        anyhow::ensure!(output.len() > 1000, "the guest answered {output}");
    }
    Ok(())
}
