//! Revenue shares: agreements with publishers, the split of each month's revenue, and payouts.
//!
//! Once a day is over, a background task counts the accounts with a paid plan and what they used: completed runs by
//! tool. Counts stay, whatever is deleted later. When a month is over, an administrator enters its net revenue,
//! previews the split (`split.rs` explains it) and closes the month irrevocably, in one transaction. From then on
//! everything is an entry in an append-only ledger; an error is fixed by a correction with a reason.
//!
//! Not counted: free plans, administrators, publishers who use their own tools, runs that an administrator started
//! while impersonating a user, and failed runs.

mod books;
mod calculation;
mod closing;
mod count;
mod entries;
mod ledger;
mod month;
mod months;
mod notices;
mod own;
mod payable;
mod split;

use crate::platform::locale;
use crate::platform::prelude::*;

pub use count::count_days;

const JOBS: &[Kind] =
    &[Kind::periodic("revenue.count", Schedule::Every(std::time::Duration::from_secs(15 * 60)), |app| {
        Box::pin(async move { count_days(&app).await.map(drop) })
    })];

const TABLES: &[Table] = &[
    Table::new("revenue_agreements"),
    Table::new("revenue_count"),
    Table::new("revenue_fees"),
    Table::new("revenue_uses"),
    Table::new("revenue_months"),
    Table::new("revenue_lines"),
    Table::new("revenue_entries"),
];

pub const SLICE: Slice = Slice {
    routes,
    tables: TABLES,
    views: &["publisher_balances", "closed_months"],
    // Counts and the ledger stay, under an id that identifies no user once the account is deleted.
    personal_data: || Belongings { export: Some(own::own_files), ..Default::default() },
    jobs: JOBS,
    ..Slice::new("revenue")
};

fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(routes!(own::get_own_revenue))
        .routes(routes!(own::list_own_months))
        .routes(routes!(own::get_own_month))
        .routes(routes!(own::get_own_statement))
        .routes(routes!(own::list_own_entries))
        .routes(routes!(months::list_months))
        .routes(routes!(months::get_month))
        .routes(routes!(closing::preview_month))
        .routes(routes!(closing::close_month))
        .routes(routes!(books::list_books))
        .routes(routes!(books::get_book))
        .routes(routes!(books::list_entries))
        .routes(routes!(books::agree))
        .routes(routes!(entries::adjust))
        .routes(routes!(entries::record_payout))
        .routes(routes!(entries::record_return))
        .routes(routes!(payable::list_payable))
        .routes(routes!(payable::get_payable_table))
}

/// Ten billion in either currency, to catch typing errors.
const MOST: i64 = 1_000_000_000_000;

/// A currency of plans.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "UPPERCASE")]
pub enum Currency {
    Usd,
    Pln,
}

text_column!(Currency);

impl Currency {
    pub const ALL: [Self; 2] = [Self::Usd, Self::Pln];

    /// The currency in a URL path; 404 if unknown.
    pub fn of_path(text: &str) -> Result<Self> {
        Self::ALL.into_iter().find(|currency| currency.code() == text).ok_or_else(Problem::not_found)
    }

    pub fn code(self) -> &'static str {
        match self {
            Self::Usd => "USD",
            Self::Pln => "PLN",
        }
    }

    /// The smallest balance that is paid out, in cents or grosze: a transfer costs both sides something.
    pub fn minimum(self) -> i64 {
        match self {
            Self::Usd => 5_000,
            Self::Pln => 20_000,
        }
    }

    /// Formats a sum for display.
    pub fn said(self, amount: i64, locale: Locale) -> String {
        let (whole, part) = (amount.unsigned_abs() / 100, amount.unsigned_abs() % 100);
        let decimal = if locale == Locale::Pl { ',' } else { '.' };
        let sign = if amount < 0 { "−" } else { "" };
        let number = format!("{}{decimal}{part:02}", locale::grouped(locale, &whole.to_string()));
        match (self, locale) {
            (Self::Usd, Locale::En) => format!("{sign}${number}"),
            (Self::Usd, Locale::Pl) => format!("{sign}{number}\u{a0}$"),
            (Self::Pln, Locale::En) => format!("{sign}{number}\u{a0}PLN"),
            (Self::Pln, Locale::Pl) => format!("{sign}{number}\u{a0}zł"),
        }
    }
}

/// An amount per currency, in cents and grosze.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, ToSchema, sqlx::FromRow)]
#[schema(as = RevenueSums)]
pub struct Sums {
    pub usd: i64,
    pub pln: i64,
}

impl Sums {
    pub fn of(self, currency: Currency) -> i64 {
        match currency {
            Currency::Usd => self.usd,
            Currency::Pln => self.pln,
        }
    }

    pub fn plus(self, other: Self) -> Self {
        Self { usd: self.usd + other.usd, pln: self.pln + other.pln }
    }
}

/// The name of a publisher; 404 if there is none.
async fn name_of(conn: &mut Conn, publisher: &str) -> Result<String> {
    let name = db::query_scalar("SELECT name FROM publisher_names WHERE id = $1").bind(publisher);
    let name: Option<String> = name.fetch_optional(conn).await?;
    name.ok_or_else(Problem::not_found)
}

/// The month in which a publisher was registered: it earned nothing before. 404 if there is none.
async fn first_month(conn: &mut Conn, publisher: &str) -> Result<month::Month> {
    let since = db::query_scalar("SELECT created_at FROM publisher_names WHERE id = $1").bind(publisher);
    let since: Option<i64> = since.fetch_optional(conn).await?;
    since.map(|since| month::Month::of_day(since.div_euclid(DAY_MS))).ok_or_else(Problem::not_found)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sum_is_formatted_for_its_reader() {
        let said = |amount, locale| Currency::Pln.said(amount, locale).replace('\u{a0}', " ");
        assert_eq!(said(1_234_567, Locale::En), "12,345.67 PLN");
        assert_eq!(said(1_234_567, Locale::Pl), "12 345,67 zł");
        assert_eq!(said(123_456, Locale::En), "1,234.56 PLN");
        assert_eq!(said(-5, Locale::Pl), "−0,05 zł");
    }
}
