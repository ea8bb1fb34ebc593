//! Components for the tests, written as core modules in the text format, so that each does exactly what its test
//! needs and no guest compiler is required.

use crate::component::{encode, strings};

/// A body of `run` that returns a valid result. `answer` writes the result to memory.
pub const GOOD: &str = "(i32.const 1024)";

/// A request to the model is 14 flat values and the address of the result.
pub const IMPORT_COMPLETE: &str = r#"(import "sitewright:plugin/model@0.1.0" "complete"
    (func $complete (param i32 i32 i32 i32 f32 i32 i32 i32 i32 i32 i32 i32 i32 i32 i32)))"#;

/// Calls the model without any message; the result is at 16,384, its text at 16,388.
pub const ASK: &str = "(call $complete (i32.const 0) (i32.const 0) (i32.const 1) (i32.const 0) (f32.const 0)
    (i32.const 0) (i32.const 0) (i32.const 0) (i32.const 0) (i32.const 0) (i32.const 0)
    (i32.const 0) (i32.const 0) (i32.const 0) (i32.const 16384))";

/// The parts of a guest, in addition to the memory and the allocator that all guests have.
pub struct Guest<'a> {
    /// Fields of the core module: imports first, then functions, globals and data.
    pub fields: &'a str,
    /// The instructions of `run`; they leave the address of the result.
    pub run: &'a str,
    /// The five texts of the descriptor.
    pub descriptor: [&'a str; 5],
    /// WIT added to the world, such as an import that no host has.
    pub world: &'a str,
    /// The initial size of the memory in pages of 64 KiB.
    pub pages: u32,
}

impl Default for Guest<'_> {
    fn default() -> Self {
        Guest {
            fields: "",
            run: GOOD,
            descriptor: ["Good tool", "It does what it says.", "{}", "{}", "{}"],
            world: "",
            pages: 2,
        }
    }
}

/// A component whose `run` consists of these instructions.
pub fn running(run: &str) -> Vec<u8> {
    Guest { run, ..Guest::default() }.component()
}

impl Guest<'_> {
    pub fn component(&self) -> Vec<u8> {
        let contract = concat!(env!("CARGO_MANIFEST_DIR"), "/../../wit");
        encode(&self.module(), contract, &world(self.world))
    }

    /// The core module: the descriptor at 512, the result at 1,024, their texts above, the heap from 65,536 on.
    fn module(&self) -> String {
        let (descriptor, texts) = strings(512, 2_048, &self.descriptor);
        let (outcome, answers) = strings(1_028, 8_192, &["Title", "Some *text*.", r#"{"ok":true}"#]);
        format!(
            r#"(module
                {fields}
                (memory (export "memory") {pages})
                (global $heap (mut i32) (i32.const 65536))
                {descriptor} {texts} {outcome} {answers}
                (func (export "cabi_realloc") (param i32 i32 i32 i32) (result i32)
                    (global.get $heap)
                    (global.set $heap (i32.add (global.get $heap)
                        (i32.and (i32.add (local.get 3) (i32.const 7)) (i32.const -8)))))
                (func (export "sitewright:plugin/tool@0.1.0#describe") (param i32 i32) (result i32)
                    (i32.const 512))
                (func $run (export "sitewright:plugin/tool@0.1.0#run") (param i32 i32) (result i32)
                    (local $i i32)
                    {run}))"#,
            fields = self.fields,
            pages = self.pages,
            run = self.run,
        )
    }
}

/// A core module that is not a component.
pub fn core_module() -> Vec<u8> {
    wat::parse_str("(module)").expect("the text is valid")
}

/// A component without any export.
pub fn empty_component() -> Vec<u8> {
    wat::parse_str("(component)").expect("the text is valid")
}

fn world(more: &str) -> String {
    format!(
        "package tests:guest;
         interface unknown {{ launch: func(); }}
         interface handles {{ resource thing {{ constructor(); }} }}
         world guest {{ include sitewright:plugin/generator@0.1.0; {more} }}"
    )
}
