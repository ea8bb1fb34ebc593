//! Due payouts: balances that are large enough, with the payout details. The details are decrypted only here, for an
//! administrator who has just confirmed their identity, and the audit log records each access.

use super::Currency;
use crate::messages::audit_log::{self, Actor, ByConfirmedAdmin, Subject};
use crate::platform::prelude::*;
use crate::publishers;

/// A publisher with a due payout.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = RevenuePayable)]
pub(super) struct Payable {
    publisher: String,
    name: String,
    currency: Currency,
    /// Cents or grosze.
    balance: i64,
    /// `seq` of the last entry.
    seq: i64,
    legal_name: String,
    address: String,
    tax_id: String,
    /// IBAN, or the account number in the bank's notation.
    account: String,
}

#[derive(sqlx::FromRow)]
struct Row {
    id: String,
    name: String,
    balance: i64,
    seq: i64,
    payout: String,
}

const DUE: &str = "publisher_names p JOIN publisher_payouts f ON f.publisher_id = p.id
    JOIN revenue_entries e ON e.publisher_id = p.id AND e.currency = $1 AND e.balance >= $2
        AND e.seq = (SELECT MAX(l.seq) FROM revenue_entries l WHERE l.publisher_id = p.id AND l.currency = $1)";

/// Decrypts the details of due payouts and logs the access. Details that were encrypted with another server key have
/// to be entered again, and are left out.
async fn open(
    app: &App,
    tx: &mut Tx,
    actor: &Actor,
    currency: Currency,
    page: Option<Page>,
) -> Result<Vec<Payable>> {
    let sql = format!(
        "SELECT p.id, p.name, e.balance, e.seq, f.payout FROM {DUE} ORDER BY p.id LIMIT $3 OFFSET $4"
    );
    let query = db::query_as(AssertSqlSafe(sql));
    let query = query.binds((currency, currency.minimum(), page.map_or(i64::MAX, Page::limit)));
    let rows: Vec<Row> = query.bind(page.map_or(0, Page::offset)).fetch_all(&mut **tx).await?;
    let mut payable = Vec::with_capacity(rows.len());
    for Row { id, name, balance, seq, payout } in rows {
        let Some(payout) = publishers::opened(app, &id, &payout) else { continue };
        let publishers::Payout { legal_name, address, tax_id, account } = payout;
        payable.push(Payable {
            publisher: id,
            name,
            currency,
            balance,
            seq,
            legal_name,
            address,
            tax_id,
            account,
        });
    }
    let read: Vec<&str> = payable.iter().map(|one| one.publisher.as_str()).collect();
    if !read.is_empty() {
        let subject = Subject::of("payout-details", currency.code(), currency.code());
        let details = json!({ "publishers": read });
        audit_log::record(tx, actor, "revenue.details-read", subject, details).await?;
    }
    Ok(payable)
}

/// Due payouts, with the payout details
///
/// The audit log records the access.
#[utoipa::path(get, path = "/api/admin/revenue/payable/{currency}", tag = "admin", params(("currency" = Currency, Path), Page), responses(
    (status = 200, body = Paged<Payable>), (status = 423, description = "Confirm the password first")))]
pub async fn list_payable(
    app: App,
    ByConfirmedAdmin(by): ByConfirmedAdmin,
    Id(currency): Id,
    page: Page,
) -> Result<Response> {
    let currency = Currency::of_path(&currency)?;
    let mut tx = app.db.write().await?;
    let sql = format!("SELECT count(*) FROM {DUE}");
    let total = db::query_scalar(AssertSqlSafe(sql)).binds((currency, currency.minimum()));
    let total = total.fetch_one(&mut *tx).await?;
    let payable = open(&app, &mut tx, &by.actor, currency, Some(page)).await?;
    tx.commit().await?;
    Ok(([(header::CACHE_CONTROL, "no-store")], Json(page.of(payable, total))).into_response())
}

/// The same as a table, for the bank
///
/// UTF-8 with a byte order mark, separated by commas, or by semicolons in Polish; opens in Excel. Amounts are written
/// with a point.
#[utoipa::path(get, path = "/api/admin/revenue/payable/{currency}/table.csv", tag = "admin", params(("currency" = Currency, Path)), responses(
    (status = 200, description = "The table", body = Vec<u8>, content_type = "text/csv"),
    (status = 423, description = "Confirm the password first")))]
pub async fn get_payable_table(
    app: App,
    ByConfirmedAdmin(by): ByConfirmedAdmin,
    locale: Locale,
    Id(currency): Id,
) -> Result<Response> {
    let currency = Currency::of_path(&currency)?;
    let mut tx = app.db.write().await?;
    let payable = open(&app, &mut tx, &by.actor, currency, None).await?;
    tx.commit().await?;
    let titles = ["publisher", "name", "legal_name", "address", "tax_id", "account", "currency", "amount"];
    let mut lines = vec![titles.map(str::to_owned).to_vec()];
    lines.extend(payable.into_iter().map(|one| {
        let amount = decimal(one.balance);
        let code = one.currency.code().to_owned();
        vec![one.publisher, one.name, one.legal_name, one.address, one.tax_id, one.account, code, amount]
    }));
    Ok(csv_file::file(
        csv_file::table(lines, csv_file::separator(locale))?,
        &format!("payouts-{}", currency.code()),
    ))
}

/// Formats cents or grosze as a decimal number.
pub fn decimal(amount: i64) -> String {
    let sign = if amount < 0 { "-" } else { "" };
    format!("{sign}{}.{:02}", amount.unsigned_abs() / 100, amount.unsigned_abs() % 100)
}
