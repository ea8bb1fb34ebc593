//! Rate limits of invitation mails.

use crate::platform::{
    app::App,
    error::Result,
    rate::{HOUR, Limit, MINUTE},
};

/// Mails per publisher.
const BY_ONE: Limit = Limit::new(30, HOUR);
/// Mails per publisher and address, so that a publisher cannot use up the limit of another.
const BY_ONE_TO_ONE: Limit = Limit::new(3, MINUTE.saturating_mul(30));
/// Mails per address.
const TO_ONE: Limit = Limit::new(12, HOUR);

/// Counts a mail; 429 if there were too many.
pub(super) fn count(app: &App, publisher: &str, email: &str) -> Result<()> {
    const CODE: &str = "publishers.invited-too-often";
    app.rates.count_as("invitations-by", publisher, BY_ONE, CODE)?;
    app.rates.count_as("invitations-by-to", &format!("{publisher}|{email}"), BY_ONE_TO_ONE, CODE)?;
    app.rates.count_as("invitations-to", email, TO_ONE, CODE)
}
