//! Administrators' entries in a publisher's ledger: corrections, transfers, and returned transfers. Each contains the
//! last entry that its author saw, so that none is entered twice, or by two administrators at once.

use super::books::{self, Book};
use super::ledger::{self, Kind, New};
use super::month::{Day, Month};
use super::{Currency, MOST, notices};
use crate::messages::audit_log::{ByAdmin, Subject};
use crate::messages::notifications::NotificationKind;
use crate::platform::auth::role_now;
use crate::platform::prelude::*;

const REASON_CHARS: usize = 500;
const REFERENCE_CHARS: usize = 80;

/// A publisher's ledger, and the author of an entry.
struct EntryChange<'a> {
    app: &'a App,
    tx: Tx,
    publisher: String,
    name: String,
    by: &'a ByAdmin,
}

impl<'a> EntryChange<'a> {
    async fn begin(app: &'a App, by: &'a ByAdmin, publisher: String) -> Result<Self> {
        let mut tx = app.db.write().await?;
        role_now(&mut tx, &by.admin).await?;
        let name = super::name_of(&mut tx, &publisher).await?;
        Ok(Self { app, tx, publisher, name, by })
    }

    /// Adds the entry, logs it in the audit log and notifies the publisher; `known` is the error if the entry exists.
    async fn write(
        mut self,
        currency: Currency,
        new: New<'_>,
        said: (&str, &str),
        known: Problem,
    ) -> Result<(StatusCode, Json<Book>)> {
        let (kind, amount) = (new.kind, new.amount);
        refuse_if(!ledger::append(&mut self.tx, &self.publisher, currency, new).await?, || known)?;
        let (action, notice) = match kind {
            Kind::Payout => ("revenue.paid", NotificationKind::RevenuePaid),
            Kind::PayoutReturned => ("revenue.returned", NotificationKind::RevenueReturned),
            Kind::Adjustment | Kind::Accrual => ("revenue.adjusted", NotificationKind::RevenueAdjusted),
        };
        let (what, text) = said;
        let details = json!({ "currency": currency, "amount": amount, what: text });
        let subject = Subject::of("publisher", &self.publisher, &self.name);
        self.by.record(&mut self.tx, action, subject, details).await?;
        // The notice of a transfer shows the amount received.
        let amount = if kind == Kind::Payout { -amount } else { amount };
        let params = params([("sum", notices::sum(currency, amount)), (what, text.into())]);
        notices::owners(self.app, &mut self.tx, &self.publisher, notice, &params).await?;
        let book = books::of(&mut self.tx, &self.publisher).await?;
        self.tx.commit().await?;
        Ok((StatusCode::CREATED, Json(book)))
    }
}

/// A correction.
#[derive(Debug, Deserialize, Validate, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct RevenueAdjustment {
    #[garde(skip)]
    #[schema(inline)]
    currency: Currency,
    /// Cents or grosze, negative to deduct; not 0.
    #[garde(range(min = -MOST, max = MOST))]
    #[schema(minimum = -1_000_000_000_000_i64, maximum = 1_000_000_000_000_i64)]
    amount: i64,
    /// The reason, which the publisher reads.
    #[serde(deserialize_with = "single_line::required")]
    #[garde(length(chars, min = 1, max = REASON_CHARS))]
    #[schema(min_length = 1, max_length = 500)]
    reason: String,
    /// `seq` of the last entry seen in this currency; 0 if there was none.
    #[garde(skip)]
    seq: i64,
}

/// Correct a balance
#[utoipa::path(post, path = "/api/admin/revenue/publishers/{id}/adjustments", tag = "admin", params(("id" = String, Path)),
    request_body = RevenueAdjustment, responses(
        (status = 201, body = Book), (status = 409, description = "Another change was saved since"),
        (status = 423, description = "Confirm the password first")))]
pub async fn adjust(
    app: App,
    by: ByAdmin,
    Id(id): Id,
    Valid(new): Valid<RevenueAdjustment>,
) -> Result<(StatusCode, Json<Book>)> {
    auth::expect_confirmed(&app, &by.admin).await?;
    let RevenueAdjustment { currency, amount, reason, seq } = new;
    let mut change = EntryChange::begin(&app, &by, id).await?;
    refuse_if(amount == 0, || Problem::invalid_field("amount", Text::key("revenue.not-nothing")))?;
    ledger::expect_unmoved(&mut change.tx, &change.publisher, currency, seq).await?;
    let entry = New { reason: Some(&reason), ..New::of(Kind::Adjustment, amount, &by.admin.id) };
    let known = Problem::conflict("revenue.moved");
    change.write(currency, entry, ("reason", &reason), known).await
}

