//! The work that a component causes for a compiler, computed from its bytes before it is validated or compiled.
//!
//! A compiler's time and memory grow with products, such as the number of a function's local variables times its
//! branches, so that half a megabyte can take a gigabyte. Each limit is well above the output of real compilers. They
//! were measured on the JavaScript engine StarlingMonkey (10 and 12 MB) and on `wasm-tools` compiled to WebAssembly;
//! the numbers in brackets are the largest ones found.

use wasmparser::{
    BinaryReaderError, BlockType, CompositeInnerType, ElementItems, ElementSectionReader, FunctionBody,
    Operator, Parser, Payload, TypeSectionReader,
};

use crate::layout::COMPONENT;
use crate::{Code, Problem, Problems};

/// Core modules (3): the program, the table through which it calls the host, and the module that fills the table. An
/// instance has no room for more, and a module that is never instantiated would be compiled in vain.
const MODULES: u64 = 3;
/// Nested components (a few), and their depth (1): each instantiated component is compiled in place, so nesting
/// multiplies.
const COMPONENTS: u64 = 32;
const COMPONENT_DEPTH: u64 = 1;
/// Functions (19,852): each costs some kilobytes, however small it is.
const FUNCTIONS: u64 = 65_536;
/// Bytes of a function (304,233): a function is compiled in one piece.
const FUNCTION_BYTES: u64 = 1 << 20;
/// Local variables of a function (483), without parameters.
const LOCALS: u64 = 1_000;
/// Blocks, loops, conditions and targets of jump tables in a function (7,914).
const BRANCHES: u64 = 32_768;
/// Blocks inside blocks (1,244).
const NESTING: u64 = 4_096;
/// Parameters (38) and results (1) of a function or a block: a jump copies them for each of its targets.
const PARAMETERS: u64 = 128;
const RESULTS: u64 = 8;
/// The product of local variables and branches: a variable may need a separate value wherever paths meet. A loop
/// counts as [`LOOP`] branches, since its variables are unknown until it ends. In one function (1,135,000),
const FUNCTION_WORK: u64 = 4_000_000;
/// and in all functions (about 15,000,000).
const WORK: u64 = 50_000_000;
const LOOP: u64 = 16;
/// Types, imports, exports, globals and data segments of core modules (6,955), and elements of their tables (8,809).
const ENTRIES: u64 = 65_536;
/// Bytes that describe imports, exports and types of the component itself (some ten thousand).
const INTERFACE_BYTES: u64 = 1 << 20;

/// Reports a component that exceeds a limit; returns true if it exceeds none. A component that cannot be parsed is
/// left for the validator to refuse.
pub(crate) fn check(bytes: &[u8], found: &mut Problems) -> bool {
    let mut weight = Weight::default();
    for payload in Parser::new(0).parse_all(bytes) {
        let Ok(payload) = payload else { break };
        // The validator refuses a part that cannot be parsed, with its offset.
        if let Err(Exceeded(code, max)) = weight.add(payload) {
            found.add(Problem::at(code, COMPONENT).with("max", max));
            return false;
        }
    }
    true
}

/// The exceeded limit, with its value.
struct Exceeded(Code, u64);

/// The counts so far.
#[derive(Default)]
struct Weight {
    modules: u64,
    components: u64,
    /// The stack of open components and modules; true for a component.
    inside: Vec<bool>,
    /// Parameters and results of each type of the current module.
    types: Vec<u64>,
    /// Parameters and results of its functions whose bodies are still to come, in reverse order.
    signatures: Vec<u64>,
    functions: u64,
    work: u64,
    entries: u64,
    interface: u64,
}

