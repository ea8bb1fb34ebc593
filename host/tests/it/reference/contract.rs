//! The contract in its WIT form: interfaces, their functions and types, and the worlds.

use wit_parser::{
    Docs, Function, Interface, InterfaceId, PackageId, Resolve, Stability, Type, TypeDef, TypeDefKind,
    WorldItem,
};

use crate::prelude::*;

/// All of `wit/`.
pub fn contract() -> Value {
    let mut resolve = Resolve::default();
    let (package, _) =
        resolve.push_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/../wit")).expect("the contract is valid");
    let interfaces = resolve.packages[package].interfaces.values();
    json!({
        "version": version(&resolve, package),
        "docs": docs(&resolve.packages[package].docs),
        "interfaces": interfaces.map(|id| interface(&resolve, package, *id)).collect::<Vec<_>>(),
        "worlds": worlds(&resolve, package),
    })
}

fn version(resolve: &Resolve, package: PackageId) -> String {
    resolve.packages[package].name.version.as_ref().map(ToString::to_string).unwrap_or_default()
}

/// A comment, with the lines of the source.
fn docs(docs: &Docs) -> String {
    docs.contents.as_deref().unwrap_or_default().trim().to_owned()
}

fn since(stability: &Stability, package: String) -> String {
    match stability {
        Stability::Stable { since, .. } => since.to_string(),
        _ => package,
    }
}

fn interface(resolve: &Resolve, package: PackageId, id: InterfaceId) -> Value {
    let found: &Interface = &resolve.interfaces[id];
    let own = |one: &&TypeDef| !is_borrowed(resolve, one);
    let types = found.types.values().map(|id| &resolve.types[*id]).filter(own);
    let functions = found.functions.values().map(|one| {
        json!({
            "name": one.name,
            "wit": function(resolve, one),
            "docs": docs(&one.docs),
            "since": since(&one.stability, version(resolve, package)),
            "fails": one.result.is_some_and(|result| spelled(resolve, &result).ends_with(", failure>")),
        })
    });
    json!({
        "name": found.name,
        "docs": docs(&found.docs),
        "functions": functions.collect::<Vec<_>>(),
        "types": types.map(|one| type_of(resolve, one)).collect::<Vec<_>>(),
    })
}

/// Whether a type is only imported from another interface.
fn is_borrowed(resolve: &Resolve, one: &TypeDef) -> bool {
    matches!(one.kind, TypeDefKind::Type(Type::Id(id)) if resolve.types[id].name == one.name)
}

fn function(resolve: &Resolve, one: &Function) -> String {
    let params: Vec<String> =
        one.params.iter().map(|param| format!("{}: {}", param.name, spelled(resolve, &param.ty))).collect();
    let result = one.result.map(|result| format!(" -> {}", spelled(resolve, &result))).unwrap_or_default();
    format!("{}: func({}){result};", one.name, params.join(", "))
}

fn type_of(resolve: &Resolve, one: &TypeDef) -> Value {
    let name = one.name.as_deref().unwrap_or_default();
    let member = |name: &str, ty: Option<&Type>, about: &Docs| json!({ "name": name, "type": ty.map(|ty| spelled(resolve, ty)), "docs": docs(about) });
    let members: Vec<Value> = match &one.kind {
        TypeDefKind::Record(record) => {
            record.fields.iter().map(|field| member(&field.name, Some(&field.ty), &field.docs)).collect()
        }
        TypeDefKind::Variant(variant) => {
            variant.cases.iter().map(|case| member(&case.name, case.ty.as_ref(), &case.docs)).collect()
        }
        TypeDefKind::Enum(list) => {
            list.cases.iter().map(|case| member(&case.name, None, &case.docs)).collect()
        }
        _ => Vec::new(),
    };
    let wit = match &one.kind {
        TypeDefKind::Type(ty) => format!("type {name} = {};", spelled(resolve, ty)),
        _ => String::new(),
    };
    json!({ "name": name, "docs": docs(&one.docs), "wit": wit, "members": members })
}

/// A type as it is written in WIT.
fn spelled(resolve: &Resolve, ty: &Type) -> String {
    let id = match ty {
        Type::Id(id) => *id,
        Type::String => return "string".to_owned(),
        plain => return format!("{plain:?}").to_lowercase(),
    };
    let found = &resolve.types[id];
    if let Some(name) = &found.name {
        return name.clone();
    }
    let inner = |ty: &Type| spelled(resolve, ty);
    let or_nothing = |ty: &Option<Type>| ty.as_ref().map_or_else(|| "_".to_owned(), inner);
    match &found.kind {
        TypeDefKind::Option(ty) => format!("option<{}>", inner(ty)),
        TypeDefKind::List(ty) => format!("list<{}>", inner(ty)),
        TypeDefKind::Result(result) => {
            format!("result<{}, {}>", or_nothing(&result.ok), or_nothing(&result.err))
        }
        TypeDefKind::Tuple(tuple) => {
            format!("tuple<{}>", tuple.types.iter().map(inner).collect::<Vec<_>>().join(", "))
        }
        other => panic!("the reference cannot spell {}", other.as_str()),
    }
}

fn worlds(resolve: &Resolve, package: PackageId) -> Vec<Value> {
    let worlds = resolve.packages[package].worlds.values().map(|id| &resolve.worlds[*id]);
    let imported = |item: &WorldItem| match item {
        WorldItem::Interface { id, .. } => resolve.interfaces[*id].name.clone(),
        _ => None,
    };
    worlds
        .map(|world| {
            // Shared type names, which are no permission.
            let imports = world.imports.values().filter_map(imported).filter(|name| name != "types");
            json!({ "name": world.name, "docs": docs(&world.docs), "imports": imports.collect::<Vec<_>>() })
        })
        .collect()
}
