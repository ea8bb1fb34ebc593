//! Becoming a publisher.

use sitewright_package::is_kebab;

use super::membership::{self, MemberRole};
use super::profile::{self, OwnPublisher, country, website};
use super::{TERMS, store};
use crate::catalogue::tools::Tools;
use crate::messages::audit_log::{self, Actor, Subject};
use crate::platform::prelude::*;
use crate::registry::{self, PublisherLevel};

/// Ids that could be mistaken for the product's, for its addresses, or for no name.
const RESERVED: &str = "\
    about account admin administrator api app community docs everybody help internal local login me new \
    nobody null official partner partners plugin plugins private publisher publishers root security \
    support system tool tools unknown";

/// A publisher to register.
#[derive(Debug, Deserialize, Validate, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = PublisherToRegister)]
pub(super) struct NewPublisher {
    /// The value of `publisher` in plugin.toml: lower-case words joined by hyphens. It never changes.
    #[garde(length(chars, min = 2, max = 64))]
    #[schema(min_length = 2, max_length = 64, pattern = "^[a-z0-9]+(-[a-z0-9]+)*$", example = "acme")]
    id: String,
    #[serde(deserialize_with = "single_line::required")]
    #[garde(length(chars, min = 1, max = 120))]
    #[schema(min_length = 1, max_length = 120, example = "Acme")]
    name: String,
    /// How reviewers contact the publisher.
    #[garde(email, length(max = 254))]
    #[schema(format = Email, max_length = 254)]
    contact: String,
    /// A full web address.
    #[serde(default, deserialize_with = "single_line::filled")]
    #[garde(inner(length(max = 500)))]
    #[schema(max_length = 500, example = "https://acme.example")]
    website: Option<String>,
    /// ISO 3166-1: two capital letters.
    #[garde(skip)]
    #[schema(example = "PL")]
    country: String,
    /// The accepted version of the terms, which must be the current one.
    #[garde(skip)]
    #[schema(example = 1)]
    terms: i64,
}

/// Become a publisher
///
/// The level is `community` at first; administrators can raise it.
#[utoipa::path(post, path = "/api/publisher", tag = "publishers", request_body = NewPublisher, responses(
    (status = 201, body = OwnPublisher), (status = 409, description = "The account has a publisher already, or the id is taken")))]
pub async fn register_publisher(
    app: App,
    user: User,
    actor: Actor,
    Valid(new): Valid<NewPublisher>,
) -> Result<(StatusCode, Json<OwnPublisher>)> {
    auth::refuse_impersonator(&user)?;
    let checked = check(&new)?;
    let mut tx = app.db.write().await?;
    let is_member = store::publisher_of(&mut tx, &user.id).await?.is_some();
    refuse_if(is_member, || Problem::conflict("publishers.already"))?;
    if let Some(plugin) = used_by(&app, &mut tx, &new.id).await? {
        let taken = Text::key("publishers.taken-by-tool").with("plugin", plugin);
        return Err(Problem::invalid_field("id", taken));
    }
    let is_added = registry::add_publisher(&mut tx, &new.id, &new.name, PublisherLevel::Community).await?;
    refuse_if(!is_added, || Problem::invalid_field("id", Text::key("publishers.taken")))?;
    expect_unlike_others(&mut tx, &new.id, Some(&new.id), &new.name).await?;
    insert(&mut tx, &user.id, &new, checked.as_deref()).await?;
    membership::add(&mut tx, &new.id, &user.id, MemberRole::Owner).await?;
    let subject = Subject::of("publisher", &new.id, &new.name);
    audit_log::record(&mut tx, &actor, "publisher.registered", subject, json!({ "terms": new.terms }))
        .await?;
    let own = profile::of(&app, &mut tx, &user.id).await?;
    committed(tx, (StatusCode::CREATED, Json(own))).await
}

/// Validates the form, reporting all errors; returns the normalised website.
fn check(new: &NewPublisher) -> Result<Option<String>> {
    let mut errors = FieldErrors::new();
    let mut wrong = |field: &str, key| drop(errors.insert(field.to_owned(), vec![Text::key(key)]));
    if !is_kebab(&new.id) {
        wrong("id", "publishers.id");
    } else if RESERVED.split(' ').any(|reserved| reserved == new.id) {
        wrong("id", "publishers.reserved");
    } else if registry::looks_ours(&new.id) {
        wrong("id", "publishers.looks-ours");
    }
    if registry::looks_ours(&new.name) {
        wrong("name", "publishers.looks-ours");
    }
    if !country(&new.country) {
        wrong("country", "publishers.country");
    }
    if new.terms != TERMS {
        wrong("terms", "publishers.terms");
    }
    let site = new.website.as_deref().map(website);
    if site == Some(None) {
        wrong("website", "validation.url");
    }
    if errors.is_empty() { Ok(site.flatten()) } else { Err(Problem::invalid(errors)) }
}

/// Refuses an id or a name that looks like another publisher's.
pub async fn expect_unlike_others(tx: &mut Conn, own: &str, id: Option<&str>, name: &str) -> Result<()> {
    let query = db::query_as("SELECT id, name FROM publisher_names WHERE id <> $1 ORDER BY id");
    let others: Vec<(String, String)> = query.bind(own).fetch_all(tx).await?;
    let mut errors = FieldErrors::new();
    for (field, text) in id.map(|id| ("id", id)).into_iter().chain([("name", name)]) {
        let drawn = registry::drawn(text);
        let is_alike = |other: &&(String, String)| {
            !drawn.is_empty() && (registry::drawn(&other.0) == drawn || registry::drawn(&other.1) == drawn)
        };
        if let Some((_, other)) = others.iter().find(is_alike) {
            errors
                .insert(field.to_owned(), vec![Text::key("publishers.alike").with("other", other.as_str())]);
        }
    }
    if errors.is_empty() { Ok(()) } else { Err(Problem::invalid(errors)) }
}

/// An existing tool with this publisher id, although it is not registered.
async fn used_by(app: &App, tx: &mut Conn, id: &str) -> Result<Option<String>> {
    let bundled = app.part::<Tools>().bundled();
    if let Some(tool) = bundled.values().find(|tool| tool.publisher == id) {
        return Ok(Some(tool.id.clone()));
    }
    let used = db::query_scalar(
        "SELECT p.id FROM plugin_listings p WHERE p.publisher = $1 AND NOT EXISTS (SELECT 1 FROM publisher_names WHERE id = $1) ORDER BY p.id LIMIT 1",
    );
    Ok(used.bind(id).fetch_optional(tx).await?)
}

async fn insert(tx: &mut Conn, account: &str, new: &NewPublisher, website: Option<&str>) -> Result<()> {
    let query = db::query(
        "INSERT INTO publisher_profiles (publisher_id, account_id, contact, website, country, terms, terms_accepted_at, created_at, updated_at)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $7, $7)",
    );
    let query = query.binds((&new.id, account, new.contact.trim(), website, &new.country));
    query.binds((new.terms, Timestamp::now())).run(tx).await
}
