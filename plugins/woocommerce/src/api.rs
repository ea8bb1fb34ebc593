//! Requests of the REST API.

use sitewright_sdk::json::{Value, parse};
use sitewright_sdk::shop::{
    Allowance, Client, Connection, Cursor, Fault, Request, Response, fault_of, fault_of_failure, invalid,
    unreadable,
};
use sitewright_sdk::{Decimal as _, Joined as _, Parts as _, Phrases, fill};

use crate::is_id;

/// WooCommerce has no limit of its own; shared servers do not stand much more.
pub const PER_SECOND: f64 = 2.0;
const PACE: Allowance = Allowance { capacity: 4.0, per_second: PER_SECOND, used: None };

/// What the plugin reads; without it a product has as much again.
const FIELDS: &str = "id,name,slug,permalink,status,catalog_visibility,description,short_description,sku,\
    global_unique_id,price,categories,brands,images,attributes,meta_data,lang,parent";

pub struct Api<'c, C> {
    pub client: &'c C,
    connection: Connection,
    pub phrases: Phrases,
}

/// The path of a kind below the API.
pub fn path_of(kind: &str) -> &'static str {
    if kind == "category" { "wc/v3/products/categories" } else { "wc/v3/products" }
}

impl<'c, C: Client> Api<'c, C> {
    pub fn open(client: &'c C, phrases: Phrases) -> Result<Self, Fault> {
        let connection = client.connection()?;
        client.pace(&connection.host, PACE);
        Ok(Api { client, connection, phrases })
    }

    pub fn connection(&self) -> &Connection {
        &self.connection
    }

    /// Sends a request to a path below `/wp-json/`.
    pub fn send(&self, method: &str, path: &str, json: Option<Vec<u8>>) -> Result<Response, Fault> {
        let url = ["https://", &self.connection.host, "/wp-json/", path].concat();
        let request = Request::new(method, url).header("Accept", "application/json").basic("secret");
        let request = if let Some(json) = json { request.json(json) } else { request };
        let response = self.client.send(&request).map_err(fault_of_failure)?;
        if response.is_success() {
            return Ok(response);
        }
        let text = response.text();
        let said = parse(&text).unwrap_or(Value::Null);
        Err(fault(&response, &said, self.phrases).unwrap_or_else(|| unreadable(self.phrases)))
    }

    /// A page of items, from the oldest to the newest.
    pub fn page(&self, kind: &str, cursor: Cursor) -> Result<Response, Fault> {
        let place = ["?per_page=", &cursor.size.decimal(), "&page=", &cursor.page.decimal()].concat();
        let status = if kind == "product" { "&status=any" } else { "" };
        let rest = ["&orderby=id&order=asc", status, "&_fields=", FIELDS].concat();
        self.send("GET", &[path_of(kind), &place, &rest].concat(), None)
    }

    /// Calls `each` with those items that the shop still has.
    pub fn each(&self, kind: &str, ids: &[String], each: &mut dyn FnMut(&Value<'_>)) -> Result<(), Fault> {
        let wanted: Vec<&str> = ids.iter().map(String::as_str).filter(|id| is_id(id)).collect();
        if wanted.is_empty() {
            return Ok(());
        }
        let status = if kind == "product" { "&status=any" } else { "" };
        let query = ["?per_page=100&include=", &wanted.joined(","), status, "&_fields=", FIELDS].concat();
        let response = match self.send("GET", &[path_of(kind), &query].concat(), None) {
            // All of them may be too large for one answer.
            Err(Fault::Unavailable(_)) if wanted.len() > 1 => {
                let (left, right) = ids.split_at(ids.len() / 2);
                self.each(kind, left, each)?;
                return self.each(kind, right, each);
            }
            response => response?,
        };
        let text = self.text(&response)?;
        self.parsed(text)?.list().iter().for_each(each);
        Ok(())
    }

    pub fn text<'r>(&self, response: &'r Response) -> Result<&'r str, Fault> {
        std::str::from_utf8(&response.body).map_err(|_| unreadable(self.phrases))
    }

    pub fn parsed<'t>(&self, text: &'t str) -> Result<Value<'t>, Fault> {
        parse(text).ok_or_else(|| unreadable(self.phrases))
    }
}

/// The fault of an item of a batch, whose status is in the error itself.
pub fn item_fault(error: &Value<'_>, phrases: Phrases) -> Fault {
    let status = error.at(&["data", "status"]).count().and_then(|status| u16::try_from(status).ok());
    let alone = Response { status: status.unwrap_or(400), headers: Vec::new(), body: Vec::new() };
    fault(&alone, error, phrases).unwrap_or_else(|| unreadable(phrases))
}

fn fault(response: &Response, said: &Value<'_>, phrases: Phrases) -> Option<Fault> {
    let (code, message) = (said.get("code").text(), said.get("message").text());
    if code.ends_with("_invalid_id") || code.ends_with("_term_invalid") {
        return Some(Fault::NotFound);
    }
    // The key reads only, or its user may not see this.
    let lacks = code.has("_cannot_") || message.has("permission");
    if matches!(response.status, 401 | 403) && lacks {
        return Some(Fault::Denied(fill(phrases.text("shop.rights"), &[("rights", phrases.text("right"))])));
    }
    match fault_of(response, message, phrases)? {
        Fault::Invalid(_) => {
            let parameter = said.at(&["data", "params"]).members().first();
            let name = parameter.map_or(code, |(name, _)| name);
            Some(invalid(field_of(name), message, phrases))
        }
        fault => Some(fault),
    }
}

/// The field whose name in the API is in `name`.
fn field_of(name: &str) -> &'static str {
    let fields =
        [("short_description", "short-html"), ("description", "html"), ("slug", "slug"), ("name", "title")];
    fields.iter().find(|(part, _)| name.has(part)).map_or("", |(_, field)| field)
}
