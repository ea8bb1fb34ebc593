//! A publisher as its own members see it.

use url::Url;

use super::TERMS;
use super::membership::{self, MemberRole};
use super::payout::{self, PayoutView};
use crate::platform::prelude::*;
use crate::registry::{self, PublisherKey, PublisherLevel};

const WEBSITE_BYTES: usize = 500;

/// The reader's publisher.
#[derive(Debug, Serialize, ToSchema, sqlx::FromRow)]
#[schema(as = OwnPublisherProfile)]
struct Profile {
    #[schema(example = "acme")]
    id: String,
    name: String,
    /// The level of its signature; administrators set it.
    level: PublisherLevel,
    contact: String,
    #[schema(required)]
    website: Option<String>,
    /// ISO 3166-1.
    #[schema(example = "PL")]
    country: String,
    #[sqlx(skip)]
    keys: Vec<PublisherKey>,
    /// The reader's role.
    role: MemberRole,
    /// Payout details; null if not set, and for members who are not owners.
    #[schema(required)]
    #[sqlx(skip)]
    payout: Option<PayoutView>,
    /// The accepted version of the terms.
    terms: i64,
    terms_accepted_at: Timestamp,
    created_at: Timestamp,
}

/// The publisher of the account, if any.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct OwnPublisher {
    /// Null if there is none.
    #[schema(required)]
    publisher: Option<Profile>,
    /// The current version of the terms.
    terms: i64,
}

#[derive(sqlx::FromRow)]
struct Row {
    #[sqlx(flatten)]
    profile: Profile,
    /// Encrypted.
    payout: Option<String>,
}

async fn row(conn: &mut Conn, account: &str) -> Result<Option<Row>> {
    let row = db::query_as(
        "SELECT p.id, p.name, p.level, f.contact, f.website, f.country, f.payout, f.terms, f.terms_accepted_at, f.created_at, m.role
         FROM publisher_members m JOIN publisher_profiles f ON f.publisher_id = m.publisher_id JOIN publisher_names p ON p.id = m.publisher_id
         WHERE m.account_id = $1",
    );
    Ok(row.bind(account).fetch_optional(conn).await?)
}

/// The publisher of an account, or that there is none.
pub async fn of(app: &App, conn: &mut Conn, account: &str) -> Result<OwnPublisher> {
    let Some(Row { mut profile, payout }) = row(conn, account).await? else {
        return Ok(OwnPublisher { publisher: None, terms: TERMS });
    };
    profile.keys = registry::keys_of(conn, &profile.id).await?;
    let sealed = payout.filter(|_| profile.role == MemberRole::Owner);
    let payout = sealed.and_then(|sealed| payout::opened(app, &profile.id, &sealed));
    profile.payout = payout.map(PayoutView::from);
    Ok(OwnPublisher { publisher: Some(profile), terms: TERMS })
}

/// The id of an account's publisher; 409 if there is none.
pub async fn expect(conn: &mut Conn, account: &str) -> Result<String> {
    let own = super::store::publisher_of(conn, account).await?;
    own.ok_or_else(|| Problem::conflict("publishers.none"))
}

/// Your publisher
#[utoipa::path(get, path = "/api/publisher", tag = "publishers", responses((status = 200, body = OwnPublisher)))]
pub async fn get_publisher(app: App, user: User) -> Result<Json<OwnPublisher>> {
    of(&app, &mut app.db.read().acquire().await?, &user.id).await.map(Json)
}

/// The changes; absent fields keep their value.
#[derive(Debug, Deserialize, Validate, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = OwnPublisherEdit)]
pub(super) struct PublisherEdit {
    #[serde(default, deserialize_with = "single_line::written")]
    #[garde(inner(length(chars, min = 1, max = 120)))]
    #[schema(min_length = 1, max_length = 120)]
    name: Option<String>,
    #[serde(default)]
    #[garde(inner(email, length(max = 254)))]
    #[schema(format = Email, max_length = 254)]
    contact: Option<String>,
    /// Empty for none.
    #[serde(default, deserialize_with = "single_line::written")]
    #[garde(inner(length(max = 500)))]
    #[schema(max_length = 500)]
    website: Option<String>,
    #[serde(default)]
    #[garde(skip)]
    #[schema(example = "PL")]
    country: Option<String>,
    /// The current version of the terms, to accept it.
    #[serde(default)]
    #[garde(skip)]
    terms: Option<i64>,
}

