//! Requests of the webservice.

use sitewright_sdk::shop::{
    Allowance, Client, Connection, Fault, Request, fault_of, fault_of_failure, invalid, unreadable,
};
use sitewright_sdk::{Parts as _, Phrases};

use crate::kinds::KINDS;
use crate::xml::{Node, parse};

/// PrestaShop has no limit of its own; shared servers do not stand much more.
pub const PER_SECOND: f64 = 2.0;
const PACE: Allowance = Allowance { capacity: 4.0, per_second: PER_SECOND, used: None };

pub struct Api<'c, C> {
    pub client: &'c C,
    connection: Connection,
    pub phrases: Phrases,
}

impl<'c, C: Client> Api<'c, C> {
    pub fn open(client: &'c C, phrases: Phrases) -> Result<Self, Fault> {
        let connection = client.connection()?;
        client.pace(&connection.host, PACE);
        Ok(Api { client, connection, phrases })
    }

    pub fn host(&self) -> &str {
        &self.connection.host
    }

    pub fn connection(&self) -> &Connection {
        &self.connection
    }

    /// The text of an answer.
    pub fn get(&self, path: &str) -> Result<String, Fault> {
        self.send(self.request("GET", path))
    }

    pub fn put(&self, path: &str, xml: &str) -> Result<String, Fault> {
        self.send(self.request("PUT", path).content("text/xml; charset=utf-8", xml))
    }

    fn request(&self, method: &str, path: &str) -> Request {
        // The key is the user; there is no password.
        Request::new(method, ["https://", &self.connection.host, "/api/", path].concat()).basic("key")
    }

    fn send(&self, request: Request) -> Result<String, Fault> {
        let response = self.client.send(&request).map_err(fault_of_failure)?;
        let text = response.text();
        if response.is_success() {
            return Ok(text);
        }
        let root = parse(&text);
        let error = root.as_ref().and_then(|root| root.get("errors")).and_then(|errors| errors.get("error"));
        let why = error.map_or("", |error| error.text_of("message"));
        // The key lacks a resource or a method.
        if matches!(response.status, 401 | 403 | 405) && why.has("not allowed") {
            return Err(Fault::Denied(why.to_owned()));
        }
        Err(match fault_of(&response, why, self.phrases) {
            Some(Fault::Invalid(_)) => invalid(field_of(why), why, self.phrases),
            fault => fault.unwrap_or_else(|| unreadable(self.phrases)),
        })
    }

    /// The objects of a list, or the one of an address.
    pub fn objects<'t>(&self, text: &'t str) -> Result<Vec<Node<'t>>, Fault> {
        let mut root =
            parse(text).filter(|root| root.name == "prestashop").ok_or_else(|| unreadable(self.phrases))?;
        let list = root.children.pop().unwrap_or_default();
        // A list is in an element of its own, whose name is that of the resource.
        Ok(if list.get("id").is_some() { vec![list] } else { list.children })
    }
}

/// The field whose name is in a message, such as `Product->description_short`.
fn field_of(why: &str) -> &'static str {
    let fields = KINDS.iter().flat_map(|kind| kind.fields);
    // `description` is a part of `meta_description`.
    let named = fields.filter(|field| why.has(field.name)).max_by_key(|field| field.name.len());
    named.map_or("", |field| field.id)
}
