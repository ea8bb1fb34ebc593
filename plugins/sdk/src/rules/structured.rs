//! The items of structured data.

use sitewright_facts::Page;

use crate::json::{self, Value};

/// The blocks of a page that can be read, in their order.
pub fn blocks<'a>(page: &Page<'a>) -> Vec<Value<'a>> {
    page.data().filter(|data| data.error().is_empty()).filter_map(|data| json::parse(data.json())).collect()
}

/// Calls `each` with the items of a block that are not values of other items.
pub fn each_top<'v, 'a>(block: &'v Value<'a>, each: &mut dyn FnMut(&'v Value<'a>)) {
    for value in values(block) {
        let graph = value.get("@graph");
        if *graph != Value::Null {
            each_top(graph, each);
        } else if !value.members().is_empty() {
            each(value);
        }
    }
}

/// Calls `each` with every item of a block and the name of the property whose value it is; empty for those of the top.
pub fn each_item<'v, 'a>(block: &'v Value<'a>, each: &mut dyn FnMut(&'v Value<'a>, &'v str)) {
    each_top(block, &mut |item| below(item, "", each));
}

fn below<'v, 'a>(item: &'v Value<'a>, property: &'v str, each: &mut dyn FnMut(&'v Value<'a>, &'v str)) {
    each(item, property);
    for (name, value) in item.members() {
        for value in values(value).iter().filter(|value| !value.members().is_empty()) {
            below(value, name, each);
        }
    }
}

/// The values of a property: those of a list, or the only one; none for null.
pub fn values<'v, 'a>(value: &'v Value<'a>) -> &'v [Value<'a>] {
    match value {
        Value::Null => &[],
        Value::List(list) => list,
        one => std::slice::from_ref(one),
    }
}

/// The types of an item, without the vocabulary.
pub fn types<'v>(item: &'v Value<'_>) -> impl Iterator<Item = &'v str> {
    values(item.get("@type")).iter().map(|name| short(name.text()))
}

/// Whether an item has one of these types.
pub fn is_of(item: &Value<'_>, names: &[&str]) -> bool {
    types(item).any(|name| names.contains(&name))
}

/// Whether an item has a value for a property: not null, an empty text or an empty list.
pub fn has(item: &Value<'_>, property: &str) -> bool {
    values(item.get(property)).iter().any(|value| match value {
        Value::Null => false,
        Value::Text(text) => !text.trim().is_empty(),
        Value::Object(members) => !members.is_empty(),
        _ => true,
    })
}

/// A name of schema.org without the vocabulary.
pub fn short(name: &str) -> &str {
    let name = name.trim();
    let rest = name.strip_prefix("schema:").unwrap_or(name);
    let rest = rest.strip_prefix("https://").or_else(|| rest.strip_prefix("http://")).unwrap_or(rest);
    let rest = rest.strip_prefix("www.").unwrap_or(rest);
    match rest.strip_prefix("schema.org/") {
        Some(rest) => rest,
        None => name.strip_prefix("schema:").unwrap_or(name),
    }
}

/// The types that describe goods.
pub const GOODS: &[&str] = &["Product", "ProductGroup", "IndividualProduct", "ProductModel", "SomeProducts"];

#[cfg(test)]
mod tests {
    use super::{each_item, each_top, has, is_of, short, types};
    use crate::json::parse;

    #[test]
    fn items_are_found_in_lists_graphs_and_properties() {
        let json =
            r#"[{"@graph": [{"@type": "A", "x": [{"@type": "B"}, {"y": {"@type": "C"}}]}]}, {"@type": "D"}]"#;
        let block = parse(json).expect("JSON");
        let (mut top, mut all) = (Vec::new(), Vec::new());
        each_top(&block, &mut |item| top.extend(types(item)));
        each_item(&block, &mut |item, property| all.push((types(item).next().unwrap_or(""), property)));
        assert_eq!(top, ["A", "D"]);
        assert_eq!(all, [("A", ""), ("B", "x"), ("", "x"), ("C", "y"), ("D", "")]);
    }

    #[test]
    fn names_and_values_are_read_in_each_way_of_writing() {
        for name in
            ["Product", "schema:Product", "http://schema.org/Product", "https://www.schema.org/Product"]
        {
            assert_eq!(short(name), "Product");
        }
        let item = parse(r#"{"@type": ["Thing", "schema:Product"], "name": " ", "sku": [1]}"#).expect("JSON");
        assert!(is_of(&item, &["Product"]) && has(&item, "sku") && !has(&item, "name") && !has(&item, "mpn"));
    }
}
