//! Two shapes of components, which need pools of different sizes.
//!
//! What a compiler makes of Rust is small. A component that was written in JavaScript or TypeScript carries the
//! interpreter of the language: thousands of functions in a table, and a heap that begins at nine mebibytes. A pool whose
//! places have room for such a one would cost every other plugin address space and time, so they have a pool of their own.

use wasmparser::{Parser, Payload};

/// How a component is built, as far as a pool has to know.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Shape {
    /// By a compiler.
    Compiled,
    /// With an interpreter inside.
    Script,
}

/// A place for compiled components has room for 2,048 functions that a table can name.
const MOST_IN_A_TABLE: u64 = 2_000;

impl Shape {
    /// Read off the size of the function tables. What cannot be read is for the compiler to refuse.
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

    /// What the runtime keeps for an instance: 32 bytes for each function that a table can name. SpiderMonkey takes 200 KB.
    pub(crate) fn instance_bytes(self) -> usize {
        match self {
            Shape::Compiled => 64 << 10,
            Shape::Script => 512 << 10,
        }
    }

    /// Memory of a place that is written over rather than given back, see `pool`.
    pub(crate) fn kept_memory_bytes(self) -> usize {
        match self {
            Shape::Compiled => 2 << 20,
            Shape::Script => 4 << 20,
        }
    }

    /// Places that stay warm while nobody uses them; each of a script's takes up to 4 MiB.
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
    fn a_large_function_table_gives_an_interpreter_away() {
        assert_eq!(shape(2_000), Shape::Compiled);
        assert_eq!(shape(2_001), Shape::Script);
        assert_eq!(Shape::of(b"\0asm"), Shape::Compiled);
    }
}