impl Weight {
    fn add(&mut self, payload: Payload<'_>) -> Result<(), Exceeded> {
        match payload {
            Payload::Version { encoding, .. } => {
                self.inside.push(encoding == wasmparser::Encoding::Component);
                (self.types, self.signatures) = Default::default();
                let depth = self.inside.iter().filter(|is_component| **is_component).count() as u64;
                return at_most(depth.saturating_sub(1), COMPONENT_DEPTH, Code::ComponentNested);
            }
            Payload::End(_) => drop(self.inside.pop()),
            Payload::ModuleSection { .. } => {
                return count(&mut self.modules, 1, MODULES, Code::ComponentModules);
            }
            Payload::ComponentSection { .. } => {
                return count(&mut self.components, 1, COMPONENTS, Code::ComponentNested);
            }
            Payload::FunctionSection(section) => {
                let more = u64::from(section.count());
                count(&mut self.functions, more, FUNCTIONS, Code::ComponentFunctions)?;
                let of = |index: u32| self.types.get(index as usize).copied().unwrap_or_default();
                self.signatures = section.into_iter().map_while(Result::ok).map(of).collect();
                self.signatures.reverse();
            }
            Payload::CodeSectionEntry(body) => {
                let signature = self.signatures.pop().unwrap_or_default();
                let work = work(&body, signature, &self.types)?;
                return count(&mut self.work, work, WORK, Code::ComponentWork);
            }
            Payload::ElementSection(section) => return self.entries(elements(section)),
            Payload::ImportSection(section) => return self.entries(section.count().into()),
            Payload::ExportSection(section) => return self.entries(section.count().into()),
            Payload::GlobalSection(section) => return self.entries(section.count().into()),
            Payload::TagSection(section) => return self.entries(section.count().into()),
            Payload::TableSection(section) => return self.entries(section.count().into()),
            Payload::DataSection(section) => return self.entries(section.count().into()),
            Payload::TypeSection(section) => {
                self.types = types(section)?;
                return self.entries(self.types.len() as u64);
            }
            other => return self.interface(&other),
        }
        Ok(())
    }

    fn entries(&mut self, more: u64) -> Result<(), Exceeded> {
        count(&mut self.entries, more, ENTRIES, Code::ComponentEntries)
    }

    fn interface(&mut self, payload: &Payload<'_>) -> Result<(), Exceeded> {
        let range = match payload {
            Payload::CoreTypeSection(section) => section.range(),
            Payload::ComponentTypeSection(section) => section.range(),
            Payload::ComponentAliasSection(section) => section.range(),
            Payload::ComponentImportSection(section) => section.range(),
            Payload::ComponentExportSection(section) => section.range(),
            Payload::ComponentCanonicalSection(section) => section.range(),
            Payload::ComponentInstanceSection(section) => section.range(),
            Payload::InstanceSection(section) => section.range(),
            _ => return Ok(()),
        };
        count(&mut self.interface, range.len() as u64, INTERFACE_BYTES, Code::ComponentInterface)
    }
}

fn at_most(number: u64, most: u64, code: Code) -> Result<(), Exceeded> {
    if number > most { Err(Exceeded(code, most)) } else { Ok(()) }
}

fn count(sum: &mut u64, more: u64, most: u64, code: Code) -> Result<(), Exceeded> {
    *sum = sum.saturating_add(more);
    at_most(*sum, most, code)
}

/// Parameters and results of each type.
fn types(section: TypeSectionReader<'_>) -> Result<Vec<u64>, Exceeded> {
    let mut all = Vec::new();
    for one in section.into_iter().map_while(Result::ok).flat_map(|group| group.into_types()) {
        let (parameters, results) = match &one.composite_type.inner {
            CompositeInnerType::Func(function) => (function.params().len(), function.results().len()),
            _ => (0, 0),
        };
        at_most(parameters as u64, PARAMETERS, Code::ComponentSignature)?;
        at_most(results as u64, RESULTS, Code::ComponentSignature)?;
        all.push((parameters + results) as u64);
        at_most(all.len() as u64, ENTRIES, Code::ComponentEntries)?;
    }
    Ok(all)
}

/// Segments and their elements.
fn elements(section: ElementSectionReader<'_>) -> u64 {
    let of = |items: ElementItems<'_>| match items {
        ElementItems::Functions(functions) => functions.count(),
        ElementItems::Expressions(_, expressions) => expressions.count(),
    };
    section.into_iter().map_while(Result::ok).map(|element| 1 + u64::from(of(element.items))).sum()
}

