//! The fault that a failed request is.

use super::{Failure, Fault, FieldError, Response};
use crate::decimal::Decimal as _;
use crate::template::fill;
use crate::texts::Phrases;

/// Seconds to wait if the system does not say how long.
const PAUSE: u32 = 5;
/// The same if it names a date, which a plugin cannot compare with a clock.
const LONG_PAUSE: u32 = 60;

/// The fault of a response by its status, or none if it is a success. `said` is the system's message about invalid values.
pub fn fault_of(response: &Response, said: &str, phrases: Phrases) -> Option<Fault> {
    let wait = || match response.header("Retry-After").trim() {
        "" => PAUSE,
        seconds => seconds.parse().unwrap_or(LONG_PAUSE),
    };
    Some(match response.status {
        200..300 => return None,
        401 => Fault::Denied(phrases.text("shop.denied").to_owned()),
        403 => Fault::Denied(phrases.text("shop.forbidden").to_owned()),
        404 | 410 => Fault::NotFound,
        402 => Fault::QuotaExhausted(phrases.text("shop.quota").to_owned()),
        429 => Fault::RateLimited(wait()),
        503 if !response.header("Retry-After").is_empty() => Fault::RateLimited(wait()),
        400..500 => invalid("", said, phrases),
        status => {
            let status = u32::from(status).decimal();
            Fault::Unavailable(fill(phrases.text("shop.failed"), &[("status", &status)]))
        }
    })
}

/// The values of a field, or of the whole item if `field` is empty, that the system refuses for the reason `said`.
pub fn invalid(field: &str, said: &str, phrases: Phrases) -> Fault {
    let pointer = if field.is_empty() { String::new() } else { ["/", field].concat() };
    let message = match said.trim() {
        "" => phrases.text("shop.refused").to_owned(),
        said => fill(phrases.text("shop.refused-because"), &[("why", said)]),
    };
    Fault::Invalid(vec![FieldError { pointer, message }])
}

/// A response that is not what the system documents.
pub fn unreadable(phrases: Phrases) -> Fault {
    Fault::Unavailable(phrases.text("shop.unreadable").to_owned())
}

/// The fault of a call that the host did not make.
pub fn fault_of_failure(failure: Failure) -> Fault {
    match failure {
        // A limit of this run, which is not one of the shop: the next run has its own.
        Failure::Unavailable(why) | Failure::LimitReached(why) => Fault::Unavailable(why),
        Failure::Refused(why) => Fault::Denied(why),
        Failure::NeedsModel | Failure::InvalidInput(_) => Fault::Unavailable(String::new()),
    }
}
