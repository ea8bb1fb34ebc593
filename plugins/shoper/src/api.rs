//! Calls of the REST API, alone and in a bulk.

use sitewright_sdk::json::{Value, Writer, parse};
use sitewright_sdk::shop::{
    Allowance, Client, Connection, Cursor, Fault, Request, Response, TakenSecret, body, encoded, fault_of,
    fault_of_failure, invalid, unreadable,
};
use sitewright_sdk::{Decimal as _, Joined as _, Parts as _, Phrases, fill};

use crate::kinds::KINDS;

/// The limit of a shop before its first response.
const USUAL: Allowance = Allowance { capacity: 10.0, per_second: 2.0, used: None };
const ROOT: &str = "/webapi/rest/";

/// The API of the connected shop.
pub struct Api<'c, C> {
    pub client: &'c C,
    connection: Connection,
    pub phrases: Phrases,
}

/// One call, of which a bulk has several.
pub struct Call {
    method: &'static str,
    resource: String,
    parameters: Vec<(&'static str, String)>,
    /// JSON.
    body: Option<String>,
}

impl Call {
    pub fn get(resource: &str) -> Self {
        Self::new("GET", resource)
    }

    pub fn get_one(resource: &str, id: &str) -> Self {
        Self::new("GET", &[resource, id].joined("/"))
    }

    pub fn post(resource: &str, body: impl FnOnce(&mut Writer)) -> Self {
        Self::new("POST", resource).body(body)
    }

    pub fn put(resource: &str, id: &str, body: impl FnOnce(&mut Writer)) -> Self {
        Self::new("PUT", &[resource, id].joined("/")).body(body)
    }

    pub fn delete(resource: &str, id: &str) -> Self {
        Self::new("DELETE", &[resource, id].joined("/"))
    }

    fn new(method: &'static str, resource: &str) -> Self {
        Call { method, resource: resource.to_owned(), parameters: Vec::new(), body: None }
    }

    fn body(mut self, fill: impl FnOnce(&mut Writer)) -> Self {
        let mut json = Writer::default();
        fill(&mut json);
        self.body = Some(json.finish());
        self
    }

    pub fn with(mut self, name: &'static str, value: &str) -> Self {
        self.parameters.push((name, value.to_owned()));
        self
    }

    pub fn paged(self, cursor: Cursor) -> Self {
        self.with("limit", &cursor.size.decimal()).with("page", &cursor.page.decimal())
    }

    /// Only the objects whose `field` is one of these values.
    pub fn among<'v>(self, field: &str, values: impl IntoIterator<Item = &'v str>) -> Self {
        let mut filter = Writer::default();
        filter.object(|json| {
            json.named(field).object(|json| {
                json.key("in").texts(values);
            });
        });
        self.with("filters", &filter.finish())
    }

    pub fn is_post(&self) -> bool {
        self.method == "POST"
    }

    /// The name of the right that it needs, such as `products_edit`.
    pub fn right(&self) -> String {
        let resource = self.resource.split('/').next().unwrap_or_default().with("-", "_");
        let right = match self.method {
            "POST" => "create",
            "PUT" => "edit",
            "DELETE" => "delete",
            _ => "read",
        };
        [resource.as_str(), right].joined("_")
    }

    fn write(&self, id: &str, json: &mut Writer) {
        json.object(|json| {
            json.key("id").text(id).key("method").text(self.method);
            json.key("path").text(&[ROOT, &self.resource].concat());
            if !self.parameters.is_empty() {
                json.key("params").object(|json| {
                    for (name, value) in &self.parameters {
                        json.key(name).text(value);
                    }
                });
            }
            if let Some(body) = &self.body {
                json.key("body").raw(body);
            }
        });
    }
}

/// The answer to one call of a bulk.
pub struct Answer<'t> {
    pub code: u16,
    pub body: Value<'t>,
    /// The right that the call needs.
    right: String,
}

impl Answer<'_> {
    /// The fault of the call, if it has one.
    pub fn success(&self, phrases: Phrases) -> Result<(), Fault> {
        let alone = Response { status: self.code, headers: Vec::new(), body: Vec::new() };
        match fault(&alone, &self.body, phrases) {
            None => Ok(()),
            Some(Fault::Denied(_)) if self.code == 403 => {
                Err(lacks(std::slice::from_ref(&self.right), phrases))
            }
            Some(fault) => Err(fault),
        }
    }
}

