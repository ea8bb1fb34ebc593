//! Closing a month: first a preview, then irrevocably.

use super::calculation::{self, Calculation};
use super::ledger::{self, Kind, New};
use super::month::Month;
use super::months::{self, SplitView};
use super::{Currency, MOST, Sums, notices};
use crate::messages::audit_log::{self, Actor, Subject};
use crate::messages::notifications::NotificationKind;
use crate::platform::auth::role_now;
use crate::platform::prelude::*;

/// The net revenue of a month: income from plans, without taxes, refunds and payment fees.
#[derive(Debug, Deserialize, Validate, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct MonthRevenue {
    /// Cents.
    #[garde(range(min = 0, max = MOST))]
    #[schema(minimum = 0, maximum = 1_000_000_000_000_i64)]
    usd: i64,
    /// Grosze.
    #[garde(range(min = 0, max = MOST))]
    #[schema(minimum = 0, maximum = 1_000_000_000_000_i64)]
    pln: i64,
}

/// Preview the split of a month; nothing is stored
#[utoipa::path(post, path = "/api/admin/revenue/months/{month}/preview", tag = "admin", params(("month" = String, Path, example = "2026-11")),
    request_body = MonthRevenue, responses(
        (status = 200, body = SplitView),
        (status = 409, description = "It is closed or not over, or an earlier month is still open")))]
pub async fn preview_month(
    app: App,
    _: Admin,
    locale: Locale,
    Id(month): Id,
    Valid(MonthRevenue { usd, pln }): Valid<MonthRevenue>,
) -> Result<Json<SplitView>> {
    let month = Month::of_path(&month)?;
    let mut tx = app.db.read().begin().await?;
    months::expect_open(&mut tx, month).await?;
    let calculation = calculation::calculate(&mut tx, month, Sums { usd, pln }).await?;
    let digest = calculation.digest()?;
    Ok(Json(SplitView::of(&app, calculation, digest, locale)))
}

/// The confirmation: a revenue, and the digest of its preview.
#[derive(Debug, Deserialize, Validate, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct MonthClosing {
    /// Cents.
    #[garde(range(min = 0, max = MOST))]
    #[schema(minimum = 0, maximum = 1_000_000_000_000_i64)]
    usd: i64,
    /// Grosze.
    #[garde(range(min = 0, max = MOST))]
    #[schema(minimum = 0, maximum = 1_000_000_000_000_i64)]
    pln: i64,
    /// The digest of the preview.
    #[garde(length(max = 64))]
    #[schema(max_length = 64)]
    digest: String,
}

/// Close a month as previewed, irrevocably
#[utoipa::path(post, path = "/api/admin/revenue/months/{month}/close", tag = "admin", params(("month" = String, Path, example = "2026-11")),
    request_body = MonthClosing, responses(
        (status = 200, body = SplitView),
        (status = 409, description = "It is closed or not over, an earlier month is still open, or the figures differ from the preview"),
        (status = 423, description = "Confirm the password first")))]
pub async fn close_month(
    app: App,
    crate::platform::auth::ConfirmedAdmin(admin): crate::platform::auth::ConfirmedAdmin,
    actor: Actor,
    locale: Locale,
    Id(month): Id,
    Valid(MonthClosing { usd, pln, digest }): Valid<MonthClosing>,
) -> Result<Json<SplitView>> {
    let month = Month::of_path(&month)?;
    // Everything in one write transaction: the basis of the figures cannot change before they are stored.
    let mut tx = app.db.write().await?;
    role_now(&mut tx, &admin).await?;
    months::expect_open(&mut tx, month).await?;
    let calculation = calculation::calculate(&mut tx, month, Sums { usd, pln }).await?;
    refuse_if(calculation.digest()? != digest, || Problem::conflict("revenue.preview-old"))?;
    store(&mut tx, &calculation, &digest, &admin).await?;
    accrue(&app, &mut tx, &calculation, &admin.id).await?;
    let details = json!({ "revenue": calculation.revenue, "platform": calculation.platform });
    let subject = Subject::of("month", month.text(), month.text());
    audit_log::record(&mut tx, &actor, "revenue.closed", subject, details).await?;
    tx.commit().await?;
    months::find_closed(&app, month, locale).await.map(Json)
}

async fn store(tx: &mut Conn, calculation: &Calculation, digest: &str, admin: &User) -> Result<()> {
    let Calculation { month, revenue, platform, lines } = calculation;
    let query = db::query(
        "INSERT INTO revenue_months (month, usd, pln, platform_usd, platform_pln, digest, closed_by, closed_at)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8)",
    );
    let query = query.binds((*month, revenue.usd, revenue.pln, platform.usd, platform.pln));
    query.binds((digest, &admin.id, Timestamp::now())).execute(&mut *tx).await?;
    for line in lines {
        db::query(
            "INSERT INTO revenue_lines (month, publisher_id, tool, runs, words, accounts, share_bps, gross_usd, gross_pln, usd, pln)
             VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)",
        )
        .binds((*month, &line.publisher, &line.tool, line.runs, line.words, line.accounts))
        .binds((line.share_bps, line.gross.usd, line.gross.pln, line.amount.usd, line.amount.pln))
        .execute(&mut *tx)
        .await?;
    }
    Ok(())
}

/// Adds each publisher's amount to its ledger, and notifies it.
async fn accrue(app: &App, tx: &mut Conn, calculation: &Calculation, admin: &str) -> Result<()> {
    let month = calculation.month;
    for lines in calculation.lines.chunk_by(|one, other| one.publisher == other.publisher) {
        let publisher = &lines[0].publisher;
        let sums = lines.iter().fold(Sums::default(), |sum, line| sum.plus(line.amount));
        for currency in Currency::ALL {
            let amount = sums.of(currency);
            let new = New { month: Some(month), ..New::of(Kind::Accrual, amount, admin) };
            if amount > 0 && !ledger::append(tx, publisher, currency, new).await? {
                return Err(Problem::internal(anyhow::anyhow!(
                    "{publisher} has a share of {} already",
                    month.text()
                )));
            }
        }
        if sums != Sums::default() {
            let params = params([("month", month.said()), ("sum", notices::sums(sums))]);
            let kind = NotificationKind::RevenueShared;
            notices::owners(app, tx, publisher, kind, &params).await?;
        }
    }
    Ok(())
}