/// The work of a function, see [`FUNCTION_WORK`]. `signature` is the number of its parameters and results.
fn work(body: &FunctionBody<'_>, signature: u64, types: &[u64]) -> Result<u64, Exceeded> {
    at_most(body.range().len() as u64, FUNCTION_BYTES, Code::ComponentFunctionSize)?;
    let locals = locals(body).unwrap_or_default();
    at_most(locals, LOCALS, Code::ComponentLocals)?;
    let Ok(operators) = body.get_operators_reader() else { return Ok(0) };
    let mut paths = Paths::default();
    for operator in operators.into_iter().map_while(Result::ok) {
        paths.add(&operator, types);
        at_most(paths.branches, BRANCHES, Code::ComponentBranches)?;
        at_most(paths.depth, NESTING, Code::ComponentNesting)?;
    }
    let work = (locals + signature) * (paths.branches + LOOP * paths.loops) + LOOP * paths.values;
    at_most(work, FUNCTION_WORK, Code::ComponentFunctionWork)?;
    Ok(work)
}

fn locals(body: &FunctionBody<'_>) -> Result<u64, BinaryReaderError> {
    body.get_locals_reader()?.into_iter().map(|group| group.map(|(number, _)| u64::from(number))).sum()
}

/// The control flow of a function.
#[derive(Default)]
struct Paths {
    branches: u64,
    loops: u64,
    /// Parameters and results of its blocks.
    values: u64,
    depth: u64,
}

impl Paths {
    fn add(&mut self, operator: &Operator<'_>, types: &[u64]) {
        match operator {
            Operator::Block { blockty } | Operator::If { blockty } => self.block(*blockty, types),
            Operator::Loop { blockty } => {
                self.loops += 1;
                self.block(*blockty, types);
            }
            Operator::TryTable { try_table } => {
                self.branches += try_table.catches.len() as u64;
                self.block(try_table.ty, types);
            }
            Operator::Else | Operator::BrIf { .. } => self.branches += 1,
            Operator::BrTable { targets } => self.branches += 1 + u64::from(targets.len()),
            Operator::End => self.depth = self.depth.saturating_sub(1),
            _ => {}
        }
    }

