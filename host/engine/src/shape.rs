//! Two shapes of components, which need pools of different sizes.
//!
//! Components compiled from Rust are small. A component that was written in JavaScript or TypeScript contains the
//! interpreter of the language: thousands of functions in a table, and a heap that starts at nine mebibytes. A pool
//! with slots of that size would cost every other plugin address space and time, so scripts have a separate pool.

use wasmparser::{Parser, Payload};

/// How a component is built, as far as it matters for the pool.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Shape {
    /// Compiled to WebAssembly.
    Compiled,
    /// Contains an interpreter.
    Script,
}

/// A slot for compiled components has room for 2,048 functions in its tables.
const MOST_IN_A_TABLE: u64 = 2_000;

impl Shape {
    /// Reads the shape from the size of the function tables. A component that cannot be parsed is left for the
    /// compiler to refuse.
    pub(crate) fn of(wasm: &[u8]) -> Shape {
        let tables =
            Parser::new(0).parse_all(wasm).map_while(Result::ok).filter_map(|payload| match payload {
                Payload::TableSection(tables) => Some(tables),
                _ => None,
            });
        let mut sizes = tables.flat_map(|tables| tables.into_iter().flatten()).map(|table| table.ty.initial);
        if sizes.any(|initial| initial > MOST_IN_A_TABLE) { Shape::Script } else { Shape::Compiled }
    }

    /// The main module, the shim through which it calls the host, and the module that fills the shim.
    pub(crate) fn core_instances(self) -> u32 {
        3
    }

    /// The main module's function table and the shim's.
    pub(crate) fn tables(self) -> u32 {
        2
    }

    /// The runtime's data for an instance: 32 bytes for each function in a table. SpiderMonkey takes 200 KB.
    pub(crate) fn instance_bytes(self) -> usize {
        match self {
            Shape::Compiled => 64 << 10,
            Shape::Script => 512 << 10,
        }
    }

    /// Memory of a slot that is overwritten instead of returned to the kernel; see `pool`.
    pub(crate) fn kept_memory_bytes(self) -> usize {
        match self {
            Shape::Compiled => 2 << 20,
            Shape::Script => 4 << 20,
        }
    }

    /// Slots that stay warm while unused; each slot of a script takes up to 4 MiB.
    pub(crate) fn warm_places(self) -> u32 {
        match self {
            Shape::Compiled => 256,
            Shape::Script => 16,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Shape;

    fn shape(elements: u32) -> Shape {
        let text = format!("(component (core module (table {elements} funcref)))");
        Shape::of(&wat::parse_str(text).expect("the text is valid"))
    }

    #[test]
    fn a_large_function_table_means_an_interpreter() {
        assert_eq!(shape(2_000), Shape::Compiled);
        assert_eq!(shape(2_001), Shape::Script);
        assert_eq!(Shape::of(b"\0asm"), Shape::Compiled);
    }
}