impl<'c, C: Client> Api<'c, C> {
    /// The connected shop, with the usual pace until it says its own.
    pub fn open(client: &'c C, phrases: Phrases) -> Result<Self, Fault> {
        let connection = client.connection()?;
        client.pace(&connection.host, USUAL);
        Ok(Api { client, connection, phrases })
    }

    pub fn connection(&self) -> &Connection {
        &self.connection
    }

    /// The fault of missing rights.
    pub fn lacks(&self, rights: &[String]) -> Fault {
        lacks(rights, self.phrases)
    }

    /// The text of one answer.
    pub fn get(&self, call: &Call) -> Result<String, Fault> {
        let parameters: Vec<String> =
            call.parameters.iter().map(|(name, value)| [name, "=", &encoded(value)].concat()).collect();
        let mark = if parameters.is_empty() { "" } else { "?" };
        let path = [ROOT, &call.resource, mark, &parameters.joined("&")].concat();
        self.send_alone(&self.request(call.method, &path), &call.right())
    }

    /// Creates an object whose JSON may contain secrets of the connection, so none of it is a text of the shop.
    pub fn create_with_secrets(&self, resource: &str, json: String) -> Result<String, Fault> {
        let request = self.request("POST", &[ROOT, resource].concat()).json(json);
        self.send_alone(&request, &Call::new("POST", resource).right())
    }

    /// Sends a request that needs one right.
    fn send_alone(&self, request: &Request, right: &str) -> Result<String, Fault> {
        self.send(request).map_err(|fault| match fault {
            Fault::Denied(why) if why == self.phrases.text("shop.forbidden") => {
                self.lacks(&[right.to_owned()])
            }
            fault => fault,
        })
    }

    /// The text of the answers to at most 25 calls.
    pub fn bulk(&self, calls: &[Call]) -> Result<String, Fault> {
        let json = body(|json| {
            json.array(|json| {
                for (place, call) in (0_u32..).zip(calls) {
                    call.write(&place.decimal(), json);
                }
            });
        });
        self.send(&self.request("POST", &[ROOT, "bulk"].concat()).json(json))
    }

