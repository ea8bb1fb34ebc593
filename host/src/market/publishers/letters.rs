//! How often invitations are mailed.

use crate::platform::{
    app::App,
    error::Result,
    rate::{HOUR, Limit, MINUTE},
};

/// Mails of one publisher.
const BY_ONE: Limit = Limit::new(30, HOUR);
/// Mails of one publisher to one address, so that no other publisher can use up this one's.
const BY_ONE_TO_ONE: Limit = Limit::new(3, MINUTE.saturating_mul(30));
/// Mails to one address.
const TO_ONE: Limit = Limit::new(12, HOUR);

/// Counts a mail; 429 where there were too many.
pub(super) fn count(app: &App, publisher: &str, email: &str) -> Result<()> {
    const CODE: &str = "publishers.invited-too-often";
    app.rates.count_as("invitations-by", publisher, BY_ONE, CODE)?;
    app.rates.count_as("invitations-by-to", &format!("{publisher}|{email}"), BY_ONE_TO_ONE, CODE)?;
    app.rates.count_as("invitations-to", email, TO_ONE, CODE)
}
