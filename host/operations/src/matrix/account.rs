//! Exceptions: for one account and one tool, with a reason and an optional end.

use super::change::check_ceilings;
use crate::billing::plans::exceptions::{self, ExceptionAccount, ToolException, Wanted};
use crate::billing::plans::{Access, Ceilings};
use crate::catalogue::tools::Tools;
use crate::messages::audit_log::{ByAdmin, Subject};
use crate::platform::prelude::*;

/// An exception with the tool's name.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct UserTool {
    /// Name of the tool in the reader's language; its id if it is not installed any more.
    name: String,
    #[serde(flatten)]
    exception: ToolException,
}

/// An exception with its account.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct AccountException {
    account: ExceptionAccount,
    #[serde(flatten)]
    exception: ToolException,
}

/// The exceptions of an account, including expired ones
#[utoipa::path(get, path = "/api/admin/users/{id}/tools", tag = "admin", params(("id" = String, Path, description = "Id of the user"), Page),
    responses((status = 200, body = Paged<UserTool>)))]
pub(super) async fn list_user_tools(
    app: App,
    _: Admin,
    locale: Locale,
    Path(id): Path<String>,
    page: Page,
) -> Result<Json<Paged<UserTool>>> {
    let mut tx = app.db.read().begin().await?;
    users::expect(&mut tx, &id).await?;
    let all = exceptions::all_of(&mut tx, &id).await?;
    drop(tx);
    let shelf = app.part::<Tools>().shelf();
    let named =
        |exception: ToolException| UserTool { name: shelf.name_of(&exception.tool, locale), exception };
    Ok(Json(page.cut(all).map(named)))
}

/// The accounts with an exception for a tool, latest first
#[utoipa::path(get, path = "/api/admin/matrix/{tool}/exceptions", tag = "admin", params(("tool" = String, Path), Page),
    responses((status = 200, body = Paged<AccountException>)))]
pub(super) async fn list_tool_exceptions(
    app: App,
    _: Admin,
    Path(tool): Path<String>,
    page: Page,
) -> Result<Json<Paged<AccountException>>> {
    refuse_if(app.part::<Tools>().shelf().any(&tool).is_none(), Problem::not_found)?;
    let mut tx = app.db.read().begin().await?;
    let view = |(account, exception)| AccountException { account, exception };
    Ok(Json(exceptions::all_for(&mut tx, &tool, page).await?.map(view)))
}

/// An exception to set.
#[derive(Debug, Deserialize, Validate, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct ExceptionEdit {
    /// Absent to follow the plan.
    #[serde(default)]
    #[garde(skip)]
    access: Option<Access>,
    /// Replaces the plan's limits; absent to keep them.
    #[serde(default)]
    #[garde(dive)]
    ceilings: Option<Ceilings>,
    /// The reason, for administrators.
    #[serde(default, deserialize_with = "trimmed")]
    #[garde(required, inner(length(chars, max = 500)))]
    #[schema(required, value_type = String, min_length = 1, max_length = 500)]
    reason: Option<String>,
    /// When the exception ends, in RFC 3339; absent for no end.
    #[serde(default)]
    #[garde(inner(length(chars, max = 40)))]
    #[schema(value_type = Option<String>, format = DateTime)]
    ends_at: Option<String>,
}

impl ExceptionEdit {
    fn end(&self) -> Result<Option<Timestamp>> {
        let Some(text) = &self.ends_at else { return Ok(None) };
        let end = Timestamp::of_rfc3339(text);
        let end =
            end.ok_or_else(|| Problem::invalid_field("ends_at", Text::key("validation.wrong-format")))?;
        let is_over = end <= Timestamp::now();
        refuse_if(is_over, || Problem::invalid_field("ends_at", Text::key("ceilings.end-is-over")))?;
        Ok(Some(end))
    }
}

/// Set an account's exception for a tool: grant it, deny it, or change its limits
#[utoipa::path(put, path = "/api/admin/users/{id}/tools/{tool}", tag = "admin", params(("id" = String, Path, description = "Id of the user"), ("tool" = String, Path)),
    request_body = ExceptionEdit, responses((status = 200, body = UserTool)))]
pub(super) async fn put_user_tool(
    app: App,
    by: ByAdmin,
    locale: Locale,
    Path((id, tool)): Path<(String, String)>,
    Valid(edit): Valid<ExceptionEdit>,
) -> Result<Json<UserTool>> {
    let shelf = app.part::<Tools>().shelf();
    let mut tx = app.db.write().await?;
    expect_reach(&mut tx, &by.admin, &id).await?;
    users::expect(&mut tx, &id).await?;
    let known = shelf.any(&tool).ok_or_else(Problem::not_found)?;
    let is_empty = edit.access.is_none() && edit.ceilings.is_none();
    refuse_if(is_empty, || Problem::invalid_field("access", Text::key("ceilings.nothing-excepted")))?;
    if let Some(ceilings) = &edit.ceilings {
        check_ceilings(&app, ceilings, Some(known))?;
    }
    let wanted = Wanted {
        access: edit.access,
        ceilings: edit.ceilings.as_ref(),
        reason: edit.reason.as_deref().unwrap_or_default(),
        ends_at: edit.end()?,
    };
    let details = json!({
        "tool": tool, "access": edit.access, "ceilings": edit.ceilings, "reason": edit.reason,
        "ends_at": wanted.ends_at,
    });
    exceptions::save(&mut tx, &id, &tool, wanted).await?;
    by.record(&mut tx, "user.tool-excepted", Subject::user(&id), details).await?;
    let saved = exceptions::find(&mut tx, &id, &tool).await?.ok_or_else(Problem::not_found)?;
    committed(tx, Json(UserTool { name: shelf.name_of(&tool, locale), exception: saved })).await
}

/// Delete an exception
#[utoipa::path(delete, path = "/api/admin/users/{id}/tools/{tool}", tag = "admin", params(("id" = String, Path, description = "Id of the user"), ("tool" = String, Path)),
    responses((status = 204)))]
pub(super) async fn delete_user_tool(
    app: App,
    by: ByAdmin,
    Path((id, tool)): Path<(String, String)>,
) -> Result<Response> {
    let mut tx = app.db.write().await?;
    expect_reach(&mut tx, &by.admin, &id).await?;
    users::expect(&mut tx, &id).await?;
    refuse_if(!exceptions::delete(&mut tx, &id, &tool).await?, Problem::not_found)?;
    let details = json!({ "tool": tool });
    by.record(&mut tx, "user.tool-unexcepted", Subject::user(&id), details).await?;
    committed(tx, no_content()).await
}
