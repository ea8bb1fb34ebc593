//! The login of a site that is not public yet. It is kept as a connection, which is encrypted and bound to its host, and is
//! sent to that host only.

use sitewright_crawler::fetch::Credentials;

use super::settings;
use super::store::Audit;
use crate::platform::auth::AuditsRead;
use crate::platform::prelude::*;
use crate::work::connections::{self, NewConnection};
use crate::workspace::projects;

/// The kind of the connection.
const KIND: &str = "staging-login";

/// How a site asks for a login.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
enum LoginKind {
    /// A user name and a password, by HTTP Basic.
    Basic,
    /// A header with a secret value.
    Header,
    /// A cookie.
    Cookie,
}

impl LoginKind {
    /// The name of its secret.
    fn name(self) -> &'static str {
        match self {
            Self::Basic => "basic",
            Self::Header => "header",
            Self::Cookie => "cookie",
        }
    }

    const ALL: [Self; 3] = [Self::Basic, Self::Header, Self::Cookie];
}

/// A login, without its secret.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct LoginView {
    /// The only host that it is sent to.
    host: String,
    kind: LoginKind,
    /// The user name, or the name of the header or of the cookie.
    name: String,
}

/// Whether a project has a login.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct ProjectLogin {
    /// Null without one.
    #[schema(required)]
    login: Option<LoginView>,
}

/// A login of a site.
#[derive(Deserialize, ToSchema, Validate)]
#[serde(deny_unknown_fields)]
pub(super) struct NewLogin {
    /// The project's domain, or a subdomain of it.
    #[garde(length(chars, min = 1, max = 253))]
    #[schema(example = "staging.example.com")]
    host: String,
    #[garde(skip)]
    kind: LoginKind,
    /// The user name, or the name of the header or of the cookie.
    #[garde(length(chars, min = 1, max = 200))]
    name: String,
    /// The password, or the value. It is never returned.
    #[garde(length(chars, min = 1, max = 2_000))]
    secret: String,
}

impl NewLogin {
    /// The name of the header and its value.
    fn header(&self) -> (String, String) {
        let Self { kind, name, secret, .. } = self;
        match kind {
            LoginKind::Basic => ("Authorization".to_owned(), Credentials::basic_value(name, secret)),
            LoginKind::Header => (name.clone(), secret.clone()),
            LoginKind::Cookie => ("Cookie".to_owned(), format!("{name}={secret}")),
        }
    }

    /// The connection that keeps it.
    fn connection(&self, project: i64, site: &Url) -> Result<NewConnection> {
        let (name, value) = self.header();
        let field = if self.kind == LoginKind::Header { "name" } else { "secret" };
        let wrong = |field: &str| Problem::invalid_field(field, Text::key("audits.login-header"));
        refuse_if(Credentials::header(site, &name, &value).is_err(), || wrong(field))?;
        let host = site.host_str().unwrap_or_default();
        let secrets = BTreeMap::from([(self.kind.name().to_owned(), format!("{name}: {value}"))]);
        let new = NewConnection::of(KIND, host, &self.name, secrets).for_project(project);
        // The fields of a connection have other names.
        connections::checked(new).map_err(|problem| match problem.errors() {
            errors if errors.contains_key("host") => {
                Problem::invalid_field("host", Text::key("connections.host"))
            }
            errors if errors.contains_key("login") => wrong("name"),
            _ => wrong(field),
        })
    }
}

/// The login of a project's site
///
/// Its secret is never returned.
#[utoipa::path(get, path = "/api/projects/{id}/audit-login", tag = "audits", security(("key" = ["audits:read"])), params(("id" = i64, Path)), responses((status = 200, body = ProjectLogin)))]
pub(super) async fn get_audit_login(
    app: App,
    caller: Scoped<AuditsRead>,
    Path(project): Path<i64>,
) -> Result<Json<ProjectLogin>> {
    projects::expect_own(&mut app.db.read().acquire().await?, &caller.id, project).await?;
    caller.expect_project(project)?;
    let login = opened(&app, &caller.id, project).await?.map(|(view, _)| view);
    Ok(Json(ProjectLogin { login }))
}

