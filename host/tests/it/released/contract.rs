//! A contract as a list of names with their complete shapes, so that two contracts can be compared.

use wit_parser::{Handle, Resolve, Type, TypeDefKind, TypeId, WorldItem};

use crate::prelude::*;

/// Shapes by the name of a type, a function or a part of a world.
pub type Contract = BTreeMap<String, String>;

pub fn read(file: &Path) -> Contract {
    parse(&fs::read_to_string(file).expect("a contract"))
}

pub fn parse(text: &str) -> Contract {
    let mut resolve = Resolve::default();
    let package = resolve.push_str("plugin.wit", text).expect("a contract");
    let mut contract = Contract::new();
    for (name, id) in &resolve.packages[package].interfaces {
        let interface = &resolve.interfaces[*id];
        for (part, id) in &interface.types {
            contract.insert(format!("{name}.{part}"), named(&resolve, *id));
        }
        for (part, function) in &interface.functions {
            let params =
                function.params.iter().map(|param| format!("{}: {}", param.name, shape(&resolve, &param.ty)));
            let params = params.collect::<Vec<_>>().join(", ");
            let result = maybe(&resolve, function.result.as_ref());
            contract.insert(format!("{name}#{part}"), format!("func({params}) -> {result}"));
        }
    }
    for (name, id) in &resolve.packages[package].worlds {
        let world = &resolve.worlds[*id];
        for (way, items) in [("import", &world.imports), ("export", &world.exports)] {
            for item in items.values() {
                let WorldItem::Interface { id, .. } = item else { continue };
                let interface = resolve.interfaces[*id].name.clone().unwrap_or_default();
                contract.insert(format!("world {name}: {way} {interface}"), String::new());
            }
        }
    }
    contract
}

fn named(resolve: &Resolve, id: TypeId) -> String {
    let of = |ty: &Type| shape(resolve, ty);
    let list = |parts: Vec<String>| parts.join(", ");
    match &resolve.types[id].kind {
        TypeDefKind::Record(record) => {
            let fields = record.fields.iter().map(|field| format!("{}: {}", field.name, of(&field.ty)));
            format!("record {{ {} }}", list(fields.collect()))
        }
        TypeDefKind::Variant(variant) => {
            let cases = variant
                .cases
                .iter()
                .map(|case| format!("{}({})", case.name, maybe(resolve, case.ty.as_ref())));
            format!("variant {{ {} }}", list(cases.collect()))
        }
        TypeDefKind::Enum(cases) => {
            format!("enum {{ {} }}", list(cases.cases.iter().map(|case| case.name.clone()).collect()))
        }
        TypeDefKind::Flags(flags) => {
            format!("flags {{ {} }}", list(flags.flags.iter().map(|flag| flag.name.clone()).collect()))
        }
        TypeDefKind::Tuple(tuple) => format!("tuple<{}>", list(tuple.types.iter().map(of).collect())),
        TypeDefKind::Option(inner) => format!("option<{}>", of(inner)),
        TypeDefKind::List(inner) => format!("list<{}>", of(inner)),
        TypeDefKind::FixedLengthList(inner, length) => format!("list<{}, {length}>", of(inner)),
        TypeDefKind::Map(key, value) => format!("map<{}, {}>", of(key), of(value)),
        TypeDefKind::Result(result) => {
            format!("result<{}, {}>", maybe(resolve, result.ok.as_ref()), maybe(resolve, result.err.as_ref()))
        }
        TypeDefKind::Future(inner) => format!("future<{}>", maybe(resolve, inner.as_ref())),
        TypeDefKind::Stream(inner) => format!("stream<{}>", maybe(resolve, inner.as_ref())),
        TypeDefKind::Type(other) => of(other),
        // Their functions are listed with the interface.
        TypeDefKind::Resource => "resource".to_owned(),
        TypeDefKind::Handle(Handle::Own(id)) => format!("own<{}>", named(resolve, *id)),
        TypeDefKind::Handle(Handle::Borrow(id)) => format!("borrow<{}>", named(resolve, *id)),
        TypeDefKind::Unknown => panic!("a contract imports nothing from elsewhere"),
    }
}

fn shape(resolve: &Resolve, ty: &Type) -> String {
    match ty {
        Type::Id(id) => named(resolve, *id),
        plain => format!("{plain:?}"),
    }
}

fn maybe(resolve: &Resolve, ty: Option<&Type>) -> String {
    ty.map_or_else(|| "_".to_owned(), |ty| shape(resolve, ty))
}
