//! Connections: users' accounts with other systems. Plugins use their secrets without seeing them, and no secret is
//! ever returned: it is encrypted with the server's key, for one host that never changes.

mod applications;
mod rules;
mod store;

use crate::catalogue::tools::{self, Tools};
use crate::messages::realtime;
use crate::platform::prelude::*;
use crate::workspace::projects;

pub use applications::{application_secrets, change_application, opened_application};
pub use store::{
    Opened, Renewal, account_of, begin_renewal, claim, end_renewal, give_up_renewal, opened, opened_one,
    put_secrets,
};

pub const SLICE: Slice = Slice {
    routes,
    tables: &[Table::personal("connections", &["account_id"]), Table::new("applications")],
    personal_data: || Belongings { export: Some(store::own_files), ..Default::default() },
    ..Slice::new("connections")
};

fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(routes!(list_connections, create_connection))
        .routes(routes!(list_connection_kinds))
        .routes(routes!(edit_connection, delete_connection))
}

/// A connection, without its secrets.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct Connection {
    id: String,
    /// The kind of system, as plugins name it.
    #[schema(example = "shoper")]
    kind: String,
    #[schema(example = "Pod Lipą")]
    name: String,
    /// The only host that the secrets are sent to.
    #[schema(example = "sklep.example.pl")]
    host: String,
    /// The account name there; empty if there is none.
    login: String,
    /// The project that it is for; null for all projects.
    #[schema(required)]
    project_id: Option<i64>,
    /// The names of its secrets; their values are never returned.
    secrets: Vec<String>,
    created_at: Timestamp,
    updated_at: Timestamp,
}

/// Connections, newest first
#[utoipa::path(get, path = "/api/connections", tag = "connections", params(Page), responses((status = 200, body = Paged<Connection>)))]
async fn list_connections(app: App, user: User, page: Page) -> Result<Json<Paged<Connection>>> {
    store::list(&app, &user.id, page).await.map(Json)
}

/// A kind of connection, and the tools that use it.
#[derive(Debug, Serialize, ToSchema)]
struct ConnectionKind {
    #[schema(example = "shoper")]
    kind: String,
    /// Their names, in the reader's language.
    tools: Vec<String>,
}

#[derive(Debug, Serialize, ToSchema)]
struct ConnectionKinds {
    /// By kind.
    kinds: Vec<ConnectionKind>,
}

/// The kinds of connections that installed tools use
#[utoipa::path(get, path = "/api/connections/kinds", tag = "connections", responses((status = 200, body = ConnectionKinds)))]
async fn list_connection_kinds(app: App, user: User, locale: Locale) -> Result<Json<ConnectionKinds>> {
    // By id: two tools may have the same name.
    let mut kinds: BTreeMap<String, BTreeMap<String, String>> = BTreeMap::new();
    // Includes what only this account has: tools by invitation, and versions in development.
    let own = tools::open_to(&app, &user.id, locale).await?;
    for tool in app.part::<Tools>().list(locale).into_iter().chain(own) {
        for kind in &tool.grants.connections {
            let tools = kinds.entry(kind.clone()).or_default();
            tools.insert(tool.id.clone(), tool.text(locale).name.clone());
        }
    }
    let of = |(kind, tools): (String, BTreeMap<String, String>)| ConnectionKind {
        kind,
        tools: tools.into_values().collect(),
    };
    Ok(Json(ConnectionKinds { kinds: kinds.into_iter().map(of).collect() }))
}

/// An account with another system.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = ConnectionToAdd)]
pub struct NewConnection {
    /// The kind of system, as plugins name it: see `/api/connections/kinds`.
    #[serde(default)]
    #[schema(required, max_length = 64, example = "shoper")]
    kind: String,
    /// A display name; defaults to the host.
    #[serde(default)]
    #[schema(max_length = 80)]
    name: String,
    /// The host that the secrets are sent to; may be prefixed with `https://`.
    #[serde(default)]
    #[schema(required, max_length = 2000, example = "sklep.example.pl")]
    host: String,
    /// The account name there.
    #[serde(default)]
    #[schema(max_length = 200)]
    login: String,
    /// Secrets by name, up to ten: names of lower-case letters, digits, `-` and `_`, values of 8 to 4,000 ASCII
    /// characters.
    #[serde(default)]
    #[schema(example = json!({ "token": "0123456789abcdef" }))]
    secrets: BTreeMap<String, String>,
    /// The project that it is for; all projects if absent.
    #[serde(default)]
    project_id: Option<i64>,
}

