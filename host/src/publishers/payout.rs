//! Who is paid, and how. It is encrypted for its publisher, and shown again with the account's last digits alone.

use axum::{Json, extract::State};
use garde::Validate;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::{
    membership,
    profile::{self, OwnPublisher},
};
use crate::{
    app::App,
    auth::{self, Confirmed},
    clock::Timestamp,
    db,
    error::Result,
    json::Valid,
    line,
};

const PURPOSE: &str = "publisher-payout";
/// Signs of an account's number that are shown.
const SHOWN: usize = 4;

/// Who is paid, and how.
#[derive(Debug, Serialize, Deserialize, Validate, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Payout {
    /// Whoever sends the invoice.
    #[serde(deserialize_with = "line::required")]
    #[garde(length(chars, min = 1, max = 200))]
    #[schema(min_length = 1, max_length = 200)]
    pub legal_name: String,
    #[serde(deserialize_with = "line::required")]
    #[garde(length(chars, min = 1, max = 300))]
    #[schema(min_length = 1, max_length = 300)]
    pub address: String,
    /// Number of the taxpayer, such as the Polish NIP or a VAT id.
    #[serde(deserialize_with = "line::required")]
    #[garde(length(chars, min = 1, max = 40))]
    #[schema(min_length = 1, max_length = 40)]
    pub tax_id: String,
    /// IBAN, or the number of an account as its bank writes it.
    #[serde(deserialize_with = "line::required")]
    #[garde(length(chars, min = 8, max = 50))]
    #[schema(min_length = 8, max_length = 50)]
    pub account: String,
}

/// Who is paid, and how, as it is shown again.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = PublisherPayout)]
pub(super) struct PayoutView {
    legal_name: String,
    address: String,
    tax_id: String,
    /// The last four signs of the account's number.
    account_end: String,
}

impl From<Payout> for PayoutView {
    fn from(payout: Payout) -> Self {
        let end = payout.account.chars().count().saturating_sub(SHOWN);
        Self {
            account_end: payout.account.chars().skip(end).collect(),
            legal_name: payout.legal_name,
            address: payout.address,
            tax_id: payout.tax_id,
        }
    }
}

/// What was sealed for a publisher; none where the server has another key than the one that sealed it.
pub fn opened(app: &App, publisher: &str, sealed: &str) -> Option<Payout> {
    serde_json::from_slice(&auth::unseal(app, PURPOSE, publisher, sealed)?).ok()
}

/// Say who is paid, and how; owners only
#[utoipa::path(put, path = "/api/publisher/payout", tag = "publishers", request_body = Payout, responses(
    (status = 200, body = OwnPublisher), (status = 409, description = "The account is no publisher"),
    (status = 423, description = "The password is to be confirmed first")))]
pub(super) async fn put_payout(
    State(app): State<App>,
    Confirmed(user): Confirmed,
    Valid(payout): Valid<Payout>,
) -> Result<Json<OwnPublisher>> {
    let mut tx = app.db.write().await?;
    let publisher = membership::expect_owner(&mut tx, &user.id).await?;
    let sealed = auth::seal(&app, PURPOSE, &publisher, &serde_json::to_vec(&payout)?)?;
    db::query("UPDATE publisher_profiles SET payout = $2, updated_at = $3 WHERE publisher_id = $1")
        .bind(&publisher)
        .bind(sealed)
        .bind(Timestamp::now())
        .execute(&mut *tx)
        .await?;
    let own = profile::of(&app, &mut tx, &user.id).await?;
    tx.commit().await?;
    Ok(Json(own))
}
