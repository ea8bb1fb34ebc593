//! Problems of failed runs.

use std::time::SystemTime;

use sitewright_engine::{ClosedFor, Failure, FieldError, Limit, Quarantine, RunError};

use crate::billing::plans::SharedCeilings;
use crate::catalogue::tools::{Closed, FieldPath};
use crate::platform::model::ModelError;
use crate::platform::prelude::*;

/// The problem of a run that the engine ended. `refusal` is the last refusal of a port: if the plugin returned it,
/// the user gets the original sentence with its values.
pub fn of_run(error: RunError, refusal: Option<Problem>, ceilings: &SharedCeilings) -> Problem {
    let code = Cow::Borrowed(error.code());
    match error {
        RunError::Limit(limit @ Limit::GrantedMemory { .. }) => match ceilings {
            Some(ceilings) => ceilings.too_much_memory(),
            None => Problem::of_code(StatusCode::INTERNAL_SERVER_ERROR, code).with("limit", limit.amount()),
        },
        RunError::Failure(failure) => of_failure(failure, refusal),
        RunError::Limit(limit) => {
            Problem::of_code(StatusCode::INTERNAL_SERVER_ERROR, code).with("limit", limit.amount())
        }
        RunError::Quarantined(quarantine) => paused(&quarantine),
        // For the plugin's author and administrators; it contains nothing of the input.
        RunError::Trap(cause) => {
            Problem::of_code(StatusCode::INTERNAL_SERVER_ERROR, code).with("cause", cause)
        }
        RunError::Malformed { .. } | RunError::Internal(_) => {
            Problem::of_code(StatusCode::INTERNAL_SERVER_ERROR, code)
        }
    }
}

fn of_failure(failure: Failure, refusal: Option<Problem>) -> Problem {
    let status = match &failure {
        Failure::InvalidInput(fields) => return Problem::invalid(field_errors(fields)),
        Failure::LimitReached(_) => StatusCode::PAYMENT_REQUIRED,
        Failure::NeedsModel => StatusCode::CONFLICT,
        Failure::Unavailable(_) => StatusCode::BAD_GATEWAY,
        Failure::Refused(_) => StatusCode::BAD_REQUEST,
    };
    if let Some(refusal) = refusal.filter(|refusal| refusal.status() == status) {
        return refusal;
    }
    match failure {
        Failure::LimitReached(said) => said_by_plugin(status, "plugin.limit-reached", said),
        Failure::Unavailable(said) => said_by_plugin(status, "plugin.unavailable", said),
        Failure::Refused(said) => said_by_plugin(status, "plugin.refused", said),
        Failure::NeedsModel | Failure::InvalidInput(_) => ModelError::NeedsModel.problem(),
    }
}

fn said_by_plugin(status: StatusCode, code: &'static str, said: String) -> Problem {
    let problem = Problem::new(status, code);
    if said.trim().is_empty() { problem } else { problem.saying(said) }
}

fn field_errors(fields: &[FieldError]) -> FieldErrors {
    let mut errors = FieldErrors::new();
    for field in fields {
        let name = FieldPath(&field.pointer).to_string();
        errors.entry(name).or_default().push(Text::Said(field.message.clone()));
    }
    errors
}

/// A problem as the plugin sees it; the plugin may continue without the call.
pub fn failure(problem: &Problem, locale: Locale) -> Failure {
    let message = problem.render(locale).message;
    match problem.status() {
        StatusCode::PAYMENT_REQUIRED => Failure::LimitReached(message),
        StatusCode::CONFLICT => Failure::NeedsModel,
        StatusCode::BAD_REQUEST => Failure::Refused(message),
        _ => Failure::Unavailable(message),
    }
}

/// The code of an installed tool is missing or does not fit.
pub(super) fn unloadable() -> Problem {
    Problem::new(StatusCode::INTERNAL_SERVER_ERROR, "plugin.internal")
}

/// After a restart the plugin made another call than before.
pub(super) fn diverged() -> Problem {
    Problem::new(StatusCode::INTERNAL_SERVER_ERROR, "run.diverged")
}

/// The refusal of a closed tool.
pub fn closed(why: Closed) -> Problem {
    match why {
        Closed::Quarantined => quarantined(),
        Closed::Revoked => Problem::new(StatusCode::SERVICE_UNAVAILABLE, "plugin.revoked"),
    }
}

fn quarantined() -> Problem {
    Problem::new(StatusCode::SERVICE_UNAVAILABLE, "plugin.quarantined")
}

/// The refusal of a quarantined tool: for whom it is closed, and until when.
pub(super) fn paused(quarantine: &Quarantine) -> Problem {
    let left = quarantine.until.duration_since(SystemTime::now()).unwrap_or_default();
    let code = match quarantine.closed_for {
        ClosedFor::Everybody => "plugin.paused",
        ClosedFor::Caller => "plugin.paused-for-account",
        ClosedFor::Input => "plugin.paused-for-input",
    };
    // A pause that has just ended.
    let seconds = left.as_secs().max(1);
    Problem::of_code(StatusCode::SERVICE_UNAVAILABLE, Cow::Borrowed(code))
        .with("minutes", seconds.div_ceil(60))
        .with(
            "until",
            Timestamp::now().plus_ms(i64::try_from(left.as_millis()).unwrap_or(i64::MAX)).rfc3339(),
        )
        .retry_after(seconds)
}
