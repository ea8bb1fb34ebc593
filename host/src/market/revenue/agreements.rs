//! The share agreed with a publisher, starting with a month. The share of a closed month never changes.

use axum::{
    Json,
    extract::{Path, State},
    http::StatusCode,
};
use garde::Validate;
use serde::{Deserialize, Serialize};
use serde_json::json;
use utoipa::ToSchema;

use super::{
    books::{self, Book},
    month::Month,
    months, notices, split,
};
use crate::{
    market::publishers::params,
    messages::{
        audit_log::{self, Actor, Subject},
        notifications::NotificationKind,
    },
    platform::{
        app::App,
        auth::Admin,
        clock::Timestamp,
        db::{self, Conn},
        error::{Problem, Result, Text},
        json::Valid,
    },
};

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
pub async fn list(conn: &mut Conn, publisher: &str) -> Result<Vec<Agreement>> {
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
pub(super) async fn agree(
    State(app): State<App>,
    Admin(admin): Admin,
    actor: Actor,
    Path(id): Path<String>,
    Valid(new): Valid<NewAgreement>,
) -> Result<(StatusCode, Json<Book>)> {
    expect_share(new.share_bps)?;
    let mut tx = app.db.write().await?;
    let name = super::name_of(&mut tx, &id).await?;
    let from = open_month(&mut tx, &id, &new.from).await?;
    // A repeated request is one agreement.
    let known = list(&mut tx, &id).await?;
    if known.first().is_none_or(|last| (last.share_bps, last.from) != (new.share_bps, from)) {
        add(&mut tx, &id, from, new.share_bps, &admin.id).await?;
        let details = json!({ "publisher": name, "share_bps": new.share_bps, "from": from });
        audit_log::record(&mut tx, &actor, "revenue.agreed", Subject::of("publisher", &id, &name), details)
            .await?;
        let params = params([("share", notices::percent(new.share_bps)), ("month", from.said())]);
        notices::owners(&app, &mut tx, &id, NotificationKind::RevenueAgreed, &params).await?;
    }
    let book = books::of(&mut tx, &id).await?;
    tx.commit().await?;
    Ok((StatusCode::CREATED, Json(book)))
}

/// Refuses an invalid share.
fn expect_share(bps: i64) -> Result<()> {
    if (0..=split::WHOLE).contains(&bps) {
        return Ok(());
    }
    Err(Problem::invalid_field("share_bps", Text::key("revenue.share-range")))
}

/// A month for which a share can still be agreed: the publisher exists, and it is neither closed nor too far ahead.
async fn open_month(tx: &mut Conn, publisher: &str, text: &str) -> Result<Month> {
    let wrong = |key| Problem::invalid_field("from", Text::key(key));
    let month = Month::parse(text).ok_or_else(|| wrong("revenue.month"))?;
    if month > Month::now().plus(MONTHS_AHEAD) {
        return Err(wrong("revenue.month-far"));
    }
    if months::last_closed(tx).await?.is_some_and(|closed| month <= closed) {
        return Err(wrong("revenue.month-is-closed"));
    }
    let first = super::first_month(tx, publisher).await?;
    if month < first {
        let early = Text::key("revenue.month-early").with("month", first.said());
        return Err(Problem::invalid_field("from", early));
    }
    Ok(month)
}

async fn add(tx: &mut Conn, publisher: &str, from: Month, share_bps: i64, admin: &str) -> Result<()> {
    db::query(
        "INSERT INTO revenue_agreements (publisher_id, seq, from_month, share_bps, decided_by, created_at)
         SELECT $1, COALESCE(MAX(seq), 0) + 1, $2, $3, $4, $5 FROM revenue_agreements WHERE publisher_id = $1",
    )
    .bind(publisher)
    .bind(from)
    .bind(share_bps)
    .bind(admin)
    .bind(Timestamp::now())
    .execute(tx)
    .await?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_no_month_has_any_more_is_not_listed() {
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
    fn a_share_is_between_nothing_and_all() {
        for (bps, is_share) in [(-1, false), (0, true), (3_333, true), (10_000, true), (10_001, false)] {
            assert_eq!(expect_share(bps).is_ok(), is_share, "{bps}");
        }
    }
}