    /// The answers in the order of the calls.
    pub fn answers<'t>(&self, text: &'t str, calls: &[Call]) -> Result<Vec<Answer<'t>>, Fault> {
        let mut answers: Vec<Answer<'t>> =
            calls.iter().map(|call| Answer { code: 0, body: Value::Null, right: call.right() }).collect();
        let Value::Object(members) = self.parsed(text)? else { return Err(unreadable(self.phrases)) };
        let items = members.into_iter().find(|(name, _)| name == "items");
        let Some((_, Value::List(items))) = items else { return Err(unreadable(self.phrases)) };
        for item in items {
            let place = item.get("id").count().unwrap_or(u32::MAX) as usize;
            let code = item.get("code").count().and_then(|code| u16::try_from(code).ok());
            let Some(answer) = answers.get_mut(place) else { continue };
            answer.code = code.unwrap_or_default();
            if let Value::Object(members) = item {
                let body = members.into_iter().find(|(name, _)| name == "body");
                answer.body = body.map_or(Value::Null, |(_, body)| body);
            }
        }
        Ok(answers)
    }

    pub fn parsed<'t>(&self, text: &'t str) -> Result<Value<'t>, Fault> {
        parse(text).ok_or_else(|| unreadable(self.phrases))
    }

    fn request(&self, method: &str, path: &str) -> Request {
        Request::new(method, ["https://", &self.connection.host, path].concat())
            .header("Accept", "application/json")
            .header("Accept-Language", self.phrases.language.tag())
    }

    /// Sends a request with the token. A token that has ended is renewed once, if the connection can.
    fn send(&self, request: &Request) -> Result<String, Fault> {
        let request = request.clone().bearer("token");
        let mut response = self.answer(&request)?;
        if response.status == 401 && self.is_renewable() {
            self.renew()?;
            response = self.answer(&request)?;
        }
        let status = response.status;
        let text =
            String::from_utf8(std::mem::take(&mut response.body)).map_err(|_| unreadable(self.phrases))?;
        if (200..300).contains(&status) {
            return Ok(text);
        }
        let said = parse(&text).unwrap_or(Value::Null);
        fault(&response, &said, self.phrases).map_or(Ok(String::new()), Err)
    }

    fn answer(&self, request: &Request) -> Result<Response, Fault> {
        let response = self.client.send(request).map_err(fault_of_failure)?;
        self.learn(&response);
        Ok(response)
    }

    /// Takes the limit of the shop from its response.
    fn learn(&self, response: &Response) {
        let [capacity, per_second, used] = ["X-Shop-Api-Limit", "X-Shop-Api-Bandwidth", "X-Shop-Api-Calls"]
            .map(|name| response.header(name).trim().parse::<f64>().ok());
        if let (Some(capacity), Some(per_second)) = (capacity, per_second)
            && capacity > 0.0
            && per_second > 0.0
        {
            self.client.pace(&self.connection.host, Allowance { capacity, per_second, used });
        }
    }

    fn is_renewable(&self) -> bool {
        ["refresh", "client-id", "client-secret"]
            .iter()
            .all(|name| self.connection.secrets.iter().any(|secret| secret == name))
    }

    /// Replaces both tokens of an app of the App Store. A refresh token is valid once.
    fn renew(&self) -> Result<(), Fault> {
        let form = "client_id={secret:client-id}&client_secret={secret:client-secret}&refresh_token={secret:refresh}";
        self.take_tokens(&self.token_request("refresh_token", form))
    }

    /// Exchanges the code of an installation for the first tokens.
    pub fn exchange(&self, code: &str) -> Result<(), Fault> {
        let request = self.token_request("authorization_code", &["code=", &encoded(code)].concat());
        self.take_tokens(&request.basic_of("client-id", "client-secret"))
    }

    fn token_request(&self, grant: &str, form: &str) -> Request {
        let path = [ROOT, "oauth/token?grant_type=", grant].concat();
        self.request("POST", &path).content("application/x-www-form-urlencoded", form)
    }

    fn take_tokens(&self, request: &Request) -> Result<(), Fault> {
        let taken =
            |name: &str, pointer: &str| TakenSecret { name: name.to_owned(), pointer: pointer.to_owned() };
        let taken = [taken("token", "/access_token"), taken("refresh", "/refresh_token")];
        let response = self.client.renew(request, &taken).map_err(fault_of_failure)?;
        // The shop does not accept the code or the refresh token: the app has to be installed again.
        let denied = || Fault::Denied(self.phrases.text("shop.denied").to_owned());
        if response.status == 400 {
            return Err(denied());
        }
        if let Some(fault) = fault_of(&response, "", self.phrases) {
            return Err(fault);
        }
        let text = response.text();
        // Another run has renewed them.
        if text.is_empty() {
            return Ok(());
        }
        let said = self.parsed(&text)?;
        let has = |name: &str| !said.get(name).text().is_empty();
        match has("access_token") && has("refresh_token") {
            true => Ok(()),
            false if has("error") => Err(denied()),
            false => Err(unreadable(self.phrases)),
        }
    }
}

fn lacks(rights: &[String], phrases: Phrases) -> Fault {
    Fault::Denied(fill(phrases.text("shop.rights"), &[("rights", &rights.joined(", "))]))
}

/// The fault of an answer with this body. A refused field is found in the shop's message, which contains its name.
fn fault(response: &Response, said: &Value<'_>, phrases: Phrases) -> Option<Fault> {
    let (code, description) = (said.get("error").text(), said.get("error_description").text());
    if response.status == 400 && code == "object_readonly" {
        return Some(invalid("", phrases.text("locked"), phrases));
    }
    let why = if description.is_empty() { code } else { description };
    match fault_of(response, why, phrases)? {
        Fault::Invalid(_) => {
            let fields = KINDS.iter().flat_map(|kind| kind.fields);
            // `description` is a part of `seo_description`.
            let named = fields.filter(|field| why.has(field.name)).max_by_key(|field| field.name.len());
            Some(invalid(named.map_or("", |field| field.id), why, phrases))
        }
        fault => Some(fault),
    }
}
