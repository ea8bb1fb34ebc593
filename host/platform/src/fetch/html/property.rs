//! Facts that a page marks for machines without JSON-LD: microdata (`itemprop`), RDFa (`property`) and hCard (classes).

use html5ever::tokenizer::Tag;

/// A marked fact.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Property {
    Phone,
    Email,
    Street,
    Postcode,
    City,
    Hours,
    Founded,
}

/// Names of microdata and RDFa; a prefix such as `schema:` is ignored.
const NAMES: [(&str, Property); 7] = [
    ("telephone", Property::Phone),
    ("email", Property::Email),
    ("streetaddress", Property::Street),
    ("postalcode", Property::Postcode),
    ("addresslocality", Property::City),
    ("openinghours", Property::Hours),
    ("foundingdate", Property::Founded),
];

/// Classes of hCard and of its successor h-card. `email` and `tel` alone are too common as names of styles.
const CLASSES: [(&str, Property); 8] = [
    ("p-tel", Property::Phone),
    ("u-email", Property::Email),
    ("street-address", Property::Street),
    ("p-street-address", Property::Street),
    ("postal-code", Property::Postcode),
    ("p-postal-code", Property::Postcode),
    ("locality", Property::City),
    ("p-locality", Property::City),
];

/// The fact that an element marks, with its value if an attribute contains it; otherwise its text does.
pub(super) fn marked(tag: &Tag) -> Option<(Property, Option<String>)> {
    let property = attribute(tag, "itemprop")
        .or_else(|| attribute(tag, "property"))
        .and_then(|names| names.split_whitespace().find_map(|name| named(&NAMES, name)))
        .or_else(|| attribute(tag, "class")?.split_whitespace().find_map(|class| named(&CLASSES, class)))?;
    let value = attribute(tag, "content").or_else(|| attribute(tag, "datetime"));
    let value = value.map(str::to_owned).filter(|value| !value.trim().is_empty());
    // These elements have no text.
    if value.is_none() && matches!(&*tag.name, "meta" | "link" | "img" | "input") {
        return None;
    }
    Some((property, value))
}

fn named(all: &[(&str, Property)], name: &str) -> Option<Property> {
    let name = name.rsplit([':', '/']).next()?.to_ascii_lowercase();
    all.iter().find(|(known, _)| *known == name).map(|(_, property)| *property)
}

/// The alternative text of a picture that is a logo by its class, its id or its address.
pub(super) fn logo(tag: &Tag) -> Option<String> {
    let is_logo = ["class", "id", "src", "alt"]
        .iter()
        .any(|name| attribute(tag, name).is_some_and(|value| value.to_ascii_lowercase().contains("logo")));
    let alt = attribute(tag, "alt")?.trim();
    (is_logo && !alt.is_empty()).then(|| alt.to_owned())
}

fn attribute<'t>(tag: &'t Tag, name: &str) -> Option<&'t str> {
    tag.attrs.iter().find(|attribute| &*attribute.name.local == name).map(|attribute| &*attribute.value)
}
