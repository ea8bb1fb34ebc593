//! Reads the permissions of a component from its imports, and checks whether it is a plugin at all.

use sitewright_contract::{Permission, TYPES, interface, is_known};
use wasmtime::Engine;
use wasmtime::component::Component;
use wasmtime::component::types::ComponentItem;

use crate::limits::bytes_in_words;
use crate::prelude::*;

/// wasmtime counts memories in WebAssembly pages.
const PAGE_BYTES: u64 = 64 << 10;

/// The resources that a component needs when it is instantiated.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Resources {
    /// The initial size of its memory.
    pub initial_memory_bytes: u64,
    pub memories: u32,
    pub tables: u32,
}

/// The interface that only the component that runs templates may import. It provides only the template.
const TEMPLATE: &str = "template";

/// Returns the permissions of a component in a fixed order; refuses imports that the host does not have.
pub(crate) fn read(
    engine: &Engine,
    component: &Component,
    runs_templates: bool,
) -> Result<Vec<Permission>, InstallError> {
    let mut permissions = Vec::new();
    for (name, import) in component.component_type().imports(engine) {
        let (interface, _) = interface(name)
            .filter(|(_, version)| is_known(version))
            .ok_or_else(|| InstallError::UnknownImport(name.to_owned()))?;
        if TYPES.contains(&interface) || (interface == TEMPLATE && runs_templates) {
            continue;
        }
        let permission =
            Permission::named(interface).ok_or_else(|| InstallError::UnknownImport(name.to_owned()))?;
        if let ComponentItem::ComponentInstance(instance) = import.ty {
            for (function, item) in instance.exports(engine) {
                let is_function = matches!(item.ty, ComponentItem::ComponentFunc(_));
                if is_function && !permission.has(function) {
                    return Err(InstallError::UnknownImport(format!("{name}#{function}")));
                }
            }
        }
        permissions.push(permission);
    }
    permissions.sort_unstable();
    permissions.dedup();
    Ok(permissions)
}

/// Refuses a component that cannot be instantiated within the limits.
pub(crate) fn resources(
    component: &Component,
    shape: Shape,
    limits: &Limits,
) -> Result<Resources, InstallError> {
    let needs = |needs: String, limit: String| Err(InstallError::Resources { needs, limit });
    let Some(required) = component.resources_required() else {
        return Err(InstallError::Contract("it imports a core module".to_owned()));
    };
    let resources = Resources {
        initial_memory_bytes: required.max_initial_memory_size.unwrap_or(0).saturating_mul(PAGE_BYTES),
        memories: required.num_memories,
        tables: required.num_tables,
    };
    let memory_limit = limits.memory_bytes as u64;
    if resources.initial_memory_bytes > memory_limit {
        let bytes = usize::try_from(resources.initial_memory_bytes).unwrap_or(usize::MAX);
        return needs(format!("{} of memory", bytes_in_words(bytes)), bytes_in_words(limits.memory_bytes));
    }
    if resources.memories > 1 {
        return needs(format!("{} memories", resources.memories), "1".to_owned());
    }
    if resources.tables > shape.tables() {
        return needs(format!("{} tables", resources.tables), shape.tables().to_string());
    }
    if required.max_initial_table_size.is_some_and(|elements| elements > limits.table_elements as u64) {
        return needs("a larger function table".to_owned(), format!("{} elements", limits.table_elements));
    }
    Ok(resources)
}
