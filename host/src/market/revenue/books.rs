//! Publishers' shares and balances, as administrators see them.

use axum::{
    Json,
    extract::{Path, Query, State},
};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use super::{
    Currency,
    agreements::{self, Agreement},
    ledger::{self, Balance, Entry},
    month::Month,
};
use crate::platform::{
    app::App,
    auth::Admin,
    db::{self, Conn},
    error::Result,
    page::{Page, Paged},
};

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
pub(super) async fn of(conn: &mut Conn, publisher: &str) -> Result<Book> {
    let name = super::name_of(conn, publisher).await?;
    let agreements = agreements::list(conn, publisher).await?;
    Ok(Book {
        id: publisher.to_owned(),
        name,
        share_bps: agreements::share_in(&agreements, Month::now()),
        agreements: agreements::standing(agreements),
        balances: ledger::balances(conn, publisher).await?,
        has_payout: has_payout(conn, publisher).await?,
    })
}

/// Whether payout details of a publisher are set.
pub(super) async fn has_payout(conn: &mut Conn, publisher: &str) -> Result<bool> {
    let has = db::query_scalar("SELECT EXISTS (SELECT 1 FROM publisher_payouts WHERE publisher_id = $1)");
    Ok(has.bind(publisher).fetch_one(conn).await?)
}

/// Publishers with their shares and balances
#[utoipa::path(get, path = "/api/admin/revenue/publishers", tag = "admin", params(Page), responses((status = 200, body = Paged<Book>)))]
pub(super) async fn list_books(State(app): State<App>, _: Admin, page: Page) -> Result<Json<Paged<Book>>> {
    let mut tx = app.db.read().begin().await?;
    let total = db::query_scalar("SELECT count(*) FROM publisher_names").fetch_one(&mut *tx).await?;
    let ids: Vec<String> = db::query_scalar("SELECT id FROM publisher_names ORDER BY id LIMIT $1 OFFSET $2")
        .bind(page.limit())
        .bind(page.offset())
        .fetch_all(&mut *tx)
        .await?;
    let mut books = Vec::with_capacity(ids.len());
    for id in ids {
        books.push(of(&mut tx, &id).await?);
    }
    Ok(Json(page.of(books, total)))
}

/// One publisher's share and balances
#[utoipa::path(get, path = "/api/admin/revenue/publishers/{id}", tag = "admin", params(("id" = String, Path)), responses((status = 200, body = Book)))]
pub(super) async fn get_book(State(app): State<App>, _: Admin, Path(id): Path<String>) -> Result<Json<Book>> {
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
pub(super) async fn list_entries(
    State(app): State<App>,
    _: Admin,
    Path(id): Path<String>,
    Query(filter): Query<EntryFilter>,
    page: Page,
) -> Result<Json<Paged<Entry>>> {
    let mut tx = app.db.read().begin().await?;
    super::name_of(&mut tx, &id).await?;
    let (entries, total) = ledger::list(&mut tx, &id, filter.currency, page).await?;
    Ok(Json(page.of(entries, total)))
}
