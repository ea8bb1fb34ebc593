//! Payout details. They are encrypted for their publisher, and shown later with only the account's last digits.

use super::membership;
use super::profile::{self, OwnPublisher};
use crate::platform::prelude::*;

const PURPOSE: &str = "publisher-payout";
/// Characters of an account number that are shown.
const SHOWN: usize = 4;

/// Payout details.
#[derive(Debug, Serialize, Deserialize, Validate, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Payout {
    /// The issuer of the invoice.
    #[serde(deserialize_with = "single_line::required")]
    #[garde(length(chars, min = 1, max = 200))]
    #[schema(min_length = 1, max_length = 200)]
    pub legal_name: String,
    #[serde(deserialize_with = "single_line::required")]
    #[garde(length(chars, min = 1, max = 300))]
    #[schema(min_length = 1, max_length = 300)]
    pub address: String,
    /// Tax number, such as the Polish NIP or a VAT id.
    #[serde(deserialize_with = "single_line::required")]
    #[garde(length(chars, min = 1, max = 40))]
    #[schema(min_length = 1, max_length = 40)]
    pub tax_id: String,
    /// IBAN, or the account number in the bank's notation.
    #[serde(deserialize_with = "single_line::required")]
    #[garde(length(chars, min = 8, max = 50))]
    #[schema(min_length = 8, max_length = 50)]
    pub account: String,
}

/// Payout details as they are shown later.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = PublisherPayout)]
pub(super) struct PayoutView {
    legal_name: String,
    address: String,
    tax_id: String,
    /// The last four characters of the account number.
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

/// Decrypts a publisher's details; `None` if they were encrypted with another server key.
pub fn opened(app: &App, publisher: &str, sealed: &str) -> Option<Payout> {
    serde_json::from_slice(&auth::unseal(app, PURPOSE, publisher, sealed)?).ok()
}

/// Normalises an account number: a valid IBAN without blanks, and any other number unchanged. A transfer to a
/// mistyped account costs fees and weeks.
fn account(written: String) -> Result<String> {
    let iban: String = written.split_whitespace().collect::<String>().to_ascii_uppercase();
    let [one, two, three, four, ..] = iban.as_bytes() else { return Ok(written) };
    let is_iban = one.is_ascii_alphabetic()
        && two.is_ascii_alphabetic()
        && three.is_ascii_digit()
        && four.is_ascii_digit();
    if !is_iban {
        return Ok(written);
    }
    let typo = || Problem::invalid_field("account", Text::key("publishers.iban"));
    if is_right(&iban) { Ok(iban) } else { Err(typo()) }
}

/// ISO 13616: with the first four characters moved to the end and letters as numbers from 10, the remainder modulo 97
/// is 1.
fn is_right(iban: &str) -> bool {
    if !(15..=34).contains(&iban.len()) {
        return false;
    }
    let signs = iban.chars().cycle().skip(4).take(iban.len());
    let left = signs.map(|sign| sign.to_digit(36)).try_fold(0_u32, |left, digit| {
        let digit = digit?;
        let place = if digit < 10 { 10 } else { 100 };
        Some((left * place + digit) % 97)
    });
    left == Some(1)
}

/// Set the payout details; owners only
#[utoipa::path(put, path = "/api/publisher/payout", tag = "publishers", request_body = Payout, responses(
    (status = 200, body = OwnPublisher), (status = 409, description = "The account has no publisher"),
    (status = 423, description = "Confirm the password first")))]
pub async fn put_payout(
    app: App,
    user: User,
    Valid(mut payout): Valid<Payout>,
) -> Result<Json<OwnPublisher>> {
    auth::expect_confirmed(&app, &user).await?;
    payout.account = account(payout.account)?;
    let mut tx = app.db.write().await?;
    let publisher = membership::expect_owner(&mut tx, &user.id).await?;
    let sealed = auth::seal(&app, PURPOSE, &publisher, &serde_json::to_vec(&payout)?)?;
    let query =
        db::query("UPDATE publisher_profiles SET payout = $2, updated_at = $3 WHERE publisher_id = $1");
    query.binds((&publisher, sealed, Timestamp::now())).execute(&mut *tx).await?;
    let own = profile::of(&app, &mut tx, &user.id).await?;
    committed(tx, Json(own)).await
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_iban_is_validated_and_other_numbers_are_unchanged() {
        let kept = |written: &str| account(written.to_owned()).ok();
        for right in ["PL61109010140000071219812874", "GB82 WEST 1234 5698 7654 32", "no93 8601 1117 947"] {
            let iban = right.replace(' ', "").to_ascii_uppercase();
            assert_eq!(kept(right), Some(iban), "{right}");
        }
        for other in ["021000021 123456789", "12-3456-7890123-00", "A1234567"] {
            assert_eq!(kept(other).as_deref(), Some(other));
        }
        for wrong in [
            "PL61109010140000071219812875",
            "PL16109010140000071219812874",
            "PL6110901014000007121981287",
            "PL61 1090",
            "GB82-WEST-1234-5698-7654-32",
            "PL61109010140000071219812874109010140000",
        ] {
            assert_eq!(kept(wrong), None, "{wrong}");
        }
    }
}
