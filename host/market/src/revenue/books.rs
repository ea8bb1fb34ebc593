//! Publishers' shares and balances, as administrators see them. A share is agreed with a publisher and starts with a month;
//! the share of a closed month never changes.

use super::ledger::{self, Balance, Entry};
use super::month::Month;
use super::{Currency, months, notices, split};
use crate::messages::audit_log::{ByAdmin, Subject};
use crate::messages::notifications::NotificationKind;
use crate::platform::prelude::*;

/// A publisher's share and balances.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = RevenueBook)]
pub(super) struct Book {
    /// The publisher's id.
    #[schema(example = "acme")]
    id: String,
    name: String,
    /// The share of the current month, in hundredths of a per cent.
    share_bps: i64,
    /// The agreements that are effective for some month, newest first.
    agreements: Vec<Agreement>,
    balances: Vec<Balance>,
    /// Whether payout details are set.
    has_payout: bool,
}

/// The shares and balances of a publisher; 404 if there is none.
pub async fn of(conn: &mut Conn, publisher: &str) -> Result<Book> {
    let name = super::name_of(conn, publisher).await?;
    let agreements = agreements_of(conn, publisher).await?;
    Ok(Book {
        id: publisher.to_owned(),
        name,
        share_bps: share_in(&agreements, Month::now()),
        agreements: standing(agreements),
        balances: ledger::balances(conn, publisher).await?,
        has_payout: has_payout(conn, publisher).await?,
    })
}

pub async fn has_payout(conn: &mut Conn, publisher: &str) -> Result<bool> {
    let has = db::query_scalar("SELECT EXISTS (SELECT 1 FROM publisher_payouts WHERE publisher_id = $1)");
    Ok(has.bind(publisher).fetch_one(conn).await?)
}

/// Publishers with their shares and balances
#[utoipa::path(get, path = "/api/admin/revenue/publishers", tag = "admin", params(Page), responses((status = 200, body = Paged<Book>)))]
pub async fn list_books(app: App, _: Admin, page: Page) -> Result<Json<Paged<Book>>> {
    let mut tx = app.db.read().begin().await?;
    let count = db::query_scalar("SELECT count(*) FROM publisher_names");
    let ids = db::query_as("SELECT id FROM publisher_names ORDER BY id LIMIT $1 OFFSET $2");
    let Paged { data: ids, total, .. } = page.fetch::<(String,)>(&mut tx, count, ids).await?;
    let mut books = Vec::with_capacity(ids.len());
    for (id,) in ids {
        books.push(of(&mut tx, &id).await?);
    }
    Ok(Json(page.of(books, total)))
}

/// One publisher's share and balances
#[utoipa::path(get, path = "/api/admin/revenue/publishers/{id}", tag = "admin", params(("id" = String, Path)), responses((status = 200, body = Book)))]
pub async fn get_book(app: App, _: Admin, Id(id): Id) -> Result<Json<Book>> {
    let mut tx = app.db.read().begin().await?;
    of(&mut tx, &id).await.map(Json)
}

/// Which entries to list.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(super) struct EntryFilter {
    /// Only entries in this currency.
    #[param(inline)]
    pub currency: Option<Currency>,
}

/// The ledger of a publisher, newest first
#[utoipa::path(get, path = "/api/admin/revenue/publishers/{id}/entries", tag = "admin", params(("id" = String, Path), EntryFilter, Page),
    responses((status = 200, body = Paged<Entry>)))]
pub async fn list_entries(
    app: App,
    _: Admin,
    Id(id): Id,
    Query(filter): Query<EntryFilter>,
    page: Page,
) -> Result<Json<Paged<Entry>>> {
    let mut tx = app.db.read().begin().await?;
    super::name_of(&mut tx, &id).await?;
    ledger::list(&mut tx, &id, filter.currency, page).await.map(Json)
}

/// How far ahead a share can be agreed, in months.
const MONTHS_AHEAD: i64 = 24;

/// A share and its first month.
#[derive(Debug, Clone, Serialize, ToSchema, sqlx::FromRow)]
#[schema(as = RevenueAgreement)]
pub struct Agreement {
    /// Hundredths of a per cent.
    pub share_bps: i64,
    /// The first month that it holds for.
    #[sqlx(rename = "from_month")]
    pub from: Month,
    /// When it was entered.
    pub created_at: Timestamp,
}

/// All agreements with a publisher, newest first.
pub async fn agreements_of(conn: &mut Conn, publisher: &str) -> Result<Vec<Agreement>> {
    let rows = db::query_as(
        "SELECT share_bps, from_month, created_at FROM revenue_agreements WHERE publisher_id = $1 ORDER BY seq DESC",
    );
    Ok(rows.bind(publisher).fetch_all(conn).await?)
}

/// The agreements that are effective for some month. For each month the newest one that starts by then is effective,
/// so an agreement that does not start earlier than a newer one never is.
pub fn standing(agreements: Vec<Agreement>) -> Vec<Agreement> {
    let mut first: Option<Month> = None;
    let mut standing = Vec::new();
    for one in agreements {
        if first.is_none_or(|first| one.from < first) {
            first = Some(one.from);
            standing.push(one);
        }
    }
    standing
}

