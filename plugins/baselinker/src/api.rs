//! One call of the API: a form with a method and its parameters as JSON, and an answer that says whether it succeeded.

use sitewright_sdk::json::{Value, Writer, parse};
use sitewright_sdk::shop::{
    self, Allowance, Client, Connection, Failure, Fault, Request, body, encoded, fault_of, fault_of_failure,
    invalid, unreadable,
};
use sitewright_sdk::{Parts as _, Phrases, fill};

use crate::BaseLinker;

/// A token allows 100 requests in any minute: no more than the bucket and what leaves it in a minute.
pub const PACE: Allowance = Allowance { capacity: 15.0, per_second: 1.4, used: None };
/// Seconds for which a token is blocked after too many requests. The message names the time without its zone.
const BLOCKED: u32 = 60;

/// The API with the connected account.
pub struct Api<'c, C> {
    pub client: &'c C,
    pub connection: Connection,
    pub phrases: Phrases,
}

impl<'c, C: Client> Api<'c, C> {
    pub fn open(client: &'c C) -> Result<Self, Fault> {
        let connection = client.connection()?;
        client.pace(&connection.host, PACE);
        Ok(Api { client, connection, phrases: shop::phrases::<BaseLinker>(client) })
    }

    /// The number or the name of the catalogue; empty, as at the command line, for the default one.
    pub fn chosen(&self) -> &str {
        self.connection.login.trim()
    }

    /// Sends a call. `fill` writes the members of its parameters.
    pub fn send(&self, method: &str, fill: impl FnOnce(&mut Writer)) -> Result<String, Fault> {
        self.attempt(method, fill)?.map_err(fault_of_failure)
    }

    /// The same; a call without a response, such as one with too long a response, is not a fault yet.
    pub fn attempt(
        &self,
        method: &str,
        fill: impl FnOnce(&mut Writer),
    ) -> Result<Result<String, Failure>, Fault> {
        let parameters = body(|json| {
            json.object(fill);
        });
        let parameters = encoded(&String::from_utf8_lossy(&parameters));
        let form = ["method=", method, "&parameters=", &parameters].concat();
        let url = ["https://", &self.connection.host, "/connector.php"].concat();
        let request = Request::new("POST", url)
            .header("X-BLToken", "{secret:token}")
            .content("application/x-www-form-urlencoded", form);
        let response = match self.client.send(&request) {
            Ok(response) => response,
            Err(failure) => return Ok(Err(failure)),
        };
        match fault_of(&response, "", self.phrases) {
            Some(fault) => Err(fault),
            None => Ok(Ok(response.text())),
        }
    }

    /// The content of the answer to a call that reads.
    pub fn parsed<'t>(&self, text: &'t str) -> Result<Value<'t>, Fault> {
        self.answered(text, |said| {
            Fault::Unavailable(fill(self.phrases.text("api.failed"), &[("why", said)]))
        })
    }

    /// The answer to a call that writes. An error that has no meaning of its own is about the values.
    pub fn written(&self, text: &str) -> Result<(), Fault> {
        self.answered(text, |said| invalid("", said, self.phrases)).map(drop)
    }

    fn answered<'t>(&self, text: &'t str, other: impl FnOnce(&str) -> Fault) -> Result<Value<'t>, Fault> {
        let answer = parse(text).ok_or_else(|| unreadable(self.phrases))?;
        match answer.get("status").text() {
            "SUCCESS" => Ok(answer),
            "ERROR" => {
                let said = answer.get("error_message").text();
                let fault = self.fault(answer.get("error_code").text(), said);
                Err(fault.unwrap_or_else(|| other(said)))
            }
            _ => Err(unreadable(self.phrases)),
        }
    }

    /// The fault of an error code, or none if the code alone does not decide it.
    fn fault(&self, code: &str, said: &str) -> Option<Fault> {
        let denied = |key: &str| Some(Fault::Denied(self.phrases.text(key).to_owned()));
        match code {
            // The product is gone, or is in another catalogue.
            "ERROR_PRODUCT_ID" | "ERROR_STORAGE_ID" => Some(Fault::NotFound),
            "ERROR_BLOCKED_TOKEN" if said.has("limit") => Some(Fault::RateLimited(BLOCKED)),
            _ if code.has("LIMIT") => Some(Fault::RateLimited(BLOCKED)),
            _ if code.has("TOKEN") || code.has("BLOCKED") => denied("shop.denied"),
            _ if code.has("ACCESS") || code.has("PERMISSION") => denied("shop.forbidden"),
            _ => None,
        }
    }
}
