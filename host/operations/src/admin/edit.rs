//! Administrators' changes to a user: name, verification of the address, role, suspension.

use crate::messages::audit_log::{self, Actor, ByAdmin, Subject};
use crate::people::accounts;
use crate::platform::json::expect_filled;
use crate::platform::prelude::*;

use super::one_user::{self, AdminUser};
use super::target::{self, Target};

/// The changes; absent fields keep their value.
#[derive(Deserialize, Validate, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct UserEditByAdmin {
    #[serde(default, deserialize_with = "single_line::written")]
    #[garde(inner(length(chars, max = 120)))]
    name: Option<String>,
    /// `true` marks the address as verified; it cannot be undone.
    #[garde(skip)]
    email_verified: Option<bool>,
    /// Only a super-administrator changes roles.
    #[garde(skip)]
    role: Option<Role>,
}

/// Change a user's name, role, or verification
#[utoipa::path(patch, path = "/api/admin/users/{id}", tag = "admin", request_body = UserEditByAdmin,
    params(("id" = String, Path, description = "Id of the user")), responses(
    (status = 200, body = AdminUser),
    (status = 409, description = "The address belongs to another account"),
    (status = 423, description = "Confirm the password first to change the role"),
))]
pub(super) async fn edit_user(
    app: App,
    by: ByAdmin,
    Path(id): Path<String>,
    Valid(edit): Valid<UserEditByAdmin>,
) -> Result<Json<AdminUser>> {
    let unverifies = edit.email_verified == Some(false);
    refuse_if(unverifies, || Problem::invalid_field("email_verified", Text::key("validation.not-allowed")))?;
    expect_filled("name", edit.name.as_deref())?;
    if edit.role.is_some() {
        auth::expect_confirmed(&app, &by.admin).await?;
    }
    let mut tx = app.db.write().await?;
    let person = target::other(&mut tx, &by.admin, &id).await?;
    let subject = Subject::user(&person.id);
    if let Some(name) = edit.name.filter(|name| *name != person.name) {
        users::set_profile(&mut tx, &person.id, Some(&name), None).await?;
        // Neither name is logged: the log would keep it after the account is deleted.
        by.record(&mut tx, "user.renamed", subject.clone(), json!({})).await?;
    }
    if edit.email_verified == Some(true) && accounts::vouch(&mut tx, &person.id).await? {
        by.record(&mut tx, "user.verified", subject.clone(), json!({})).await?;
    }
    if let Some(role) = edit.role.filter(|role| *role != person.role) {
        change_role(&mut tx, &by.admin, &by.actor, &person, role).await?;
    }
    let changed = one_user::view(&mut tx, &by.admin, &person.id).await?;
    target::forget(&app, &mut tx, &person.id);
    committed(tx, Json(changed)).await
}

async fn change_role(tx: &mut Conn, admin: &User, actor: &Actor, person: &Target, role: Role) -> Result<()> {
    refuse_if(auth::role_now(tx, admin).await? != Role::SuperAdmin, auth::only_super_administrators)?;
    users::set_role(tx, &person.id, role).await?;
    let details = json!({ "from": person.role, "to": role });
    audit_log::record(tx, actor, "user.role-changed", Subject::user(&person.id), details).await
}

/// Suspend a user
///
/// They cannot sign in, and their sessions end.
#[utoipa::path(put, path = "/api/admin/users/{id}/suspension", tag = "admin", params(("id" = String, Path, description = "Id of the user")),
    responses((status = 204, description = "The user is suspended")))]
pub(super) async fn suspend_user(app: App, by: ByAdmin, Path(id): Path<String>) -> Result<Response> {
    let mut tx = app.db.write().await?;
    let person = target::other(&mut tx, &by.admin, &id).await?;
    if person.suspended_at.is_some() {
        return Ok(no_content());
    }
    users::set_suspension(&mut tx, &person.id, Some(Timestamp::now())).await?;
    auth::end_sessions(&app, &mut tx, &person.id, None).await?;
    auth::end_impersonations(&mut tx, &person.id).await?;
    by.record(&mut tx, "user.suspended", Subject::user(&person.id), json!({})).await?;
    target::forget(&app, &mut tx, &person.id);
    committed(tx, no_content()).await
}

/// Lift a user's suspension
#[utoipa::path(delete, path = "/api/admin/users/{id}/suspension", tag = "admin", params(("id" = String, Path, description = "Id of the user")),
    responses((status = 204, description = "The user can sign in again"), (status = 409, description = "The user is not suspended")))]
pub(super) async fn reactivate_user(app: App, by: ByAdmin, Path(id): Path<String>) -> Result<Response> {
    let mut tx = app.db.write().await?;
    let person = target::other(&mut tx, &by.admin, &id).await?;
    refuse_if(person.suspended_at.is_none(), || Problem::conflict("admin.not-suspended"))?;
    users::set_suspension(&mut tx, &person.id, None).await?;
    by.record(&mut tx, "user.reactivated", Subject::user(&person.id), json!({})).await?;
    committed(tx, no_content()).await
}
