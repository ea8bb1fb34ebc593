//! Applications of shop systems: what the operator registers with a system, so that owners of shops connect them by
//! installing it there. The plugin checks signatures and exchanges codes; this module keeps the installations.
//!
//! An installation has a connection from the beginning. It gets an account, and with it a shop, when its owner opens the
//! application in the shop's panel and signs in.

use sitewright_engine::shop::{Credential, Event, Installation, Notice, Opening};

use super::client::Client;
use super::connect;
use super::read::{ReadShop, set_reading};
use super::reports::{message, refused};
use super::store::{self, Reading};
use super::systems::{self, System};
use super::view::ShopView;
use super::{ShopStatus, changed};
use crate::messages::audit_log::ByAdmin;
use crate::platform::http::{Incoming, parameters};
use crate::platform::prelude::*;
use crate::work::connections::{self, NewConnection};

/// What seals a proof that a visitor came from the panel of a shop.
const TICKET: &str = "shop-ticket";
/// How long the proof is valid: the owner may have to register first.
const TICKET_MS: i64 = DAY_MS;
/// How old the address that a panel has signed may be.
const OPENING_MS: i64 = 15 * 60 * 1000;

/// A shop system whose application the operator may register.
#[derive(Debug, Serialize, ToSchema)]
pub struct ShopApplication {
    /// The tool that is the shop system.
    #[schema(example = "shoper")]
    system: String,
    name: String,
    /// How to register it, in Markdown.
    help: String,
    credentials: Vec<ApplicationCredential>,
    /// Whether all credentials are stored.
    is_ready: bool,
    /// The address that receives the messages of the shop system.
    events_url: String,
    /// The address that the panels of shops open in a frame.
    page_url: String,
}

#[derive(Debug, Serialize, ToSchema)]
pub struct ApplicationCredential {
    name: String,
    title: String,
    /// Where to find it.
    help: String,
    /// Whether it is stored; it is never returned.
    is_set: bool,
}

#[derive(Debug, Serialize, ToSchema)]
pub struct ShopApplications {
    data: Vec<ShopApplication>,
}

/// The applications of shop systems, by name
#[utoipa::path(get, path = "/api/admin/shop-applications", tag = "admin", responses((status = 200, body = ShopApplications)))]
pub(super) async fn list_shop_applications(
    app: App,
    Admin(admin): Admin,
    locale: Locale,
) -> Result<Json<ShopApplications>> {
    let mut data = Vec::new();
    for system in systems::open_to(&app, &admin.id, locale).await? {
        if system.plugin.has_shop_application() {
            data.push(view(&app, &system, locale).await?);
        }
    }
    Ok(Json(ShopApplications { data }))
}

async fn view(app: &App, system: &System, locale: Locale) -> Result<ShopApplication> {
    let (described, id) = (system.described(locale).await?, &system.tool.id);
    let application = system.plugin.describe_application(locale.tag()).await.map_err(Problem::internal)?;
    let known = connections::application_secrets(app, &described.connection).await?;
    let events_url = format!("{}/api/incoming/shop-applications/{id}", app.url());
    let page_url = format!("{}/shop-panel/{id}", app.url());
    let credential = |Credential { name, title, help }: Credential| ApplicationCredential {
        is_set: known.contains(&name),
        name,
        title,
        help,
    };
    let credentials: Vec<_> = application.credentials.into_iter().map(credential).collect();
    Ok(ShopApplication {
        system: id.clone(),
        name: described.name.clone(),
        help: application.help.replace("{events}", &events_url).replace("{page}", &page_url),
        is_ready: credentials.iter().all(|credential| credential.is_set),
        credentials,
        events_url,
        page_url,
    })
}

/// Changes of the credentials of an application.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = ShopApplicationEdit)]
pub(super) struct ApplicationEdit {
    /// Credentials by name; null removes one, and the others stay.
    secrets: BTreeMap<String, Option<String>>,
}

/// Change the credentials of an application
#[utoipa::path(patch, path = "/api/admin/shop-applications/{system}", tag = "admin", params(("system" = String, Path)),
    request_body = ApplicationEdit, responses((status = 200, body = ShopApplication)))]
