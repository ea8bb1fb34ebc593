//! The share that was agreed with a publisher, from a month on. What holds for a closed month never changes.

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
    months, split, tell,
};
use crate::{
    app::App,
    audit::{self, Actor, Subject},
    auth::Admin,
    clock::Timestamp,
    db::{self, Conn},
    error::{Problem, Result, Text},
    json::Valid,
    notifications::NotificationKind,
};

/// So far ahead a share can be agreed on.
const MONTHS_AHEAD: i64 = 24;

/// A share, and since when it holds.
#[derive(Debug, Clone, Serialize, ToSchema, sqlx::FromRow)]
#[schema(as = RevenueAgreement)]
pub struct Agreement {
    /// Hundredths of a per cent.
    pub share_bps: i64,
    /// The first month that it holds for.
    #[sqlx(rename = "from_month")]
    pub from: Month,
    /// When it was written down.
    pub created_at: Timestamp,
}

/// All that was ever agreed with a publisher, newest first.
pub async fn list(conn: &mut Conn, publisher: &str) -> Result<Vec<Agreement>> {
    let rows = db::query_as(
        "SELECT share_bps, from_month, created_at FROM revenue_agreements WHERE publisher_id = $1 ORDER BY seq DESC",
    );
    Ok(rows.bind(publisher).fetch_all(conn).await?)
}

/// The share that holds for a month, of all that was agreed (newest first); 0 where nothing was.
pub fn share_in(agreements: &[Agreement], month: Month) -> i64 {
    agreements.iter().find(|one| one.from <= month).map_or(0, |one| one.share_bps)
}

/// What is agreed from now on.
#[derive(Debug, Deserialize, Validate, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = NewRevenueAgreement)]
pub(super) struct NewAgreement {
    /// Hundredths of a per cent.
    #[garde(range(min = 0, max = split::WHOLE))]
    #[schema(minimum = 0, maximum = 10_000)]
    share_bps: i64,
    /// The first month that it holds for: none that is closed.
    #[garde(skip)]
    #[schema(example = "2026-12", pattern = "^[0-9]{4}-(0[1-9]|1[0-2])$")]
    from: String,
}

/// Write down the share that was agreed with a publisher
///
/// What was agreed before stays in the list; for a month the newest holds.
#[utoipa::path(post, path = "/api/admin/revenue/publishers/{id}/agreements", tag = "admin", params(("id" = String, Path)),
    request_body = NewAgreement, responses((status = 201, body = Book)))]
pub(super) async fn agree(
    State(app): State<App>,
    Admin(admin): Admin,
    actor: Actor,
    Path(id): Path<String>,
    Valid(new): Valid<NewAgreement>,
) -> Result<(StatusCode, Json<Book>)> {
    let wrong = |key| Problem::invalid_field("from", Text::key(key));
    let from = Month::parse(&new.from).ok_or_else(|| wrong("revenue.month"))?;
    if from > Month::now().plus(MONTHS_AHEAD) {
        return Err(wrong("revenue.month-far"));
    }
    let mut tx = app.db.write().await?;
    let name = super::name_of(&mut tx, &id).await?;
    if months::last_closed(&mut tx).await?.is_some_and(|closed| from <= closed) {
        return Err(wrong("revenue.month-is-closed"));
    }
    // Whoever sends it twice has agreed once.
    let known = list(&mut tx, &id).await?;
    let mut told = Vec::new();
    if known.first().is_none_or(|last| (last.share_bps, last.from) != (new.share_bps, from)) {
        add(&mut tx, &id, from, new.share_bps, &admin.id).await?;
        let details = json!({ "publisher": name, "share_bps": new.share_bps, "from": from });
        audit::record(&mut tx, &actor, "revenue.agreed", Subject::of("publisher", &id, &name), details)
            .await?;
        let params = [("share".to_owned(), tell::percent(new.share_bps)), ("month".to_owned(), from.said())];
        told = tell::publisher(
            &app,
            &mut tx,
            &id,
            NotificationKind::RevenueAgreed,
            params.into_iter().collect(),
        )
        .await?;
    }
    let book = books::of(&mut tx, &id).await?;
    tx.commit().await?;
    told.into_iter().for_each(|told| told.publish(&app));
    Ok((StatusCode::CREATED, Json(book)))
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