    fn block(&mut self, of: BlockType, types: &[u64]) {
        (self.branches, self.depth) = (self.branches + 1, self.depth + 1);
        if let BlockType::FuncType(index) = of {
            self.values += types.get(index as usize).copied().unwrap_or_default();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use Code::*;

    const MODULE: &[u8] = b"\0asm\x01\0\0\0";
    const NESTED: &[u8] = b"\0asm\x0d\0\x01\0";

    fn leb(mut number: usize) -> Vec<u8> {
        let mut bytes = Vec::new();
        loop {
            let byte = (number & 0x7f) as u8;
            number >>= 7;
            if number == 0 {
                bytes.push(byte);
                return bytes;
            }
            bytes.push(byte | 0x80);
        }
    }

    fn section(id: u8, content: &[u8]) -> Vec<u8> {
        [&[id][..], &leb(content.len()), content].concat()
    }

    /// Repeats an element.
    fn many(number: usize, one: &[u8]) -> Vec<u8> {
        [leb(number), one.repeat(number)].concat()
    }

    /// A section of a core module in a component that does not use it.
    fn with(sections: &[Vec<u8>]) -> Vec<u8> {
        [NESTED, &section(1, &[MODULE, &sections.concat()].concat())].concat()
    }

    /// A component with this number of functions, each with these local variables and this code.
    fn functions(number: usize, locals: usize, code: &[u8]) -> Vec<u8> {
        let body = [&leb(1)[..], &leb(locals), &[0x7f], code, &[0x0b]].concat();
        let body = [leb(body.len()), body].concat();
        with(&[
            section(1, &many(1, &[0x60, 0, 0])),
            section(3, &many(number, &[0])),
            section(10, &many(number, &body)),
        ])
    }

    fn refusal(component: &[u8]) -> Option<Code> {
        let mut found = Problems::default();
        let is_light = check(component, &mut found);
        let code = found.into_list().first().map(|problem| problem.code);
        assert_eq!(is_light, code.is_none());
        code
    }

    const LOOPS: &[u8] = &[0x03, 0x40, 0x0b];
    const BLOCK: &[u8] = &[0x02, 0x40];

    #[test]
    fn v4_components_that_compile_slowly_are_refused_before_compiling() {
        let jumps = [&[0x41, 0, 0x0e][..], &many(40_000, &[0]), &[0]].concat();
        let nested = [BLOCK.repeat(5_000), vec![0x0b; 5_000]].concat();
        let table = section(4, &many(1, &[0x70, 0, 0]));
        let elements = [&[0, 0x41, 0, 0x0b][..], &many(70_000, &[0])].concat();
        let inside = [NESTED, &section(4, &[NESTED, &section(4, NESTED)].concat())].concat();
        for (what, component, code) in [
            ("variables", functions(2, 1_500, &LOOPS.repeat(6_000)), ComponentLocals),
            ("loops over variables", functions(1, 900, &LOOPS.repeat(6_000)), ComponentFunctionWork),
            ("all functions", functions(20, 230, &LOOPS.repeat(1_000)), ComponentWork),
            ("functions", functions(70_000, 0, &[]), ComponentFunctions),
            ("a function", functions(1, 0, &vec![0x01; 1 << 20]), ComponentFunctionSize),
            ("a jump table", functions(1, 0, &jumps), ComponentBranches),
            ("blocks", functions(1, 0, &nested), ComponentNesting),
            ("types", with(&[section(1, &many(70_000, &[0x60, 0, 0]))]), ComponentEntries),
            (
                "parameters",
                with(&[section(1, &[&[1, 0x60][..], &many(200, &[0x7f]), &[0]].concat())]),
                ComponentSignature,
            ),
            (
                "results",
                with(&[section(1, &[&[1, 0x60, 0][..], &many(9, &[0x7f])].concat())]),
                ComponentSignature,
            ),
            ("imports", with(&[section(2, &many(70_000, &[0, 0, 0, 0]))]), ComponentEntries),
            ("exports", with(&[section(7, &many(70_000, &[0, 0, 0]))]), ComponentEntries),
            ("table elements", with(&[table, section(9, &[&[1][..], &elements].concat())]), ComponentEntries),
            ("data segments", with(&[section(11, &many(70_000, &[0, 0x41, 0, 0x0b, 0]))]), ComponentEntries),
            ("modules", [NESTED, &section(1, MODULE).repeat(4)].concat(), ComponentModules),
            ("components", [NESTED, &section(4, NESTED).repeat(40)].concat(), ComponentNested),
            ("components in components", inside, ComponentNested),
            (
                "types of the component",
                [NESTED, &section(7, &many(2 << 20, &[0x7f]))].concat(),
                ComponentInterface,
            ),
            ("aliases", [NESTED, &section(6, &many(300_000, &[0, 0, 0, 0]))].concat(), ComponentInterface),
        ] {
            assert_eq!(refusal(&component), Some(code), "{what}");
        }
    }

    #[test]
    fn v4_parameters_count_as_variables_do() {
        let kind = [&[1, 0x60][..], &many(100, &[0x7f]), &[0]].concat();
        let body = [&[0][..], &LOOPS.repeat(5_000), &[0x0b]].concat();
        let body = [&[1][..], &leb(body.len()), &body].concat();
        let component = with(&[section(1, &kind), section(3, &[1, 0]), section(10, &body)]);
        assert_eq!(refusal(&component), Some(ComponentFunctionWork));
    }

    #[test]
    fn v4_the_output_of_compilers_is_far_below_the_limits() {
        assert_eq!(refusal(&functions(1, 483, &LOOPS.repeat(164))), None);
        assert_eq!(refusal(&functions(20_000, 4, &LOOPS.repeat(2))), None);
        assert_eq!(refusal(b"\0asm"), None, "what is no component is for the validator");
    }
}