pub(super) async fn edit_shop_application(
    app: App,
    by: ByAdmin,
    locale: Locale,
    Path(system): Path<String>,
    json::Json(edit): json::Json<ApplicationEdit>,
) -> Result<Json<ShopApplication>> {
    let system = with_application(&app, &by.admin.id, &system).await?;
    let known = system.plugin.describe_application(locale.tag()).await.map_err(Problem::internal)?;
    let strange =
        edit.secrets.keys().find(|name| !known.credentials.iter().any(|known| known.name == **name));
    if let Some(name) = strange {
        return Err(Problem::invalid_field(&format!("secrets.{name}"), Text::key("shops.no-credential")));
    }
    let trimmed = |secret: String| secret.trim().to_owned();
    let secrets = edit.secrets.into_iter().map(|(name, secret)| (name, secret.map(trimmed))).collect();
    let kind = system.described(locale).await?.connection.clone();
    connections::change_application(&app, &by, &kind, secrets).await?;
    view(&app, &system, locale).await.map(Json)
}

async fn with_application(app: &App, account: &str, id: &str) -> Result<System> {
    let system = systems::find(app, account, id).await.map_err(|_| Problem::not_found())?;
    refuse_if(!system.plugin.has_shop_application(), Problem::not_found)?;
    Ok(system)
}

/// Where an installation is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum InstallState {
    Installed,
    /// Its connection could not be made.
    Failed,
    Uninstalled,
}

text_column!(InstallState);

/// An installation of an application in a shop.
#[derive(Debug, sqlx::FromRow)]
struct Install {
    id: String,
    system: String,
    host: String,
    version: String,
    state: InstallState,
    #[sqlx(try_from = "Stored<Option<Problem>>")]
    problem: Option<Problem>,
    paid: Option<String>,
    paid_at: Option<Timestamp>,
    connection_id: Option<String>,
    installed_at: Timestamp,
    uninstalled_at: Option<Timestamp>,
}

/// Without its connection, which its user has deleted, an installation is of no use: it has to be made again.
const COLUMNS: &str = "SELECT id, system, host, version,
    CASE WHEN connection_id IS NULL AND state = 'installed' THEN 'failed' ELSE state END AS state,
    problem, paid, paid_at, connection_id, installed_at, uninstalled_at FROM shop_installs";

async fn install_of(conn: &mut Conn, system: &str, shop: &str) -> Result<Option<Install>> {
    let sql = AssertSqlSafe(format!("{COLUMNS} WHERE system = $1 AND shop_key = $2"));
    Ok(db::query_as(sql).binds((system, shop)).fetch_optional(conn).await?)
}

/// An installation as administrators see it.
#[derive(Debug, Serialize, ToSchema)]
pub struct ShopInstall {
    id: String,
    system: String,
    host: String,
    /// The version of the application.
    version: String,
    state: InstallState,
    problem: Option<ProblemView>,
    /// What the owner has paid for, as the shop system calls it.
    paid: Option<String>,
    paid_at: Option<Timestamp>,
    /// The account of its owner; null until they have signed in.
    account_id: Option<String>,
    installed_at: Timestamp,
    uninstalled_at: Option<Timestamp>,
}

/// Installations of the applications, newest first
#[utoipa::path(get, path = "/api/admin/shop-installs", tag = "admin", params(Page), responses((status = 200, body = Paged<ShopInstall>)))]
pub(super) async fn list_shop_installs(
    app: App,
    _: Admin,
    locale: Locale,
    page: Page,
) -> Result<Json<Paged<ShopInstall>>> {
    let mut tx = app.db.read().begin().await?;
    let count = db::query_scalar("SELECT count(*) FROM shop_installs");
    let rows = db::query_as(AssertSqlSafe(format!("{COLUMNS} ORDER BY id DESC LIMIT $1 OFFSET $2")));
    let rows: Paged<Install> = page.fetch(&mut tx, count, rows).await?;
    let mut data = Vec::with_capacity(rows.data.len());
    for row in rows.data {
        let account_id = match &row.connection_id {
            Some(connection) => connections::account_of(&mut tx, connection).await?,
            None => None,
        };
        data.push(ShopInstall {
            id: row.id,
            system: row.system,
            host: row.host,
            version: row.version,
            state: row.state,
            problem: row.problem.map(|problem| problem.render(locale)),
            paid: row.paid,
            paid_at: row.paid_at,
            account_id,
            installed_at: row.installed_at,
            uninstalled_at: row.uninstalled_at,
        });
    }
    Ok(Json(page.of(data, rows.total)))
}

