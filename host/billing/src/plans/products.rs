//! Plans, managed by administrators.

use super::product_edit::ProductEdit;
use super::{FREE, Plan, ToolSets, store, terms};
use crate::messages::audit_log::{ByAdmin, Subject};
use crate::platform::prelude::*;

/// A plan and how many accounts have it.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct Product {
    id: i64,
    /// Accounts that have it.
    subscribers: i64,
    /// Of a plan with all tools: how many of them are closed in the matrix.
    closed_tools: usize,
    #[serde(flatten)]
    edit: ProductEdit,
}

async fn product(conn: &mut Conn, id: i64) -> Result<Product> {
    let plan = store::find(conn, id).await?.ok_or_else(Problem::not_found)?;
    let subscribers = store::subscribers(conn).await?.remove(&id).unwrap_or_default();
    let tools = store::tools(conn).await?;
    let closed_tools = terms::tools_of(conn, &plan).await?.closed();
    Ok(Product { id, subscribers, closed_tools, edit: ProductEdit::of(plan, tools.get(&id)) })
}

/// All plans with their subscribers, those not offered any more last
#[utoipa::path(get, path = "/api/admin/products", tag = "admin", params(Page), responses((status = 200, body = Paged<Product>)))]
pub(super) async fn list_products(app: App, _: Admin, page: Page) -> Result<Json<Paged<Product>>> {
    let mut tx = app.db.read().begin().await?;
    let (plans, tools) = (store::list(&mut tx).await?, store::tools(&mut tx).await?);
    let subscribers = store::subscribers(&mut tx).await?;
    let sets = ToolSets::read(&mut tx).await?;
    drop(tx);
    let view = |plan: Plan| {
        let (id, its) = (plan.id, tools.get(&plan.id));
        let subscribers = subscribers.get(&id).copied().unwrap_or_default();
        let closed_tools = sets.of(&plan).closed();
        Product { id, subscribers, closed_tools, edit: ProductEdit::of(plan, its) }
    };
    Ok(Json(page.cut(plans).map(view)))
}

/// Parses the number of a plan; 404 otherwise.
fn number(id: &str) -> Result<i64> {
    id.parse().map_err(|_| Problem::not_found())
}

/// Create a plan
#[utoipa::path(post, path = "/api/admin/products", tag = "admin", request_body = ProductEdit, responses((status = 201, body = Product)))]
pub(super) async fn create_product(
    app: App,
    by: ByAdmin,
    Valid(edit): Valid<ProductEdit>,
) -> Result<(StatusCode, Json<Product>)> {
    let edit = edit.trimmed();
    edit.check(&app, None, &[])?;
    let mut tx = app.db.write().await?;
    let id = store::new_number(&mut tx).await?;
    store::save(&mut tx, id, &edit).await?;
    let subject = Subject::of("product", id.to_string(), edit.name_en.clone());
    by.record(&mut tx, "product.created", subject, json!({ "to": edit })).await?;
    let made = product(&mut tx, id).await?;
    committed(tx, (StatusCode::CREATED, Json(made))).await
}

/// Change a plan
///
/// Tools and limits apply at once, words and pages from each subscriber's next month on.
#[utoipa::path(put, path = "/api/admin/products/{id}", tag = "admin", params(("id" = i64, Path)), request_body = ProductEdit,
    responses((status = 200, body = Product)))]
pub(super) async fn change_product(
    app: App,
    by: ByAdmin,
    Path(id): Path<String>,
    Valid(edit): Valid<ProductEdit>,
) -> Result<Json<Product>> {
    let (id, edit) = (number(&id)?, edit.trimmed());
    let mut tx = app.db.write().await?;
    let before = product(&mut tx, id).await?.edit;
    edit.check(&app, Some(id), &before.tools)?;
    store::save(&mut tx, id, &edit).await?;
    let subject = Subject::of("product", id.to_string(), edit.name_en.clone());
    by.record(&mut tx, "product.changed", subject, changes(&before, &edit)?).await?;
    let changed = product(&mut tx, id).await?;
    committed(tx, Json(changed)).await
}

/// The fields that differ, before and after.
fn changes(before: &ProductEdit, after: &ProductEdit) -> Result<serde_json::Value> {
    let (before, after) = (serde_json::to_value(before)?, serde_json::to_value(after)?);
    let fields = after.as_object().into_iter().flatten();
    let changed = fields.filter(|(field, value)| before[field.as_str()] != **value);
    Ok(changed.map(|(field, value)| (field.clone(), json!([before[field.as_str()], value]))).collect())
}

/// Delete a plan without subscribers
#[utoipa::path(delete, path = "/api/admin/products/{id}", tag = "admin", params(("id" = i64, Path)),
    responses((status = 204), (status = 409, description = "An account has it or requests it, or it is the free plan")))]
pub(super) async fn delete_product(app: App, by: ByAdmin, Path(id): Path<String>) -> Result<Response> {
    let id = number(&id)?;
    refuse_if(id == FREE, || Problem::conflict("plans.free-stays"))?;
    let mut tx = app.db.write().await?;
    let gone = product(&mut tx, id).await?;
    let asked = db::query_scalar(
        "SELECT EXISTS (SELECT 1 FROM plan_requests WHERE product_id = $1 AND state = 'open')",
    );
    let asked: bool = asked.bind(id).fetch_one(&mut *tx).await?;
    refuse_if(gone.subscribers > 0 || asked, || Problem::conflict("plans.in-use"))?;
    store::delete(&mut tx, id).await?;
    let subject = Subject::of("product", id.to_string(), gone.edit.name_en.clone());
    by.record(&mut tx, "product.deleted", subject, json!({ "from": gone.edit })).await?;
    committed(tx, no_content()).await
}