/// A completed transfer.
#[derive(Debug, Deserialize, Validate, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct RevenuePayout {
    #[garde(skip)]
    #[schema(inline)]
    currency: Currency,
    /// Cents or grosze; no more than the balance.
    #[garde(range(min = 1, max = MOST))]
    #[schema(minimum = 1, maximum = 1_000_000_000_000_i64)]
    amount: i64,
    /// The bank's reference; unique.
    #[serde(deserialize_with = "single_line::required")]
    #[garde(length(chars, min = 1, max = REFERENCE_CHARS))]
    #[schema(min_length = 1, max_length = 80)]
    reference: String,
    /// The day of the transfer.
    #[garde(skip)]
    #[schema(example = "2026-11-30", format = Date)]
    paid_on: String,
    /// `seq` of the last entry seen in this currency.
    #[garde(skip)]
    seq: i64,
}

/// Enter a payout to a publisher
#[utoipa::path(post, path = "/api/admin/revenue/publishers/{id}/payouts", tag = "admin", params(("id" = String, Path)),
    request_body = RevenuePayout, responses(
        (status = 201, body = Book), (status = 409, description = "Another change was saved since"),
        (status = 423, description = "Confirm the password first")))]
pub async fn record_payout(
    app: App,
    by: ByAdmin,
    Id(id): Id,
    Valid(new): Valid<RevenuePayout>,
) -> Result<(StatusCode, Json<Book>)> {
    auth::expect_confirmed(&app, &by.admin).await?;
    let RevenuePayout { currency, amount, reference, paid_on, seq } = new;
    let mut change = EntryChange::begin(&app, &by, id).await?;
    let balance = ledger::expect_unmoved(&mut change.tx, &change.publisher, currency, seq).await?;
    refuse_if(amount > balance, || Problem::invalid_field("amount", Text::key("revenue.more-than-balance")))?;
    let day = past_day(&paid_on, super::first_month(&mut change.tx, &change.publisher).await?)?;
    let entry = New {
        reference: Some(&reference),
        paid_on: Some(day),
        ..New::of(Kind::Payout, -amount, &by.admin.id)
    };
    let known = Problem::invalid_field("reference", Text::key("revenue.reference-known"));
    change.write(currency, entry, ("reference", &reference), known).await
}

/// A past or current day, not before the publisher's first month. The day may have begun in the administrator's time
/// zone and not in UTC.
fn past_day(text: &str, first: Month) -> Result<Day> {
    let wrong = |key| Problem::invalid_field("paid_on", Text::key(key));
    let day = Day::parse(text).ok_or_else(|| wrong("validation.wrong-format"))?;
    refuse_if(day.0 > Timestamp::now().day() + 1, || wrong("revenue.day-to-come"))?;
    let early = Text::key("revenue.day-early").with("month", first.said());
    refuse_if(day.0 < first.first_day(), || Problem::invalid_field("paid_on", early))?;
    Ok(day)
}

/// A returned transfer.
#[derive(Debug, Deserialize, Validate, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct RevenueReturn {
    #[garde(skip)]
    #[schema(inline)]
    currency: Currency,
    /// `seq` of the transfer.
    #[garde(skip)]
    payout: i64,
    /// The bank's reason; the publisher reads it.
    #[serde(deserialize_with = "single_line::required")]
    #[garde(length(chars, min = 1, max = REASON_CHARS))]
    #[schema(min_length = 1, max_length = 500)]
    reason: String,
}

/// Enter a returned transfer, which restores the balance
#[utoipa::path(post, path = "/api/admin/revenue/publishers/{id}/returns", tag = "admin", params(("id" = String, Path)),
    request_body = RevenueReturn, responses(
        (status = 201, body = Book), (status = 404, description = "There is no such transfer"),
        (status = 409, description = "The transfer was returned already"), (status = 423, description = "Confirm the password first")))]
pub async fn record_return(
    app: App,
    by: ByAdmin,
    Id(id): Id,
    Valid(new): Valid<RevenueReturn>,
) -> Result<(StatusCode, Json<Book>)> {
    auth::expect_confirmed(&app, &by.admin).await?;
    let RevenueReturn { currency, payout, reason } = new;
    let mut change = EntryChange::begin(&app, &by, id).await?;
    let paid = paid(&mut change.tx, &change.publisher, currency, payout).await?;
    let entry = New {
        reason: Some(&reason),
        returns: Some(payout),
        ..New::of(Kind::PayoutReturned, paid, &by.admin.id)
    };
    let known = Problem::conflict("revenue.returned-before");
    change.write(currency, entry, ("reason", &reason), known).await
}

/// The amount of a transfer; 404 if the entry is not a transfer.
async fn paid(conn: &mut Conn, publisher: &str, currency: Currency, seq: i64) -> Result<i64> {
    let entry = ledger::find(conn, publisher, currency, seq).await?;
    if entry.kind == Kind::Payout { Ok(-entry.amount) } else { Err(Problem::not_found()) }
}
