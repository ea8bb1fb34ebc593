//! Takes the freeing of memory out of a tool. Its instance lives for one call and its memory goes with it, so nothing
//! is gained by freeing, and a twentieth of the code says what is to be freed.
//!
//! Only what certainly does nothing else is taken out: glue that the compiler made for dropping values, as long as it
//! writes nothing and calls nothing but its like. A `Drop` that does more, such as giving a borrow back, stays.

use std::collections::{HashMap, HashSet};

use anyhow::{Result, ensure};
use wasm_encoder::{CodeSection, Function, Module, RawSection};
use wasmparser::{FunctionBody, KnownCustom, Name, Operator, Parser, Payload, TypeRef};

/// The standard library's own part in freeing: these write as well, but only to their own frame.
const FREEING: [[&str; 2]; 2] = [["raw_vec", "deallocate"], ["into_iter", "4drop4Drop4drop"]];
/// What they may call: the allocator, and a question that is answered in their frame.
const ASKED: [&str; 3] = ["__rust_dealloc", "Allocator10deallocate", "current_memory"];

/// The module without the freeing, if it still has its functions' names.
pub fn forget(module: &[u8]) -> Result<Vec<u8>> {
    let functions = Functions::of(module)?;
    functions.check()?;
    let idle = functions.idle();
    let mut out = Module::new();
    let mut code = CodeSection::new();
    for payload in Parser::new(0).parse_all(module) {
        match payload? {
            Payload::CodeSectionEntry(body) => {
                if idle.contains(&(functions.imported + code.len())) {
                    code.function(&empty());
                } else {
                    code.raw(&module[body.range()]);
                }
                if code.len() as usize == functions.bodies.len() {
                    out.section(&code);
                }
            }
            payload => {
                if let Some((id, range)) = payload.as_section().filter(|(id, _)| *id != CODE) {
                    out.section(&RawSection { id, data: &module[range] });
                }
            }
        }
    }
    Ok(out.finish())
}

/// What the linker calls a function that it could not join to its callers.
const MISMATCH: &str = "signature_mismatch:";
/// The number of the section of code.
const CODE: u8 = 10;

fn empty() -> Function {
    let mut function = Function::new([]);
    function.instructions().end();
    function
}

struct Functions<'a> {
    imported: u32,
    bodies: Vec<FunctionBody<'a>>,
    names: HashMap<u32, &'a str>,
}

impl<'a> Functions<'a> {
    fn of(module: &'a [u8]) -> Result<Self> {
        let mut functions = Self { imported: 0, bodies: Vec::new(), names: HashMap::new() };
        for payload in Parser::new(0).parse_all(module) {
            match payload? {
                Payload::ImportSection(imports) => {
                    for import in imports.into_imports() {
                        functions.imported += u32::from(matches!(import?.ty, TypeRef::Func(_)));
                    }
                }
                Payload::CodeSectionEntry(body) => functions.bodies.push(body),
                Payload::CustomSection(section) => {
                    let KnownCustom::Name(names) = section.as_known() else { continue };
                    for name in names {
                        let Name::Function(names) = name? else { continue };
                        for naming in names {
                            let naming = naming?;
                            functions.names.insert(naming.index, naming.name);
                        }
                    }
                }
                _ => {}
            }
        }
        Ok(functions)
    }

    /// The linker traps where caller and function differ in what is returned, as they do for numbers of 128 bits.
    fn check(&self) -> Result<()> {
        for (place, body) in self.bodies.iter().enumerate() {
            for operator in body.get_operators_reader()? {
                if let Operator::Call { function_index } = operator? {
                    let name = self.name(function_index);
                    let caller = self.name(self.imported + u32::try_from(place)?);
                    ensure!(
                        !name.starts_with(MISMATCH),
                        "{caller} calls {name}: avoid numbers of 128 bits, and products that are checked for 64"
                    );
                }
            }
        }
        Ok(())
    }

    /// Those that free and do nothing else.
    fn idle(&self) -> HashSet<u32> {
        let mut idle: HashSet<u32> =
            self.names.iter().filter(|(_, name)| is_glue(name)).map(|(index, _)| *index).collect();
        loop {
            let busy: Vec<u32> = idle.iter().copied().filter(|index| self.is_busy(*index, &idle)).collect();
            if busy.is_empty() {
                return idle;
            }
            idle.retain(|index| !busy.contains(index));
        }
    }