/// The share of a month, from all agreements (newest first); 0 without one.
pub fn share_in(agreements: &[Agreement], month: Month) -> i64 {
    agreements.iter().find(|one| one.from <= month).map_or(0, |one| one.share_bps)
}

/// A new agreement.
#[derive(Debug, Deserialize, Validate, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = NewRevenueAgreement)]
pub(super) struct NewAgreement {
    /// Hundredths of a per cent.
    // `expect_share` reports errors in per cent, as the form shows it.
    #[garde(skip)]
    #[schema(minimum = 0, maximum = 10_000)]
    share_bps: i64,
    /// The first month, which must not be closed.
    #[garde(skip)]
    #[schema(example = "2026-12", pattern = "^[0-9]{4}-(0[1-9]|1[0-2])$")]
    from: String,
}

/// Enter the share agreed with a publisher
///
/// For each month the newest agreement is effective; one that is effective for no month is not listed.
#[utoipa::path(post, path = "/api/admin/revenue/publishers/{id}/agreements", tag = "admin", params(("id" = String, Path)),
    request_body = NewAgreement, responses((status = 201, body = Book)))]
pub async fn agree(
    app: App,
    by: ByAdmin,
    Id(id): Id,
    Valid(new): Valid<NewAgreement>,
) -> Result<(StatusCode, Json<Book>)> {
    expect_share(new.share_bps)?;
    let mut tx = app.db.write().await?;
    let name = super::name_of(&mut tx, &id).await?;
    let from = open_month(&mut tx, &id, &new.from).await?;
    // A repeated request is one agreement.
    let known = agreements_of(&mut tx, &id).await?;
    if known.first().is_none_or(|last| (last.share_bps, last.from) != (new.share_bps, from)) {
        add(&mut tx, &id, from, new.share_bps, &by.admin.id).await?;
        let details = json!({ "publisher": name, "share_bps": new.share_bps, "from": from });
        by.record(&mut tx, "revenue.agreed", Subject::of("publisher", &id, &name), details).await?;
        let params = params([("share", notices::percent(new.share_bps)), ("month", from.said())]);
        notices::owners(&app, &mut tx, &id, NotificationKind::RevenueAgreed, &params).await?;
    }
    let book = of(&mut tx, &id).await?;
    committed(tx, (StatusCode::CREATED, Json(book))).await
}

fn expect_share(bps: i64) -> Result<()> {
    let is_share = (0..=split::WHOLE).contains(&bps);
    refuse_if(!is_share, || Problem::invalid_field("share_bps", Text::key("revenue.share-range")))
}

/// A month for which a share can still be agreed: the publisher exists, and it is neither closed nor too far ahead.
async fn open_month(tx: &mut Conn, publisher: &str, text: &str) -> Result<Month> {
    let wrong = |key| Problem::invalid_field("from", Text::key(key));
    let month = Month::parse(text).ok_or_else(|| wrong("revenue.month"))?;
    refuse_if(month > Month::now().plus(MONTHS_AHEAD), || wrong("revenue.month-far"))?;
    let is_closed = months::last_closed(tx).await?.is_some_and(|closed| month <= closed);
    refuse_if(is_closed, || wrong("revenue.month-is-closed"))?;
    let first = super::first_month(tx, publisher).await?;
    let early = Text::key("revenue.month-early").with("month", first.said());
    refuse_if(month < first, || Problem::invalid_field("from", early))?;
    Ok(month)
}

async fn add(tx: &mut Conn, publisher: &str, from: Month, share_bps: i64, admin: &str) -> Result<()> {
    let query = db::query(
        "INSERT INTO revenue_agreements (publisher_id, seq, from_month, share_bps, decided_by, created_at)
         SELECT $1, COALESCE(MAX(seq), 0) + 1, $2, $3, $4, $5 FROM revenue_agreements WHERE publisher_id = $1",
    );
    query.binds((publisher, from, share_bps, admin, Timestamp::now())).run(tx).await
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ineffective_agreements_are_not_listed() {
        let agreed = |share_bps, from| Agreement {
            share_bps,
            from: Month::parse(from).expect("a month"),
            created_at: Timestamp(0),
        };
        // Newest first: 50 % from September replaced 0 % from November and 40 % from September.
        let all = vec![
            agreed(6_000, "2027-01"),
            agreed(5_000, "2026-09"),
            agreed(0, "2026-11"),
            agreed(4_000, "2026-09"),
            agreed(3_000, "2026-05"),
        ];
        let shares = |agreements: &[Agreement]| -> Vec<i64> {
            ["2026-06", "2026-09", "2026-11", "2027-01"]
                .iter()
                .map(|month| share_in(agreements, Month::parse(month).expect("a month")))
                .collect()
        };
        let before = shares(&all);
        let standing = standing(all);
        assert_eq!(standing.iter().map(|one| one.share_bps).collect::<Vec<_>>(), [6_000, 5_000, 3_000]);
        assert_eq!(shares(&standing), before, "no month has another share for it");
    }

    #[test]
    fn a_share_is_between_0_and_100_percent() {
        for (bps, is_share) in [(-1, false), (0, true), (3_333, true), (10_000, true), (10_001, false)] {
            assert_eq!(expect_share(bps).is_ok(), is_share, "{bps}");
        }
    }
}