/// Receive a message of a shop system to its application; its signature is checked
#[utoipa::path(post, path = "/api/incoming/shop-applications/{system}", tag = "shops", params(("system" = String, Path)),
    request_body(content = String, content_type = "application/octet-stream"),
    responses((status = 204), (status = 403, description = "The signature is wrong"), (status = 404, description = "There is no such application"),
        (status = 502, description = "The shop does not accept the code of the installation"), (status = 503, description = "The message cannot be read now")))]
pub(super) async fn receive_application_message(
    app: App,
    Path(id): Path<String>,
    incoming: Incoming,
) -> Result<Response> {
    let system = with_application(&app, "", &id).await?;
    let client = Client::of_application(&app, system, Locale::default()).await?;
    let Notice { shop, event } = client.notice(message(incoming)).await.map_err(refused)?;
    match event {
        Event::Installed(installation) => install(&app, &id, &shop, installation).await?,
        Event::Uninstalled => uninstall(&app, &id, &shop).await?,
        Event::Upgraded(version) => {
            note(&app, &id, &shop, "version = $3", version).await?;
        }
        Event::Paid(paid) => {
            note(&app, &id, &shop, "paid = $3, paid_at = $4", paid).await?;
        }
    }
    Ok(no_content())
}

/// Changes columns of an installation. `$3` is the value and `$4` the time.
async fn note(app: &App, system: &str, shop: &str, columns: &'static str, value: String) -> Result<()> {
    let value: String = value.chars().take(200).collect();
    db::query(AssertSqlSafe(format!(
        "UPDATE shop_installs SET {columns}, updated_at = $4 WHERE system = $1 AND shop_key = $2"
    )))
    .binds((system, shop, value, Timestamp::now()))
    .run(&mut app.db.write_alone().await?)
    .await
}

/// Stores an installation and its connection, and exchanges the code for the connection's secrets.
async fn install(app: &App, id: &str, shop: &str, installation: Installation) -> Result<()> {
    let Installation { host, version, code } = installation;
    let system = with_application(app, "", id).await?;
    let kind = system.described(Locale::default()).await?.connection.clone();
    let connection = connections::checked(NewConnection::of(&kind, &host, "", BTreeMap::new()))?;
    let host = connection.host().to_owned();
    let mut tx = app.db.write().await?;
    let known = install_of(&mut tx, id, shop).await?;
    // The secrets of a connection are for one host.
    let same =
        known.as_ref().filter(|known| known.host == host).and_then(|known| known.connection_id.clone());
    let connection_id = match same {
        Some(connection) => connection,
        None => connections::add_of_application(app, &mut tx, connection).await?,
    };
    db::query(
        "INSERT INTO shop_installs (id, system, shop_key, host, version, state, connection_id, installed_at, updated_at)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $8)
         ON CONFLICT (system, shop_key) DO UPDATE SET host = excluded.host, version = excluded.version,
             connection_id = excluded.connection_id, updated_at = excluded.updated_at",
    )
    .binds((db::new_id(), id, shop, &host, &version, InstallState::Failed, &connection_id))
    .bind(Timestamp::now())
    .execute(&mut *tx)
    .await?;
    let account = connections::account_of(&mut tx, &connection_id).await?;
    tx.commit().await?;
    let owner = account.as_deref().unwrap_or_default();
    let client = Client::of_connection(app, system, owner, &connection_id, Locale::default()).await?;
    let exchanged = client.exchange(&code).await;
    let mut tx = app.db.write().await?;
    let (state, problem) = match &exchanged {
        Ok(()) => (InstallState::Installed, None),
        Err(unserved) => (InstallState::Failed, Some(&unserved.problem)),
    };
    // A repeated message has a code that was used; the tokens of the first one are still valid.
    db::query(
        "UPDATE shop_installs SET state = CASE WHEN $3 = 'failed' AND state = 'installed' THEN state ELSE $3 END,
             problem = $4, installed_at = $5, uninstalled_at = NULL, updated_at = $5 WHERE system = $1 AND shop_key = $2",
    )
    .binds((id, shop, state, Stored(problem), Timestamp::now()))
    .execute(&mut *tx)
    .await?;
    if exchanged.is_ok()
        && let Some(account) = account
        && let Some(shop) = store::of_connection(&mut tx, &connection_id).await?
    {
        // Installed again: its shop works again.
        store::set_status(&mut tx, &shop, ShopStatus::Connected, None).await?;
        set_reading(&mut tx, &shop, Some(&Reading::default())).await?;
        ReadShop::enqueue(app, &mut tx, &account, &shop).await?;
        changed(app, &mut tx, &account, &shop);
    }
    tx.commit().await?;
    exchanged.map_err(|_| Problem::new(StatusCode::BAD_GATEWAY, "shops.not-exchanged"))
}

