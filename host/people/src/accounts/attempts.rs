//! Rate limits of accounts: wrong passwords, new accounts, mailed links.

use std::net::IpAddr;

use crate::platform::app::App;
use crate::platform::error::Result;
use crate::platform::rate::{HOUR, Limit, Rates};

/// Wrong passwords from one address, for any accounts.
const ADDRESS: &str = "login-address";
/// Wrong passwords for one account from one address.
const ACCOUNT: &str = "login";

/// Mails of one kind to one mailbox that one network can request in an hour.
const MAILS: Limit = Limit::new(6, HOUR);
/// The same for all networks together.
const MAILS_OF_ALL: Limit = Limit::new(24, HOUR);

/// A sign-in attempt. It counts as failed from the start, so that concurrent attempts cannot exceed the limit.
pub(super) struct Attempt<'a> {
    rates: &'a Rates,
    address: Option<IpAddr>,
    account: String,
}

impl<'a> Attempt<'a> {
    /// Counts a sign-in attempt; 429 if there were too many. The address is counted first: one over its limit creates
    /// no counters for the accounts that it names.
    pub(super) fn begin(app: &'a App, address: Option<IpAddr>, email: &str) -> Result<Self> {
        let (rates, config) = (&app.rates, &app.config);
        let limit = Limit::new(config.login_failures_per_address, config.login_window);
        rates.count_from(ADDRESS, address, limit)?;
        let account = format!("{}|{email}", asker(address));
        let limit = Limit::new(config.login_failures, config.login_window);
        if let Err(problem) = rates.count(ACCOUNT, &account, limit) {
            // No password is checked, so it is no attempt on another account.
            address.inspect(|address| rates.take_back_from(ADDRESS, *address));
            return Err(problem);
        }
        Ok(Self { rates, address, account })
    }

    /// Takes the count back, because the password was right.
    pub(super) fn succeeded(self) {
        self.rates.forget(ACCOUNT, &self.account);
        if let Some(address) = self.address {
            self.rates.take_back_from(ADDRESS, address);
        }
    }
}

/// Whether another mail of a kind may be sent to a mailbox. Each network has its own limit, so that a stranger cannot
/// use up the owner's. Call it only if a mail is really sent.
pub(super) fn may_mail(app: &App, template: &str, email: &str, address: Option<IpAddr>) -> bool {
    let key = format!("{}|{email}", asker(address));
    app.rates.count(&format!("mail-{template}"), &key, MAILS).is_ok()
}

/// The same for a mail that can be requested without an account: all networks together have a limit as well.
pub(super) fn may_mail_guest(app: &App, template: &str, email: &str, address: Option<IpAddr>) -> bool {
    may_mail(app, template, email, address)
        && app.rates.count(&format!("mails-{template}"), email, MAILS_OF_ALL).is_ok()
}

/// The network of a request, as it is counted.
fn asker(address: Option<IpAddr>) -> String {
    address.map(|address| crate::platform::rate::place(address).to_string()).unwrap_or_default()
}