    fn is_busy(&self, index: u32, idle: &HashSet<u32>) -> bool {
        let place = index.checked_sub(self.imported).map(|place| place as usize);
        let operators = place.and_then(|place| self.bodies.get(place)?.get_operators_reader().ok());
        let may_write = is_freeing(self.name(index));
        operators.is_none_or(|operators| {
            operators.into_iter().any(|operator| match operator {
                Ok(Operator::Call { function_index }) => {
                    let name = self.name(function_index);
                    !idle.contains(&function_index) && !ASKED.iter().any(|asked| name.contains(asked))
                }
                Ok(operator) => !(only_reads(&operator) || may_write && writes_plainly(&operator)),
                Err(_) => true,
            })
        })
    }

    fn name(&self, index: u32) -> &str {
        self.names.get(&index).copied().unwrap_or_default()
    }
}

/// What the compiler makes for dropping, and what frees for it.
fn is_glue(name: &str) -> bool {
    name.contains("drop_in_place") || name.contains("4drop4Drop4drop") || is_freeing(name)
}

fn is_freeing(name: &str) -> bool {
    FREEING.iter().any(|parts| parts.iter().all(|part| name.contains(part)))
}

fn writes_plainly(operator: &Operator<'_>) -> bool {
    matches!(
        operator,
        Operator::I32Store { .. }
            | Operator::I64Store { .. }
            | Operator::V128Store { .. }
            | Operator::GlobalSet { .. }
    )
}

/// Whether an operator has no effect beyond its function.
fn only_reads(operator: &Operator<'_>) -> bool {
    matches!(
        operator,
        Operator::Block { .. }
            | Operator::Loop { .. }
            | Operator::If { .. }
            | Operator::Else
            | Operator::End
            | Operator::Br { .. }
            | Operator::BrIf { .. }
            | Operator::BrTable { .. }
            | Operator::Return
            | Operator::Drop
            | Operator::LocalGet { .. }
            | Operator::LocalSet { .. }
            | Operator::LocalTee { .. }
            | Operator::GlobalGet { .. }
            | Operator::I32Load { .. }
            | Operator::I32Load8U { .. }
            | Operator::I32Load8S { .. }
            | Operator::I32Load16U { .. }
            | Operator::I64Load { .. }
            | Operator::V128Load { .. }
            | Operator::I32Const { .. }
            | Operator::I64Const { .. }
            | Operator::I32Eqz
            | Operator::I32Eq
            | Operator::I32Ne
            | Operator::I32LtU
            | Operator::I32LtS
            | Operator::I32GtU
            | Operator::I32GtS
            | Operator::I32LeU
            | Operator::I32LeS
            | Operator::I32GeU
            | Operator::I32GeS
            | Operator::I32Add
            | Operator::I32Sub
            | Operator::I32Mul
            | Operator::I32DivU
            | Operator::I32And
            | Operator::I32Or
            | Operator::I32Xor
            | Operator::I32Shl
            | Operator::I32ShrU
            | Operator::Select
    )
}

#[cfg(test)]
mod tests {
    use wasm_encoder::{
        CodeSection, Function, FunctionSection, MemArg, Module, NameMap, NameSection, TypeSection, ValType,
    };
    use wasmparser::{Parser, Payload};

    use super::forget;

    const GLUE: &str = "_RINvNtCs_4core3ptr13drop_in_placeNtNtCs_5alloc6string6StringE";

    /// A function with this name that reads, or writes, where its argument says.
    fn module(name: &str, writes: bool) -> Vec<u8> {
        let mut types = TypeSection::new();
        types.ty().function([ValType::I32], []);
        let mut functions = FunctionSection::new();
        functions.function(0);
        let mut body = Function::new([]);
        let place = MemArg { offset: 0, align: 2, memory_index: 0 };
        if writes {
            body.instructions().local_get(0).i32_const(1).i32_store(place).end();
        } else {
            body.instructions().local_get(0).i32_load(place).drop().end();
        }
        let mut code = CodeSection::new();
        code.function(&body);
        let (mut names, mut map) = (NameSection::new(), NameMap::new());
        map.append(0, name);
        names.functions(&map);
        let mut module = Module::new();
        module.section(&types).section(&functions).section(&code).section(&names);
        module.finish()
    }

    fn is_empty(module: &[u8]) -> bool {
        Parser::new(0).parse_all(module).any(|payload| match payload {
            Ok(Payload::CodeSectionEntry(body)) => body.range().len() == 2,
            _ => false,
        })
    }

    #[test]
    fn glue_that_only_reads_is_taken_out() {
        assert!(is_empty(&forget(&module(GLUE, false)).unwrap()));
    }

    #[test]
    fn glue_that_writes_and_other_functions_stay() {
        for module in [module(GLUE, true), module("_RNvCs_4tool3run", false)] {
            assert_eq!(forget(&module).unwrap(), module);
        }
    }
}
