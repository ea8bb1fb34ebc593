//! A shop system for the tests of the conformance suite. The labels of the shop's host name what it does wrong, such as
//! `twice.order.shop.test`; without one it keeps the contract.

#![cfg(target_arch = "wasm32")]

use sitewright_sdk::json::{Value, Writer, parse};
use sitewright_sdk::shop::{
    self, About, Allowance, Change, Client, Credential, Cursor, Description, Fault, Field, Format, Item,
    Kind, Page, Request, Shop, Text, all_faulty, body, fault_of, fault_of_failure, invalid, unreadable,
};
use sitewright_sdk::{Phrases, Texts, export_shop, texts};

const PACE: Allowance = Allowance { capacity: 4.0, per_second: 2.0, used: None };
const CALLS: &str = "calls";

struct WrongShop;

impl Shop for WrongShop {
    const TEXTS: &'static Texts = texts!("texts", shop::TEXTS);

    fn describe(phrases: Phrases) -> Description {
        let text = |key: &str| phrases.text(key).to_owned();
        let field = |id: &str, format| Field {
            id: id.to_owned(),
            name: text(&["shop.field.", id].concat()),
            format,
            most: None,
        };
        let product = Kind {
            id: "product".to_owned(),
            fields: vec![field("title", Format::Line), field("html", Format::Html)],
            images: false,
            page: 50,
            batch: 10,
        };
        let token = Credential { name: "token".to_owned(), title: text("token"), help: text("token-help") };
        Description {
            name: text("name"),
            help: text("help"),
            connection: "wrong-shop".to_owned(),
            login: None,
            credentials: vec![token],
            kinds: vec![product],
            elements: vec!["p".to_owned()],
            redirects: false,
            per_second: PACE.per_second,
        }
    }

    fn check(client: &impl Client) -> Result<About, Fault> {
        let api = Api::open(client)?;
        let answer = api.send("GET", "shop", None)?;
        let about = api.parsed(&answer)?;
        let scheme = if api.does("url") { "http" } else { "https" };
        Ok(About {
            name: about.get("name").text().to_owned(),
            url: [scheme, "://", &api.host].concat(),
            languages: vec![if api.does("tag") { "Polish" } else { "pl" }.to_owned()],
            counts: Vec::new(),
        })
    }

    fn list(client: &impl Client, _: &str, after: Option<&str>, limit: u32) -> Result<Page, Fault> {
        let api = Api::open(client)?;
        let cursor = Cursor::read(after, limit);
        let answer = api.send("GET", &["goods?page=", &cursor.page.to_string()].concat(), None)?;
        let found = match (parse(&answer), api.does("empty")) {
            (None, true) => return Ok(Page { items: Vec::new(), next: None, total: None }),
            (found, _) => found.ok_or_else(|| unreadable(api.phrases))?,
        };
        let mut items: Vec<Item> = found.get("goods").list().iter().map(|object| api.item(object)).collect();
        if api.does("order") && client.kept(CALLS).is_some() {
            items.reverse();
        }
        if api.does("twice") {
            items.extend(items.first().cloned());
        }
        client.keep(CALLS, b"1");
        let has_more = found.get("more").is_on();
        let next =
            has_more.then(|| if api.does("circle") { "1/2".to_owned() } else { cursor.next().written() });
        Ok(Page { items, next, total: found.get("total").count() })
    }

    fn read(client: &impl Client, _: &str, ids: &[String]) -> Result<Vec<Item>, Fault> {
        let api = Api::open(client)?;
        let answer = api.send("GET", &["goods?ids=", &ids.join(",")].concat(), None)?;
        let found = api.parsed(&answer)?;
        let mut items: Vec<Item> = found.get("goods").list().iter().map(|object| api.item(object)).collect();
        if api.does("other") {
            items.iter_mut().flat_map(|item| &mut item.texts).for_each(|text| text.value.push('!'));
        }
        if let (true, [], [id]) = (api.does("ghost"), &items[..], ids) {
            items.push(api.made(id.clone(), "", ""));
        }
        Ok(items)
    }

    fn write(client: &impl Client, _: &str, changes: &[Change]) -> Vec<Result<(), Fault>> {
        let api = match Api::open(client) {
            Ok(api) => api,
            Err(fault) => return all_faulty(&fault, changes.len()),
        };
        let fewer = usize::from(api.does("fewer"));
        changes.iter().skip(fewer).map(|change| api.write(change)).collect()
    }
}

/// The API of the shop.
struct Api<'c, C> {
    client: &'c C,
    host: String,
    phrases: Phrases,
}

impl<'c, C: Client> Api<'c, C> {
    fn open(client: &'c C) -> Result<Self, Fault> {
        let host = client.connection()?.host;
        client.pace(&host, PACE);
        Ok(Api { client, host, phrases: shop::phrases::<WrongShop>(client) })
    }

    fn does(&self, wrong: &str) -> bool {
        self.host.split('.').any(|label| label == wrong)
    }

    fn send(&self, method: &str, path: &str, json: Option<Vec<u8>>) -> Result<String, Fault> {
        let request = Request::new(method, ["https://", &self.host, "/", path].concat()).bearer("token");
        let request = if let Some(json) = json { request.json(json) } else { request };
        let response = self.client.send(&request).map_err(fault_of_failure)?;
        assert!(response.status != 500 || !self.does("panic"), "the shop failed");
        match fault_of(&response, "", self.phrases) {
            None => Ok(response.text()),
            Some(Fault::Denied(_)) if self.does("forbidden") => Err(Fault::Unavailable("?".to_owned())),
            Some(Fault::Denied(_)) if self.does("silent") => Err(Fault::Denied(String::new())),
            Some(fault) => Err(fault),
        }
    }

    fn parsed<'t>(&self, text: &'t str) -> Result<Value<'t>, Fault> {
        parse(text).ok_or_else(|| unreadable(self.phrases))
    }

    fn item(&self, object: &Value<'_>) -> Item {
        let text = |name: &str| object.get(name).text().to_owned();
        self.made(text("id"), &text("title"), &text("html"))
    }

    fn made(&self, id: String, title: &str, html: &str) -> Item {
        let language = if self.does("language") { "de" } else { "pl" };
        let title_field = if self.does("field") { "colour" } else { "title" };
        let text = |field: &str, value: &str| Text {
            language: language.to_owned(),
            field: field.to_owned(),
            value: value.to_owned(),
        };
        Item {
            kind: "product".to_owned(),
            id,
            url: String::new(),
            texts: vec![text(title_field, title), text("html", html)],
            facts: Vec::new(),
            images: Vec::new(),
            visible: true,
            locked: None,
        }
    }

    fn write(&self, change: &Change) -> Result<(), Fault> {
        let is_known = |field: &str| ["title", "html"].contains(&field);
        let wrong = change.edits.iter().find(|edit| !is_known(&edit.field));
        if let Some(edit) = wrong.filter(|_| !self.does("accepts")) {
            return Err(invalid(&edit.field, "", self.phrases));
        }
        let fill = |json: &mut Writer| {
            json.object(|json| {
                for edit in change.edits.iter().filter(|edit| is_known(&edit.field)) {
                    json.named(&edit.field).text(&edit.after);
                }
            });
        };
        let json = if self.does("reveals") {
            let mut json = Writer::default();
            fill(&mut json);
            json.finish().into_bytes()
        } else {
            body(fill)
        };
        self.send("PATCH", &["goods/", &change.id].concat(), Some(json)).map(drop)
    }
}

export_shop!(WrongShop);
