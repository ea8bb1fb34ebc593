//! Meters: counted resources in an append-only ledger. They are words, the allowance of model output, and pages, the
//! allowance of crawled pages.
//!
//! A purse is what an account or a trial has of one meter: the balance of its last entry. An amount is reserved before
//! the work that uses it, such as a model call; when the run ends, one entry settles all reservations of the attempt
//! and releases the rest. Both happen inside the caller's transaction, so that a run and its charge are always
//! consistent.
//!
//! Amounts are granted monthly and do not accumulate. A grant that opens a month (see `plans`) carries its number;
//! the unused rest of the previous month expires in a separate entry, as does what was reserved in it and is released
//! later.
//!
//! A new meter is a variant of [`Meter`] and a line in `Plan::grants`; the compiler then requires its refusals and its
//! limits by tool and by key. Its users call [`check`], [`reserve`] and [`settle`].

mod free;
mod ledger;
mod list;

use crate::messages::realtime;
use crate::platform::prelude::*;

pub use free::{FreeCalls, forgive, free_calls};
pub use ledger::{
    allowance, balance, check, grant, open_month, outstanding, reserve, settle, used_since, used_with_tool,
};

pub const SLICE: Slice = Slice {
    routes,
    tables: &[Table::new("meter_entries"), Table::personal("free_calls", &["account_id"])],
    views: &["account_words", "word_moves"],
    personal_data: belongings,
    ..Slice::new("meters")
};

/// The personal data of this slice. The ledger itself stays: it shows that something was used, but not by whom.
fn belongings() -> Belongings {
    Belongings { export: Some(list::own_files), ..Belongings::default() }
}

fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(list::list_words)).routes(routes!(list::list_pages))
}

/// A counted resource.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Meter {
    /// Words of model output.
    Words,
    /// Pages that site audits crawl.
    Pages,
}

text_column!(Meter);

impl Meter {
    pub const ALL: [Self; 2] = [Self::Words, Self::Pages];

    /// Its name in the ledger, in addresses and in files.
    pub fn name(self) -> &'static str {
        match self {
            Self::Words => "words",
            Self::Pages => "pages",
        }
    }

    /// The event for open pages after a change of the balance.
    pub fn event(self) -> &'static str {
        match self {
            Self::Words => "words.changed",
            Self::Pages => "pages.changed",
        }
    }

    /// What an account has of it.
    pub fn of(self, account: &str) -> Purse<'_> {
        Purse { meter: self, holder: Holder::Account(account) }
    }

    /// The refusal for a low balance.
    fn exhausted(self, left: i64, needed: i64) -> Problem {
        let code = match self {
            Self::Words => "words.exhausted",
            Self::Pages => "pages.exhausted",
        };
        Problem::new(StatusCode::PAYMENT_REQUIRED, code).with("left", left).with("needed", needed)
    }
}

/// The id of an account, or of a trial, whose entries are deleted with it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Holder<'a> {
    Account(&'a str),
    Trial(&'a str),
}

impl<'a> Holder<'a> {
    /// The trial if there is one, or else the account.
    pub fn of(account: &'a str, trial: Option<&'a str>) -> Self {
        trial.map_or(Self::Account(account), Self::Trial)
    }
}

/// What an account or a trial has of one meter.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Purse<'a> {
    pub meter: Meter,
    pub holder: Holder<'a>,
}

/// One attempt of a run, as the ledger identifies it.
#[derive(Debug, Clone)]
pub struct Charge<'a> {
    pub purse: Purse<'a>,
    pub run: &'a str,
    pub attempt: i64,
    pub tool: &'a str,
    /// Limits besides the balance.
    pub ceilings: Vec<&'a dyn Ceiling>,
}

/// A limit besides the balance of a purse, such as that of an API key or of a tool.
pub trait Ceiling: std::fmt::Debug + Send + Sync {
    /// Refuses an amount beyond the limit.
    fn expect<'a>(
        &'a self,
        conn: &'a mut Conn,
        charge: &'a Charge<'_>,
        amount: i64,
    ) -> BoxFuture<'a, Result<()>>;

    /// Counts a reserved amount, or a released one if it is negative.
    fn count<'a>(&'a self, _: &'a mut Conn, _: Meter, _amount: i64) -> BoxFuture<'a, Result<()>> {
        Box::pin(async { Ok(()) })
    }
}

/// The kind of an entry.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum Kind {
    /// An amount was granted.
    Grant,
    /// An amount was reserved for work that uses it, such as a model call.
    Reserve,
    /// What was reserved and not used was released.
    Settle,
    /// The month ended, and its unused rest expired.
    Expire,
}

text_column!(Kind);

/// What an account has of a meter in the current month.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
pub struct Allowance {
    /// Granted this month.
    pub allowance: i64,
    /// Used, including reservations of running work.
    pub used: i64,
    /// Left.
    pub left: i64,
}

/// Sends the account's open pages what it has of a meter, once the transaction has committed.
pub async fn publish(app: &App, tx: &mut Conn, meter: Meter, account: &str) -> Result<Allowance> {
    let have = allowance(tx, meter.of(account)).await?;
    realtime::publish(app, tx, account, meter.event(), &have);
    Ok(have)
}
