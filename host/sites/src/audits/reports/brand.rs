//! The name and the logo on the reports of an account.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;

use crate::audits::store::Audit;
use crate::platform::picture::{self, Unusable};
use crate::platform::prelude::*;
use crate::workspace::brand as kits;

/// The longer side of a stored logo: twice its size on paper.
const SIDE: u32 = 480;

/// The name and the logo on reports.
#[derive(Debug, Default, Serialize, ToSchema)]
pub(super) struct AuditBrand {
    /// Empty: the name of the project's brand, or else of the account.
    name: String,
    /// A `data:` address; null without a logo.
    #[schema(required)]
    logo: Option<String>,
}

#[derive(sqlx::FromRow)]
struct Row {
    name: String,
    media_type: Option<String>,
    logo: Option<Vec<u8>>,
}

/// What an account has set.
pub(super) async fn load(conn: &mut Conn, account: &str) -> Result<AuditBrand> {
    let row = db::query_as("SELECT name, media_type, logo FROM audit_brands WHERE account_id = $1");
    let row: Option<Row> = row.bind(account).fetch_optional(conn).await?;
    let brand = |Row { name, media_type, logo }: Row| {
        let logo = media_type.zip(logo);
        let logo = logo.map(|(kind, bytes)| format!("data:{kind};base64,{}", STANDARD.encode(bytes)));
        AuditBrand { name, logo }
    };
    Ok(row.map(brand).unwrap_or_default())
}

/// Whose report it is: the name and the logo.
pub(super) async fn sender(conn: &mut Conn, audit: &Audit) -> Result<(String, Option<String>)> {
    let AuditBrand { name, logo } = load(conn, &audit.account_id).await?;
    if !name.is_empty() {
        return Ok((name, logo));
    }
    let kit = kits::of_project(conn, &audit.account_id, Some(audit.project_id)).await?;
    if let Some(kit) = kit.filter(|kit| !kit.name.is_empty()) {
        return Ok((kit.name, logo));
    }
    let name = db::query_scalar("SELECT name FROM user_profiles WHERE id = $1").bind(&audit.account_id);
    let name: Option<String> = name.fetch_optional(conn).await?;
    Ok((name.unwrap_or_default(), logo))
}

/// The name and the logo on your reports
#[utoipa::path(get, path = "/api/audit-brand", tag = "audits", responses((status = 200, body = AuditBrand)))]
pub(super) async fn get_audit_brand(app: App, user: User) -> Result<Json<AuditBrand>> {
    load(&mut app.db.read().acquire().await?, &user.id).await.map(Json)
}

/// The name on reports.
#[derive(Debug, Deserialize, ToSchema, Validate)]
#[serde(deny_unknown_fields)]
pub(super) struct AuditBrandChange {
    /// Empty: the name of the project's brand, or else of the account.
    #[garde(length(chars, max = 80))]
    #[schema(max_length = 80)]
    name: String,
}

/// Set the name on your reports
#[utoipa::path(put, path = "/api/audit-brand", tag = "audits", request_body = AuditBrandChange, responses((status = 200, body = AuditBrand)))]
pub(super) async fn put_audit_brand(
    app: App,
    user: User,
    Valid(change): Valid<AuditBrandChange>,
) -> Result<Json<AuditBrand>> {
    let mut tx = app.db.write_for(&user.id).await?;
    db::query(
        "INSERT INTO audit_brands (account_id, name, updated_at) VALUES ($1, $2, $3)
         ON CONFLICT (account_id) DO UPDATE SET name = excluded.name, updated_at = excluded.updated_at",
    )
    .binds((&user.id, change.name.trim(), Timestamp::now()))
    .run(&mut tx)
    .await?;
    let brand = load(&mut tx, &user.id).await?;
    committed(tx, Json(brand)).await
}

/// Set the logo on your reports
///
/// The body is the image itself: PNG, JPEG or WebP, detected by its content. It is stored at a small size and without
/// metadata.
#[utoipa::path(put, path = "/api/audit-brand/logo", tag = "audits",
    request_body(content(("image/png"), ("image/jpeg"), ("image/webp"))),
    responses((status = 200, body = AuditBrand), (status = 429, description = "Another conversion of the account is running")))]
pub(super) async fn put_audit_logo(
    app: App,
    user: User,
    headers: HeaderMap,
    body: Body,
) -> Result<Json<AuditBrand>> {
    let most = app.config.avatar_bytes;
    let turn = app.conversions.turn(&user.id).await?;
    let bytes = json::read(&app, &headers, body, most).await.map_err(|problem| {
        let too_large = problem.code() == "request.too-large";
        let message = Text::key("accounts.avatar-too-large").with("max_kb", most / 1024);
        if too_large { Problem::invalid_field("logo", message) } else { problem }
    })?;
    let picture = turn.run(move || picture::encode(&bytes, SIDE)).await?.map_err(|unusable| {
        let key = match unusable {
            Unusable::NotAPicture => "accounts.avatar-not-a-picture",
            Unusable::TooWide => "accounts.avatar-too-wide",
        };
        Problem::invalid_field("logo", Text::key(key))
    })?;
    let mut tx = app.db.write_for(&user.id).await?;
    db::query(
        "INSERT INTO audit_brands (account_id, media_type, logo, updated_at) VALUES ($1, $2, $3, $4)
         ON CONFLICT (account_id) DO UPDATE SET media_type = excluded.media_type, logo = excluded.logo,
             updated_at = excluded.updated_at",
    )
    .binds((&user.id, picture.media_type, picture.content, Timestamp::now()))
    .run(&mut tx)
    .await?;
    let brand = load(&mut tx, &user.id).await?;
    committed(tx, Json(brand)).await
}

/// Delete the logo on your reports
#[utoipa::path(delete, path = "/api/audit-brand/logo", tag = "audits", responses((status = 200, body = AuditBrand)))]
pub(super) async fn delete_audit_logo(app: App, user: User) -> Result<Json<AuditBrand>> {
    let mut tx = app.db.write_for(&user.id).await?;
    db::query(
        "UPDATE audit_brands SET media_type = NULL, logo = NULL, updated_at = $2 WHERE account_id = $1",
    )
    .binds((&user.id, Timestamp::now()))
    .run(&mut tx)
    .await?;
    let brand = load(&mut tx, &user.id).await?;
    committed(tx, Json(brand)).await
}
