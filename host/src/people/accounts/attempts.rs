//! How often accounts are tried: wrong passwords, new accounts, links asked for by mail.

use std::net::IpAddr;

use crate::platform::{
    app::App,
    error::Result,
    rate::{HOUR, Limit, Rates},
};

/// Wrong passwords from one address, whatever the accounts.
const ADDRESS: &str = "login-address";
/// Wrong passwords for one account from one address.
const ACCOUNT: &str = "login";

/// Mails of one kind to one mailbox that one network can cause in an hour.
const MAILS: Limit = Limit::new(6, HOUR);
/// The same whatever the networks.
const MAILS_OF_ALL: Limit = Limit::new(24, HOUR);

/// An attempt to sign in. It counts as failed from the start, so that many at once cannot slip through.
pub(super) struct Attempt<'a> {
    rates: &'a Rates,
    address: Option<IpAddr>,
    account: String,
}

impl<'a> Attempt<'a> {
    /// Counts an attempt to sign in; 429 where there were too many. The address comes first: one that is over its limit
    /// gets no counters for the accounts that it names.
    pub(super) fn begin(app: &'a App, address: Option<IpAddr>, email: &str) -> Result<Self> {
        let (rates, config) = (&app.rates, &app.config);
        if let Some(address) = address {
            let limit = Limit::new(config.login_failures_per_address, config.login_window);
            rates.count_from(ADDRESS, address, limit)?;
        }
        let account = format!("{}|{email}", asker(address));
        let limit = Limit::new(config.login_failures, config.login_window);
        if let Err(problem) = rates.count(ACCOUNT, &account, limit) {
            // No password is looked at, so it is no attempt on another account.
            address.inspect(|address| rates.take_back_from(ADDRESS, *address));
            return Err(problem);
        }
        Ok(Self { rates, address, account })
    }

    /// The password was right: it does not count.
    pub(super) fn succeeded(self) {
        self.rates.forget(ACCOUNT, &self.account);
        if let Some(address) = self.address {
            self.rates.take_back_from(ADDRESS, address);
        }
    }
}

/// Whether one more mail of a kind may go to a mailbox. Each network that asks has its own share, so that a stranger
/// cannot use up the owner's. Count only where a mail is really sent.
pub(super) fn may_mail(app: &App, template: &str, email: &str, address: Option<IpAddr>) -> bool {
    let key = format!("{}|{email}", asker(address));
    app.rates.count(&format!("mail-{template}"), &key, MAILS).is_ok()
}

/// The same for a mail that anybody can cause without an account: all networks together have a share as well.
pub(super) fn may_mail_for_anybody(app: &App, template: &str, email: &str, address: Option<IpAddr>) -> bool {
    may_mail(app, template, email, address)
        && app.rates.count(&format!("mails-{template}"), email, MAILS_OF_ALL).is_ok()
}

/// The network that a request came from, as it is counted.
fn asker(address: Option<IpAddr>) -> String {
    address.map(|address| crate::platform::rate::place(address).to_string()).unwrap_or_default()
}