impl NewConnection {
    /// A connection of the account, for all projects.
    pub fn of(kind: &str, host: &str, login: &str, secrets: BTreeMap<String, String>) -> Self {
        let [kind, host, login] = [kind, host, login].map(str::to_owned);
        Self { kind, name: String::new(), host, login, secrets, project_id: None }
    }

    /// The same for one project.
    pub fn for_project(self, project: i64) -> Self {
        Self { project_id: Some(project), ..self }
    }

    /// The host; in one form if the connection was checked.
    pub fn host(&self) -> &str {
        &self.host
    }
}

/// Validates a connection and writes it in one form.
pub fn checked(new: NewConnection) -> Result<NewConnection> {
    rules::checked(new)
}

/// Stores a connection that was checked; returns its id.
///
/// Errors: 409 if the system is connected already, or there are too many.
pub async fn add(app: &App, tx: &mut Conn, account: &str, new: NewConnection) -> Result<String> {
    let connection = store::insert(app, tx, Some(account), new).await?;
    realtime::publish(app, tx, account, "connection.changed", &json!({}));
    Ok(connection.id)
}

/// Stores a connection that an application has made and that was checked; returns its id. It has no account until
/// [`claim`].
pub async fn add_of_application(app: &App, tx: &mut Conn, new: NewConnection) -> Result<String> {
    Ok(store::insert(app, tx, None, new).await?.id)
}

/// Deletes a connection with its secrets.
pub async fn remove(app: &App, tx: &mut Conn, account: &str, id: &str) -> Result<()> {
    store::delete(tx, account, id).await?;
    realtime::publish(app, tx, account, "connection.changed", &json!({}));
    Ok(())
}

/// Connect an account with another system
///
/// The secrets are stored encrypted, are sent only to the host of the connection, and are never returned.
#[utoipa::path(post, path = "/api/connections", tag = "connections", request_body = NewConnection, responses(
    (status = 201, body = Connection), (status = 404, description = "The project does not exist, or it is not yours"),
    (status = 409, description = "This system is already connected")))]
async fn create_connection(
    app: App,
    user: User,
    json::Json(new): json::Json<NewConnection>,
) -> Result<(StatusCode, Json<Connection>)> {
    let content = rules::checked(new)?;
    let mut tx = app.db.write().await?;
    if let Some(project) = content.project_id {
        projects::expect_own(&mut tx, &user.id, project).await?;
    }
    let connection = store::insert(&app, &mut tx, Some(&user.id), content).await?;
    publish(&app, &mut tx, &user);
    committed(tx, (StatusCode::CREATED, Json(connection))).await
}

/// The changes; absent fields keep their value. Kind and host cannot change, because the secrets are bound to them.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct ConnectionEdit {
    #[schema(min_length = 1, max_length = 80)]
    name: Option<String>,
    #[schema(max_length = 200)]
    login: Option<String>,
    /// New secrets by name; null removes one, and the others stay.
    #[serde(default)]
    secrets: BTreeMap<String, Option<String>>,
}

/// Change a connection
#[utoipa::path(patch, path = "/api/connections/{id}", tag = "connections", params(("id" = String, Path)), request_body = ConnectionEdit,
    responses((status = 200, body = Connection)))]
async fn edit_connection(
    app: App,
    user: User,
    Path(id): Path<String>,
    json::Json(edit): json::Json<ConnectionEdit>,
) -> Result<Json<Connection>> {
    let change = rules::checked_edit(edit)?;
    let mut tx = app.db.write().await?;
    let connection = store::change(&app, &mut tx, &user.id, &id, change).await?;
    publish(&app, &mut tx, &user);
    committed(tx, Json(connection)).await
}

/// Delete a connection with its secrets
#[utoipa::path(delete, path = "/api/connections/{id}", tag = "connections", params(("id" = String, Path)), responses((status = 204)))]
async fn delete_connection(app: App, user: User, Path(id): Path<String>) -> Result<Response> {
    let mut tx = app.db.write().await?;
    refuse_if(!store::delete(&mut tx, &user.id, &id).await?, Problem::not_found)?;
    publish(&app, &mut tx, &user);
    committed(tx, no_content()).await
}

fn publish(app: &App, tx: &mut Conn, user: &User) {
    realtime::publish(app, tx, &user.id, "connection.changed", &json!({}));
}
