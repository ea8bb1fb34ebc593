//! Reads the imports and exports of a component, without running or compiling it.

use sitewright_contract::{PACKAGE, Permission, TYPES, VERSIONS, interface, is_known};
use wasmparser::component_types::ComponentEntityType;
use wasmparser::types::Types;
use wasmparser::{BinaryReaderError, Parser, Payload, Validator};

use crate::layout::{COMPONENT, MANIFEST};
use crate::manifest::Manifest;
use crate::{Code, Problem, Problems, complexity};

const TOOL: &str = "tool";
const TOOL_FUNCTIONS: &[&str] = &["describe", "run"];
/// What a rule pack exports instead.
const RULES: &str = "rules";
const RULE_FUNCTIONS: &[&str] = &["describe", "check-pages", "check-site"];

/// The interface of a component.
#[derive(Debug, Default)]
pub(crate) struct Component {
    /// In the order of [`Permission::ALL`].
    pub permissions: Vec<Permission>,
    /// The version of the contract that it was built for.
    pub contract: String,
    /// Whether it exports rules instead of a tool.
    pub is_pack: bool,
}

impl Component {
    /// The interface of the component that runs templates, as far as it applies to a template.
    pub fn of_templates() -> Self {
        let permissions = vec![Permission::Context, Permission::Model, Permission::Progress];
        Self { permissions, contract: format!("{}.0", VERSIONS[0]), is_pack: false }
    }

    /// The same of the component that runs rules.
    pub fn of_rules() -> Self {
        Self { permissions: Vec::new(), contract: format!("{}.0", VERSIONS[0]), is_pack: true }
    }
}

/// Validates the component; returns the types of its imports and exports.
fn validate(bytes: &[u8], found: &mut Problems) -> Option<Types> {
    const MODULE: &[u8] = b"\0asm\x01\0\0\0";
    if !bytes.starts_with(b"\0asm") {
        found.at(COMPONENT, Code::ComponentNotWasm);
        return None;
    }
    if bytes.starts_with(MODULE) {
        found.at(COMPONENT, Code::ComponentIsModule);
        return None;
    }
    // Validating a component that exceeds the limits would also take too long.
    if !complexity::check(bytes, found) {
        return None;
    }
    let refused = |error: BinaryReaderError| {
        found.add(Problem::at(Code::ComponentMalformed, COMPONENT).with("offset", error.offset()));
    };
    Validator::new().validate_all(bytes).map_err(refused).ok()
}

/// Returns `None` if it is not a component. Problems of a valid component are only recorded in `found`.
pub(crate) fn read(bytes: &[u8], found: &mut Problems) -> Option<Component> {
    let types = validate(bytes, found)?;
    let (imports, exports) = names(bytes);
    let mut component = Component::default();
    for name in imports {
        let functions =
            functions(types.as_ref(), types.as_ref().component_item_for_import(name).map(|item| item.ty));
        import(name, functions.as_deref(), &mut component, found);
    }
    component.permissions.sort_unstable();
    component.permissions.dedup();
    let exported = |wanted: &str| {
        exports.iter().find_map(|name| Some((*name, interface(name)?)).filter(|(_, (of, _))| *of == wanted))
    };
    let (tool, rules) = (exported(TOOL), exported(RULES));
    component.is_pack = tool.is_none() && rules.is_some();
    let wanted = if component.is_pack { RULE_FUNCTIONS } else { TOOL_FUNCTIONS };
    match tool.or(rules) {
        Some((name, (_, version))) if is_known(version) => {
            let item = types.as_ref().component_item_for_export(name).map(|item| item.ty);
            let present = functions(types.as_ref(), item).unwrap_or_default();
            for function in wanted.iter().filter(|function| !present.iter().any(|name| name == *function)) {
                missing(&format!("{name}#{function}"), found);
            }
            version.clone_into(&mut component.contract);
        }
        Some(_) => unknown_contract(found),
        None => missing(&format!("{PACKAGE}{TOOL}@{}.0", VERSIONS[0]), found),
    }
    Some(component)
}

fn missing(export: &str, found: &mut Problems) {
    found.add(Problem::at(Code::ExportMissing, COMPONENT).with("export", export));
}

fn unknown_contract(found: &mut Problems) {
    found.add(Problem::at(Code::ContractUnknown, COMPONENT).with("known", VERSIONS.join(", ")));
}

/// The names of the outermost imports and exports of a valid component.
fn names(bytes: &[u8]) -> (Vec<&str>, Vec<&str>) {
    let (mut imports, mut exports) = (Vec::new(), Vec::new());
    let mut depth = 0_usize;
    for payload in Parser::new(0).parse_all(bytes).map_while(Result::ok) {
        match payload {
            Payload::Version { .. } => depth += 1,
            Payload::End(_) => depth = depth.saturating_sub(1),
            Payload::ComponentImportSection(section) if depth == 1 => {
                imports.extend(section.into_iter().flatten().map(|import| import.name.name));
            }
            Payload::ComponentExportSection(section) if depth == 1 => {
                exports.extend(section.into_iter().flatten().map(|export| export.name.name));
            }
            _ => {}
        }
    }
    (imports, exports)
}

/// The functions of an instance; `None` if it is not an instance.
fn functions(
    types: wasmparser::types::TypesRef<'_>,
    item: Option<ComponentEntityType>,
) -> Option<Vec<String>> {
    let Some(ComponentEntityType::Instance(instance)) = item else { return None };
    let exports = types[instance].exports.iter();
    let functions = exports.filter(|(_, item)| matches!(item.ty, ComponentEntityType::Func(_)));
    Some(functions.map(|(name, _)| name.clone()).collect())
}

fn import(name: &str, functions: Option<&[String]>, component: &mut Component, found: &mut Problems) {
    let unknown = |import: String| Problem::at(Code::ImportUnknown, COMPONENT).with("import", import);
    let (Some((interface, version)), Some(functions)) = (interface(name), functions) else {
        return found.add(unknown(name.to_owned()));
    };
    if !is_known(version) {
        return unknown_contract(found);
    }
    if TYPES.contains(&interface) {
        return;
    }
    let Some(permission) = Permission::named(interface) else { return found.add(unknown(name.to_owned())) };
    for function in functions.iter().filter(|function| !permission.has(function)) {
        found.add(unknown(format!("{name}#{function}")));
    }
    component.permissions.push(permission);
}

/// Checks that the component imports exactly what the manifest declares.
pub(crate) fn compare(component: &Component, manifest: &Manifest, found: &mut Problems) {
    let problem = |code: Code, permission: Permission| {
        Problem::at(code, COMPONENT).with("permission", permission.name())
    };
    for permission in component.permissions.iter().filter(|used| !manifest.permitted().contains(used)) {
        found.add(problem(Code::ImportNotPermitted, *permission));
    }
    let declared = manifest.permissions.iter().flatten();
    for permission in declared.filter(|declared| !component.permissions.contains(declared)) {
        found.add(problem(Code::PermissionUnused, *permission));
    }
    if component.is_pack != manifest.is_pack() {
        found.at(format!("{MANIFEST}: category"), Code::CategoryOfPacks);
    }
    if manifest.words == 0 && component.permissions.contains(&Permission::Model) {
        found.at(format!("{MANIFEST}: words"), Code::WordsZero);
    }
}