/// Set the login of a project's site
///
/// It is encrypted, and sent to its host only: not after a redirect to another one. The host has to belong to the project.
#[utoipa::path(put, path = "/api/projects/{id}/audit-login", tag = "audits", params(("id" = i64, Path)), request_body = NewLogin, responses((status = 200, body = ProjectLogin), (status = 409, description = "There are too many connections")))]
pub(super) async fn put_audit_login(
    app: App,
    user: User,
    Path(project): Path<i64>,
    json::Valid(new): json::Valid<NewLogin>,
) -> Result<Json<ProjectLogin>> {
    let mut tx = app.db.write_for(&user.id).await?;
    projects::expect_own(&mut tx, &user.id, project).await?;
    let found = projects::find(&mut tx, project).await?.ok_or_else(Problem::not_found)?;
    let site = settings::own_address("host", &new.host, &found.domain)?;
    let connection = new.connection(project, &site)?;
    if let Some(old) = connection_of(&mut tx, project).await? {
        connections::remove(&app, &mut tx, &user.id, &old).await?;
    }
    let id = connections::add(&app, &mut tx, &user.id, connection).await?;
    settings::ensure(&mut tx, &user.id, project).await?;
    db::query("UPDATE audit_settings SET login = $2 WHERE project_id = $1")
        .binds((project, &id))
        .run(&mut tx)
        .await?;
    tx.commit().await?;
    let login = opened(&app, &user.id, project).await?.map(|(view, _)| view);
    Ok(Json(ProjectLogin { login }))
}

/// Delete the login of a project's site
#[utoipa::path(delete, path = "/api/projects/{id}/audit-login", tag = "audits", params(("id" = i64, Path)), responses((status = 204)))]
pub(super) async fn delete_audit_login(app: App, user: User, Path(project): Path<i64>) -> Result<Response> {
    let mut tx = app.db.write_for(&user.id).await?;
    projects::expect_own(&mut tx, &user.id, project).await?;
    if let Some(old) = connection_of(&mut tx, project).await? {
        connections::remove(&app, &mut tx, &user.id, &old).await?;
    }
    tx.commit().await?;
    Ok(no_content())
}

/// The connection of a project's login.
async fn connection_of(conn: &mut Conn, project: i64) -> Result<Option<String>> {
    let login = db::query_scalar("SELECT login FROM audit_settings WHERE project_id = $1").bind(project);
    Ok(login.fetch_optional(conn).await?.flatten())
}

/// The login of a project with its header. There is none if its connection was deleted or changed into something else.
async fn opened(app: &App, account: &str, project: i64) -> Result<Option<(LoginView, (String, String))>> {
    let id = connection_of(&mut app.db.read().acquire().await?, project).await?;
    let Some(id) = id else { return Ok(None) };
    let opened = connections::opened_one(app, account, &id, &[KIND.to_owned()]).await?;
    Ok(opened.and_then(|opened| {
        let kind = LoginKind::ALL.into_iter().find(|kind| opened.secrets.contains_key(kind.name()))?;
        let (name, value) = opened.secrets.get(kind.name())?.split_once(": ")?;
        let header = (name.to_owned(), value.to_owned());
        Some((LoginView { host: opened.host, kind, name: opened.login }, header))
    }))
}

/// What the crawl of an audit sends to the host of its start, if the project has a login for that host.
pub(super) async fn of(app: &App, audit: &Audit, start: &Url) -> Result<Option<Credentials>> {
    let opened = opened(app, &audit.account_id, audit.project_id).await?;
    let own = opened.filter(|(view, _)| start.host_str() == Some(view.host.as_str()));
    Ok(own.and_then(|(_, (name, value))| Credentials::header(start, &name, &value).ok()))
}