/// Change your publisher; owners only
#[utoipa::path(patch, path = "/api/publisher", tag = "publishers", request_body = PublisherEdit,
    responses((status = 200, body = OwnPublisher), (status = 409, description = "The account has no publisher")))]
pub async fn edit_publisher(
    app: App,
    user: User,
    Valid(edit): Valid<PublisherEdit>,
) -> Result<Json<OwnPublisher>> {
    auth::refuse_impersonator(&user)?;
    let site = check(&edit)?;
    // The catalogue shows the name.
    let mut change = registry::Change::begin(&app, "rename").await?;
    let tx = &mut change.tx;
    let publisher = membership::expect_owner(tx, &user.id).await?;
    if let Some(name) = &edit.name {
        super::register::expect_unlike_others(tx, &publisher, None, name).await?;
    }
    let now = Timestamp::now();
    if let Some(name) = &edit.name {
        registry::rename_publisher(tx, &publisher, name).await?;
    }
    db::query(
        "UPDATE publisher_profiles SET contact = COALESCE($2, contact), website = CASE WHEN $3 THEN $4 ELSE website END,
             country = COALESCE($5, country), terms = COALESCE($6, terms),
             terms_accepted_at = CASE WHEN $7 THEN $8 ELSE terms_accepted_at END, updated_at = $8 WHERE publisher_id = $1",
    )
    .binds((&publisher, edit.contact.as_deref().map(str::trim), edit.website.is_some(), site))
    .binds((edit.country.as_deref(), edit.terms, edit.terms.is_some(), now))
    .execute(&mut **tx)
    .await?;
    let own = of(&app, tx, &user.id).await?;
    change.finish(&[]).await?;
    Ok(Json(own))
}

fn check(edit: &PublisherEdit) -> Result<Option<String>> {
    let mut errors = FieldErrors::new();
    let mut wrong = |field: &str, key| drop(errors.insert(field.to_owned(), vec![Text::key(key)]));
    if edit.country.as_deref().is_some_and(|code| !country(code)) {
        wrong("country", "publishers.country");
    }
    if edit.terms.is_some_and(|terms| terms != TERMS) {
        wrong("terms", "publishers.terms");
    }
    if edit.name.as_deref().is_some_and(registry::looks_ours) {
        wrong("name", "publishers.looks-ours");
    }
    let site = edit.website.as_deref().filter(|text| !text.is_empty()).map(website);
    if site == Some(None) {
        wrong("website", "validation.url");
    }
    if errors.is_empty() { Ok(site.flatten()) } else { Err(Problem::invalid(errors)) }
}

/// Whether this is an ISO 3166-1 country code.
pub fn country(code: &str) -> bool {
    code.len() == 2 && code.bytes().all(|byte| byte.is_ascii_uppercase())
}

/// Normalises a web address; `None` if it is not one.
pub fn website(text: &str) -> Option<String> {
    let url = Url::parse(text).ok()?;
    let is_plain =
        matches!(url.scheme(), "http" | "https") && url.username().is_empty() && url.password().is_none();
    // Characters outside ASCII become longer.
    let text = url.to_string();
    (is_plain && text.len() <= WEBSITE_BYTES && url.host_str()?.contains('.')).then_some(text)
}

/// For the export of a user's data.
pub fn own_files<'a>(conn: &'a mut Conn, account: &'a str) -> BoxFuture<'a, Result<Vec<File>>> {
    Box::pin(async move {
        let Some(Row { profile, .. }) = row(conn, account).await? else { return Ok(Vec::new()) };
        let profile = serde_json::json!({
            "id": profile.id, "name": profile.name, "contact": profile.contact, "website": profile.website, "country": profile.country, "role": profile.role,
            "terms": profile.terms, "terms_accepted_at": profile.terms_accepted_at, "created_at": profile.created_at,
        });
        Ok(vec![File::json("publisher.json", &profile)?])
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_website_is_a_web_address() {
        assert_eq!(website("https://acme.example").as_deref(), Some("https://acme.example/"));
        let long = format!("https://acme.example/{}", "ż".repeat(100));
        assert_eq!(website(&long), None);
        for wrong in ["acme", "javascript:alert(1)", "https://localhost", "https://a:b@acme.example", ""] {
            assert_eq!(website(wrong), None, "{wrong}");
        }
    }
}