/// The shop keeps its mirror and its history, and cannot be reached until the application is installed again.
async fn uninstall(app: &App, id: &str, shop: &str) -> Result<()> {
    let mut tx = app.db.write().await?;
    let Some(install) = install_of(&mut tx, id, shop).await? else { return Ok(()) };
    db::query("UPDATE shop_installs SET state = $2, uninstalled_at = $3, updated_at = $3 WHERE id = $1")
        .binds((&install.id, InstallState::Uninstalled, Timestamp::now()))
        .execute(&mut *tx)
        .await?;
    if let Some(connection) = &install.connection_id {
        connections::put_secrets(app, &mut tx, connection, None).await?;
        let account = connections::account_of(&mut tx, connection).await?;
        if let (Some(account), Some(shop)) = (account, store::of_connection(&mut tx, connection).await?) {
            let problem = Problem::conflict("shops.uninstalled");
            store::set_status(&mut tx, &shop, ShopStatus::Denied, Some(&problem)).await?;
            store::forget_reports(&mut tx, &shop).await?;
            changed(app, &mut tx, &account, &shop);
        }
    }
    Ok(tx.commit().await?)
}

/// The proof that a visitor came from the panel of a shop.
#[derive(Serialize, Deserialize)]
struct Ticket {
    shop: String,
    /// Milliseconds since the Unix epoch.
    until: i64,
}

/// To whom a shop belongs.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum ShopOwner {
    /// It is not connected to an account yet.
    None,
    /// The signed-in user.
    You,
    /// Another account, or the visitor is not signed in.
    Other,
}

/// The shop whose panel has opened the application.
#[derive(Debug, Serialize, ToSchema)]
pub struct ShopOpening {
    host: String,
    /// The name of the shop system.
    system_name: String,
    state: InstallState,
    owner: ShopOwner,
    /// The connected shop, if it is the visitor's.
    shop_id: Option<String>,
    /// What connects it to the account of the visitor, for a day.
    ticket: String,
}

/// The parameters with which a panel opened the application.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(super) struct OpeningQuery {
    /// The query of the address, as it was.
    #[serde(default)]
    query: String,
}

/// Which shop's panel has opened the application
///
/// Open to everyone whose address was signed by the shop system.
#[utoipa::path(get, path = "/api/shop-applications/{system}/opening", tag = "shops", params(("system" = String, Path), OpeningQuery),
    responses((status = 200, body = ShopOpening), (status = 403, description = "The address is not signed, or too old"), (status = 404, description = "The application is not installed in this shop"),
        (status = 503, description = "The address cannot be checked now")))]
pub(super) async fn get_shop_opening(
    app: App,
    parts: Parts,
    locale: Locale,
    Path(id): Path<String>,
    Query(query): Query<OpeningQuery>,
) -> Result<Json<ShopOpening>> {
    let visit = visit(&parts)?;
    app.rates.count_from("shop-openings", visit.address, Limit::new(60, MINUTE))?;
    let opening = opening(&app, &id, parameters(&query.query)).await?;
    let system_name = with_application(&app, "", &id).await?.described(locale).await?.name.clone();
    let mut conn = app.db.read().acquire().await?;
    let install = install_of(&mut conn, &id, &opening.shop).await?.ok_or_else(Problem::not_found)?;
    let (account, shop) = match &install.connection_id {
        Some(connection) => (
            connections::account_of(&mut conn, connection).await?,
            store::of_connection(&mut conn, connection).await?,
        ),
        None => (None, None),
    };
    let user = visit.user(&app).await?.map(|user| user.id.clone());
    let owner = match (&account, &user) {
        (None, _) => ShopOwner::None,
        (Some(account), Some(user)) if account == user => ShopOwner::You,
        (Some(_), _) => ShopOwner::Other,
    };
    let ticket = Ticket { shop: opening.shop, until: Timestamp::now().plus_ms(TICKET_MS).0 };
    Ok(Json(ShopOpening {
        host: install.host,
        system_name,
        state: install.state,
        owner,
        shop_id: shop.filter(|_| owner == ShopOwner::You),
        ticket: auth::seal(&app, TICKET, &id, &serde_json::to_vec(&ticket)?)?,
    }))
}

