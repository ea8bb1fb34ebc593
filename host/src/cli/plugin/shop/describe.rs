//! `describe`: the same shop system in both languages, with names, limits and identifiers of the contract.

use sitewright_engine::shop::{Description, Field, Kind};
use sitewright_package::is_kebab;

use super::super::case::Tested;
use super::sheet::Sheet;
use super::stage::Ended;
use super::{Subject, items};
use crate::cli::prelude::*;

const CALL: &str = "describe";
const KINDS: [&str; 4] = ["product", "category", "producer", "article"];

/// The description in English; `None` if there is none.
pub(super) async fn test(subject: &Subject<'_>, tested: &mut Vec<Tested>) -> Option<Description> {
    let mut first: Option<Description> = None;
    for language in Locale::ALL {
        let mut sheet = Sheet::new("shop: describe", language, subject.reader);
        let described = subject.plugin.apart().describe_shop(language.tag()).await;
        let described = sheet.success(CALL, described.map_err(Ended::Broken));
        if let Some(described) = &described {
            whole(described, subject.package, &mut sheet);
            if let Some(first) = &first {
                same(first, described, &mut sheet);
            }
        }
        tested.push(sheet.end());
        first = first.or(described);
    }
    first
}

fn whole(shop: &Description, package: &Package, sheet: &mut Sheet) {
    sheet.expect(!shop.name.trim().is_empty(), CALL, "cli.shop-name", "name");
    sheet.expect(!shop.help.trim().is_empty(), CALL, "cli.shop-name", "help");
    let is_granted = package.manifest.connections.contains(&shop.connection);
    sheet.expect(is_granted, CALL, "cli.shop-connection", &shop.connection);
    if let Some(login) = &shop.login {
        sheet.expect(!login.trim().is_empty(), CALL, "cli.shop-name", "login");
    }
    for credential in &shop.credentials {
        let fits = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit() || b"-_".contains(&byte);
        let is_name = !credential.name.is_empty() && credential.name.bytes().all(fits);
        sheet.expect(is_name, CALL, "cli.shop-secret-name", &credential.name);
        let is_explained = !credential.title.trim().is_empty() && !credential.help.trim().is_empty();
        sheet.expect(is_explained, CALL, "cli.shop-name", format!("credentials/{}", credential.name));
    }
    let is_element = |name: &String| {
        name.starts_with(|first: char| first.is_ascii_lowercase())
            && name.bytes().all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit())
    };
    for element in shop.elements.iter().filter(|element| !is_element(element)) {
        sheet.found(CALL, &Text::key("cli.shop-element"), element);
    }
    let pace = shop.per_second;
    sheet.expect(pace.is_finite() && pace > 0.0, CALL, "cli.shop-per-second", pace);
    sheet.expect(!shop.kinds.is_empty(), CALL, "cli.shop-kinds", "kinds: 0");
    let ids = shop.kinds.iter().map(|kind| kind.id.as_str());
    for twice in items::repeated(ids) {
        sheet.found(CALL, &Text::key("cli.shop-once"), twice);
    }
    shop.kinds.iter().for_each(|kind| of_kind(kind, sheet));
}

fn of_kind(kind: &Kind, sheet: &mut Sheet) {
    let id = &kind.id;
    sheet.expect(KINDS.contains(&id.as_str()), CALL, "cli.shop-kind", id);
    sheet.expect(kind.page > 0, CALL, "cli.shop-count", format!("{id}: page 0"));
    sheet.expect(kind.batch > 0, CALL, "cli.shop-count", format!("{id}: batch 0"));
    sheet.expect(!kind.fields.is_empty(), CALL, "cli.shop-fields", format!("{id}: 0"));
    for twice in items::repeated(kind.fields.iter().map(|field| field.id.as_str())) {
        sheet.found(CALL, &Text::key("cli.shop-once"), format!("{id}/{twice}"));
    }
    for field in &kind.fields {
        let place = format!("{id}/{}", field.id);
        sheet.expect(is_kebab(&field.id), CALL, "cli.shop-field-id", &place);
        sheet.expect(!field.name.trim().is_empty(), CALL, "cli.shop-name", &place);
        sheet.expect(field.most != Some(0), CALL, "cli.shop-count", format!("{place}: most 0"));
    }
}

/// The descriptions differ in their texts and in nothing else.
fn same(one: &Description, other: &Description, sheet: &mut Sheet) {
    let bare = |shop: &Description| {
        let mut shop = shop.clone();
        let no_texts = |field: &mut Field| field.name.clear();
        shop.kinds.iter_mut().flat_map(|kind| &mut kind.fields).for_each(no_texts);
        for credential in &mut shop.credentials {
            credential.title.clear();
            credential.help.clear();
        }
        shop.login = shop.login.map(|_| String::new());
        Description { name: String::new(), help: String::new(), ..shop }
    };
    let json = |shop: Description| serde_json::to_value(shop).unwrap_or_default();
    let (one_bare, other_bare) = (json(bare(one)), json(bare(other)));
    let differing = one_bare.as_object().into_iter().flatten();
    for (part, value) in differing.filter(|(part, value)| other_bare[part.as_str()] != **value) {
        let made = format!("{part}: {value} – {}", other_bare[part.as_str()]);
        sheet.found(CALL, &Text::key("cli.shop-same"), made);
    }
    let is_translated = one.help != other.help;
    sheet.expect(is_translated, CALL, "cli.shop-translated", "help");
    for (one, other) in one.credentials.iter().zip(&other.credentials) {
        let place = format!("credentials/{}", one.name);
        sheet.expect(one.help != other.help, CALL, "cli.shop-translated", place);
    }
}
