//! The options of `#[field(…)]` and `#[limit(…)]`.

use syn::meta::ParseNestedMeta;
use syn::{Attribute, Data, DeriveInput, Error, Field, Ident, Lit, LitInt, LitStr, Result, Token};

/// `#[field(…)]` of an input or an output.
#[derive(Default)]
pub struct FieldWords {
    pub required: bool,
    pub more: bool,
    pub flatten: bool,
    pub variants: bool,
    pub computed: bool,
    pub optional: bool,
    pub blocks: bool,
    pub min: Option<LitInt>,
    pub max: Option<LitInt>,
    pub default: Option<Lit>,
    pub widget: Option<LitStr>,
    pub format: Option<LitStr>,
}

impl FieldWords {
    pub fn of(field: &Field) -> Result<Self> {
        let mut words = Self::default();
        for attribute in field.attrs.iter().filter(|attribute| attribute.path().is_ident("field")) {
            attribute.parse_nested_meta(|meta| words.take(&meta))?;
        }
        Ok(words)
    }

    fn take(&mut self, meta: &ParseNestedMeta) -> Result<()> {
        match name_of(meta)?.as_str() {
            "required" => self.required = true,
            "more" => self.more = true,
            "flatten" => self.flatten = true,
            "variants" => self.variants = true,
            "computed" => self.computed = true,
            "optional" => self.optional = true,
            "blocks" => self.blocks = true,
            "min" => self.min = Some(meta.value()?.parse()?),
            "max" => self.max = Some(meta.value()?.parse()?),
            "default" => self.default = Some(meta.value()?.parse()?),
            "widget" => self.widget = Some(meta.value()?.parse()?),
            "format" => self.format = Some(meta.value()?.parse()?),
            other => return Err(meta.error(format!("`{other}` is not an option of #[field]"))),
        }
        Ok(())
    }
}

/// One `#[limit(unit, min = …, max = …, level)]`.
pub struct LimitWords {
    pub unit: Ident,
    pub level: Ident,
    pub min: Option<LitInt>,
    pub max: Option<LitInt>,
}

impl LimitWords {
    pub fn all(field: &Field) -> Result<Vec<Self>> {
        field.attrs.iter().filter(|attribute| attribute.path().is_ident("limit")).map(Self::of).collect()
    }

    fn of(attribute: &Attribute) -> Result<Self> {
        let (mut names, mut min, mut max) = (Vec::new(), None, None);
        attribute.parse_nested_meta(|meta| {
            let name = meta.path.require_ident()?.clone();
            if meta.input.peek(Token![=]) {
                let value: LitInt = meta.value()?.parse()?;
                match name.to_string().as_str() {
                    "min" => min = Some(value),
                    "max" => max = Some(value),
                    other => return Err(meta.error(format!("`{other}` is not an option of #[limit]"))),
                }
            } else {
                names.push(name);
            }
            Ok(())
        })?;
        let [unit, level] = <[Ident; 2]>::try_from(names).map_err(|_| {
            Error::new_spanned(
                attribute,
                "write #[limit(unit, min = …, max = …, hard | platform | recommended)]",
            )
        })?;
        Ok(Self { unit, level, min, max })
    }
}

/// The named fields of a struct.
pub fn named_fields(item: &DeriveInput) -> Result<Vec<&Field>> {
    match &item.data {
        Data::Struct(data) if data.fields.iter().all(|field| field.ident.is_some()) => {
            Ok(data.fields.iter().collect())
        }
        _ => Err(Error::new_spanned(&item.ident, "only a struct with named fields can be derived")),
    }
}

/// `pixels_title` or `pixels-title` as `PixelsTitle`.
pub fn pascal_case(name: &Ident) -> Ident {
    let word = |part: &str| part[..1].to_uppercase() + &part[1..];
    let text: String = name.to_string().split('_').filter(|part| !part.is_empty()).map(word).collect();
    Ident::new(&text, name.span())
}

/// `SeoSafe` as `seo-safe`.
pub fn kebab_case(name: &Ident) -> String {
    let mut out = String::new();
    for letter in name.to_string().chars() {
        if letter.is_uppercase() && !out.is_empty() {
            out.push('-');
        }
        out.extend(letter.to_lowercase());
    }
    out
}

fn name_of(meta: &ParseNestedMeta) -> Result<String> {
    Ok(meta.path.require_ident()?.to_string())
}
