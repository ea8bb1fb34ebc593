//! The settings as administrators read and change them.

use super::settings::HIDEABLE;
use super::{Operator, Settings, logo_of, read, settings};
use crate::messages::audit_log::{ByAdmin, Subject};
use crate::platform::prelude::*;

/// The settings, and what they may contain.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct SiteView {
    #[serde(flatten)]
    settings: Settings,
    /// Names of the pages that may be hidden.
    hideable: Vec<String>,
}

fn view(settings: Settings) -> Json<SiteView> {
    Json(SiteView { settings, hideable: HIDEABLE.clone() })
}

/// The settings of the public site
#[utoipa::path(get, path = "/api/admin/site", tag = "admin", responses((status = 200, body = SiteView)))]
pub(super) async fn get_site(app: App, _: Admin) -> Json<SiteView> {
    view(Settings::clone(&settings(&app)))
}

/// Change the settings of the public site
///
/// A change of the scripts of others needs a confirmed password, because they run beside the sign-in.
#[utoipa::path(put, path = "/api/admin/site", tag = "admin", request_body = Settings, responses(
    (status = 200, body = SiteView),
    (status = 423, description = "Confirm the password first"),
))]
pub(super) async fn change_site(
    app: App,
    by: ByAdmin,
    locale: Locale,
    Json(edit): Json<Settings>,
) -> Result<Json<SiteView>> {
    let edit = edit.trimmed();
    json::check_as(&edit, locale, || json!(edit))?;
    let mut tx = app.db.write().await?;
    let before = read(&mut tx).await?;
    if (&before.analytics, &before.pixel) != (&edit.analytics, &edit.pixel) {
        auth::expect_confirmed(&app, &by.admin).await?;
    }
    let is_missing = edit.brand.logo.is_some() && logo_of(&mut tx, &edit).await?.is_none();
    refuse_if(is_missing, || Problem::invalid_field("brand.logo", Text::key("site.no-picture")))?;
    db::query(
        "INSERT INTO site_settings (id, settings, updated_at) VALUES (1, $1, $2)
         ON CONFLICT (id) DO UPDATE SET settings = excluded.settings, updated_at = excluded.updated_at",
    )
    .binds((Stored(&edit), Timestamp::now()))
    .run(&mut *tx)
    .await?;
    let subject = Subject::of("site", "site", "");
    by.record(&mut tx, "site.changed", subject, changes(&before, &edit)?).await?;
    tx.commit().await?;
    app.part::<Operator>().changed(&app).await;
    Ok(view(edit))
}

/// The groups of settings that differ, before and after.
fn changes(before: &Settings, after: &Settings) -> Result<Value> {
    let (before, after) = (serde_json::to_value(before)?, serde_json::to_value(after)?);
    let groups = after.as_object().into_iter().flatten();
    let changed = groups.filter(|(group, value)| before[group.as_str()] != **value);
    Ok(changed.map(|(group, value)| (group.clone(), json!([before[group.as_str()], value]))).collect())
}
