//! Queries of the Admin API.

use sitewright_sdk::json::{Value, Writer, parse};
use sitewright_sdk::shop::{
    Allowance, Client, Fault, Request, Response, body, fault_of, fault_of_failure, invalid, unreadable,
};
use sitewright_sdk::{Parts as _, Phrases, fill};

/// Versions are published every quarter and live for a year.
const VERSION: &str = "2026-10";
/// The bucket of the smallest plan, before the first response.
const USUAL: Allowance = Allowance { capacity: 1000.0, per_second: 50.0, used: None };

pub struct Api<'c, C> {
    pub client: &'c C,
    host: String,
    pub phrases: Phrases,
}

impl<'c, C: Client> Api<'c, C> {
    pub fn open(client: &'c C, phrases: Phrases) -> Result<Self, Fault> {
        let host = client.connection()?.host;
        client.pace(&host, USUAL);
        Ok(Api { client, host, phrases })
    }

    pub fn host(&self) -> &str {
        &self.host
    }

    /// The fault of missing scopes.
    pub fn lacks(&self, scopes: &str) -> Fault {
        Fault::Denied(fill(self.phrases.text("shop.rights"), &[("rights", scopes)]))
    }

    /// The text of the answer to a query that costs this many points at most. One that was not executed, because the bucket
    /// was fuller than known, is sent once more when there is room for it.
    pub fn query(
        &self,
        query: &str,
        cost: f64,
        variables: impl FnOnce(&mut Writer),
    ) -> Result<String, Fault> {
        let json = body(|json| {
            json.object(|json| {
                json.key("query").text(query).key("variables").object(variables);
            });
        });
        let url = ["https://", &self.host, "/admin/api/", VERSION, "/graphql.json"].concat();
        let request = Request::post_json(url, json).header("X-Shopify-Access-Token", "{secret:token}");
        let text = self.send(&request, cost)?;
        match throttled(&text) {
            Some(_) => {
                let text = self.send(&request, cost)?;
                throttled(&text).map_or(Ok(text), |seconds| Err(Fault::RateLimited(seconds)))
            }
            None => Ok(text),
        }
    }

    fn send(&self, request: &Request, cost: f64) -> Result<String, Fault> {
        let response = self.client.send_at(request, cost).map_err(fault_of_failure)?;
        if let Some(fault) = fault(&response, self.phrases) {
            return Err(fault);
        }
        let text = String::from_utf8(response.body).map_err(|_| unreadable(self.phrases))?;
        self.learn(&text);
        Ok(text)
    }

    /// Takes the bucket of the shop from its response.
    fn learn(&self, text: &str) {
        // At the end of the answer: the data before it are long, and parsed later.
        let Some(place) = text.rfind("\"throttleStatus\"") else { return };
        let status = &text[place + "\"throttleStatus\"".len()..];
        let object = status.find('{').zip(status.find('}')).filter(|(from, to)| from < to);
        let Some(status) = object.and_then(|(from, to)| parse(&status[from..=to])) else { return };
        let number = |name: &str| status.get(name).number().filter(|number| *number >= 0.0);
        let (Some(capacity), Some(per_second)) = (number("maximumAvailable"), number("restoreRate")) else {
            return;
        };
        if capacity > 0.0 && per_second > 0.0 {
            let used = number("currentlyAvailable").map(|available| (capacity - available).max(0.0));
            self.client.pace(&self.host, Allowance { capacity, per_second, used });
        }
    }

    /// The data of an answer. An error of any part is the fault of all.
    pub fn data<'t>(&self, text: &'t str) -> Result<Value<'t>, Fault> {
        let Some(Value::Object(members)) = parse(text) else { return Err(unreadable(self.phrases)) };
        let answer = Value::Object(members);
        // Some errors are a text.
        let errors = answer.get("errors");
        if let Some(error) = errors.list().first().or(Some(errors).filter(|errors| !errors.text().is_empty()))
        {
            return Err(self.error(error));
        }
        let Value::Object(members) = answer else { return Err(unreadable(self.phrases)) };
        let data = members.into_iter().find(|(name, _)| name == "data").map(|(_, data)| data);
        data.filter(|data| matches!(data, Value::Object(_))).ok_or_else(|| unreadable(self.phrases))
    }

    fn error(&self, error: &Value<'_>) -> Fault {
        let message = error.get("message").text();
        match error.at(&["extensions", "code"]).text() {
            "ACCESS_DENIED" => match error.at(&["extensions", "requiredAccess"]).text() {
                "" => Fault::Denied(message.to_owned()),
                access => self.lacks(access),
            },
            "SHOP_INACTIVE" => Fault::QuotaExhausted(message.to_owned()),
            "INTERNAL_SERVER_ERROR" | "TIMEOUT" => Fault::Unavailable(message.to_owned()),
            _ => invalid("", if message.is_empty() { error.text() } else { message }, self.phrases),
        }
    }

    /// The fault of a mutation that the shop refused; its status is 200.
    pub fn refusal(
        &self,
        data: &Value<'_>,
        mutation: &str,
        field_of: impl Fn(&str) -> String,
    ) -> Result<(), Fault> {
        let errors = data.at(&[mutation, "userErrors"]).list();
        let Some(error) = errors.first() else { return Ok(()) };
        let message = error.get("message").text();
        if message.has("does not exist") || message.has("not found") {
            return Err(Fault::NotFound);
        }
        let path = error.get("field").list();
        let name = path.last().map_or("", Value::text);
        let is_seo = path.iter().any(|part| part.text() == "seo");
        let field = if is_seo { ["seo-", name].concat() } else { field_of(name) };
        Err(invalid(&field, message, self.phrases))
    }
}

fn fault(response: &Response, phrases: Phrases) -> Option<Fault> {
    fault_of(response, "", phrases)
}

/// The seconds until there is room for a query that was not executed; none if it was.
fn throttled(text: &str) -> Option<u32> {
    // Answers are long, and this code is rare.
    if !text.has("\"THROTTLED\"") {
        return None;
    }
    let answer = parse(text)?;
    let errors = answer.get("errors").list();
    errors.iter().find(|error| error.at(&["extensions", "code"]).text() == "THROTTLED")?;
    let cost = answer.at(&["extensions", "cost"]);
    let number = |value: &Value<'_>| value.number().unwrap_or_default();
    let status = cost.get("throttleStatus");
    let missing = number(cost.get("requestedQueryCost")) - number(status.get("currentlyAvailable"));
    let seconds = missing / number(status.get("restoreRate")).max(1.0);
    Some(seconds.ceil().clamp(1.0, 600.0) as u32)
}