/// Checks the parameters that the panel has signed.
async fn opening(app: &App, id: &str, query: Vec<(String, String)>) -> Result<Opening> {
    let system = with_application(app, "", id).await?;
    let client = Client::of_application(app, system, Locale::default()).await?;
    let opening = client.open(query).await.map_err(refused)?;
    let signed = i64::try_from(opening.signed_at).unwrap_or_default();
    let is_recent = (Timestamp::now().0 - signed).abs() <= OPENING_MS;
    refuse_if(!is_recent, || Problem::new(StatusCode::FORBIDDEN, "shops.opening-old"))?;
    Ok(opening)
}

/// The origins whose pages may have the application's page in a frame: those of the shop that has signed its address.
pub(super) async fn framers(app: &App, system: String, query: Vec<(String, String)>) -> Vec<String> {
    let found = async {
        let opening = opening(app, &system, query).await?;
        let mut conn = app.db.read().acquire().await?;
        let install = install_of(&mut conn, &system, &opening.shop).await?.ok_or_else(Problem::not_found)?;
        let url = match &install.connection_id {
            Some(connection) => store::url_of_connection(&mut conn, connection).await?,
            None => None,
        };
        let public = url.and_then(|url| Url::parse(&url).ok()).map(|url| url.origin().ascii_serialization());
        let own = [format!("https://{}", install.host)];
        Ok::<_, Problem>(own.into_iter().chain(public).collect::<BTreeSet<_>>().into_iter().collect())
    };
    found.await.unwrap_or_default()
}

/// A shop to connect to the user's account.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = ShopClaim)]
pub(super) struct Claim {
    /// From the opening of the application.
    ticket: String,
}

/// Connect the shop that has installed the application to your account
#[utoipa::path(post, path = "/api/shop-applications/{system}/claims", tag = "shops", params(("system" = String, Path)), request_body = Claim,
    responses((status = 201, body = ShopView), (status = 402, description = "The plan does not include the shop system"), (status = 403, description = "The ticket is not valid any more"),
        (status = 404, description = "The application is not installed in this shop"), (status = 409, description = "The shop belongs to another account, or there are too many")))]
pub(super) async fn claim_shop(
    app: App,
    user: User,
    locale: Locale,
    Path(id): Path<String>,
    json::Json(claim): json::Json<Claim>,
) -> Result<(StatusCode, Json<ShopView>)> {
    let plain = auth::unseal(&app, TICKET, &id, &claim.ticket);
    let ticket: Option<Ticket> = plain.and_then(|plain| serde_json::from_slice(&plain).ok());
    let ticket = ticket.filter(|ticket| ticket.until > Timestamp::now().0);
    let ticket = ticket.ok_or_else(|| Problem::new(StatusCode::FORBIDDEN, "shops.opening-old"))?;
    let system = with_application(&app, &user.id, &id).await?;
    connect::expect_open(&app, &user, &system).await?;
    let mut tx = app.db.write_for(&user.id).await?;
    let install = install_of(&mut tx, &id, &ticket.shop).await?.ok_or_else(Problem::not_found)?;
    let connection = install.connection_id.filter(|_| install.state == InstallState::Installed);
    let connection = connection.ok_or_else(|| Problem::conflict("shops.not-installed"))?;
    let account = connections::account_of(&mut tx, &connection).await?;
    refuse_if(account.is_some(), || Problem::conflict("shops.of-another-account"))?;
    connections::claim(&app, &mut tx, &connection, &user.id).await?;
    let shop = connect::new_shop(&mut tx, &user, &id, &install.host, &connection).await?;
    tx.commit().await?;
    connect::check(&app, shop, locale).await.map(|view| (StatusCode::CREATED, Json(view)))
}
