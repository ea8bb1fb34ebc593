//! Connecting a shop: its connection, its check, and the first reading.

use sitewright_engine::shop::Description;

use super::client::{Client, Then, Unserved};
use super::read::{ReadShop, set_reading};
use super::store::{self, Reading, Shop};
use super::systems::{self, System};
use super::view::{self, ShopStatus, ShopView};
use super::{changed, reports};
use crate::billing::plans;
use crate::platform::prelude::*;
use crate::work::connections::{self, NewConnection};
use crate::workspace::projects;

/// Shops of an account.
const MOST: i64 = 50;

/// A shop to connect.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = ShopToConnect)]
pub(super) struct NewShop {
    /// A shop system: see `/api/shop-systems`.
    #[schema(example = "shoper")]
    system: String,
    /// Its host; may be prefixed with `https://`.
    #[serde(default)]
    #[schema(required, max_length = 2000, example = "sklep.example.pl")]
    host: String,
    #[serde(default)]
    #[schema(max_length = 200)]
    login: String,
    /// The credentials by name.
    #[serde(default)]
    secrets: BTreeMap<String, String>,
}

/// Connect a shop: its connection is checked, and all its texts are read
///
/// Without an answer of the shop nothing is stored; the problem is reported at the field where it belongs.
#[utoipa::path(post, path = "/api/shops", tag = "shops", request_body = NewShop,
    responses((status = 201, body = ShopView), (status = 402, description = "The plan does not include the shop system"), (status = 409, description = "The shop is connected already, or there are too many")))]
pub(super) async fn connect_shop(
    app: App,
    user: User,
    locale: Locale,
    json::Json(new): json::Json<NewShop>,
) -> Result<(StatusCode, Json<ShopView>)> {
    let system = systems::find(&app, &user.id, &new.system).await;
    let system = system.map_err(|_| Problem::invalid_field("system", Text::key("shops.no-system")))?;
    expect_open(&app, &user, &system).await?;
    let described = system.described(locale).await?;
    let mut errors = FieldErrors::new();
    for credential in &described.credentials {
        if new.secrets.get(&credential.name).is_none_or(|secret| secret.trim().is_empty()) {
            errors.insert(format!("secrets.{}", credential.name), vec![Text::key("validation.required")]);
        }
    }
    if described.login.is_some() && new.login.trim().is_empty() {
        errors.insert("login".to_owned(), vec![Text::key("validation.required")]);
    }
    let connection =
        NewConnection::of(&described.connection, &new.host, &new.login, trimmed_all(new.secrets));
    let connection = match connections::checked(connection) {
        Ok(connection) if errors.is_empty() => connection,
        Ok(_) => return Err(Problem::invalid(errors)),
        Err(problem) => {
            errors.extend(problem.errors().clone());
            return Err(Problem::invalid(errors));
        }
    };
    let mut tx = app.db.write_for(&user.id).await?;
    let host = connection.host().to_owned();
    let connection_id = connections::add(&app, &mut tx, &user.id, connection).await?;
    let shop = new_shop(&mut tx, &user, &system.tool.id, &host, &connection_id).await?;
    tx.commit().await?;
    let client = Client::of(&app, &shop, locale).await?;
    match client.check().await {
        Ok(about) => {
            let shop = Shop { name: about.name, url: about.url, languages: about.languages, ..shop };
            let view = begin(&app, shop, locale).await?;
            Ok((StatusCode::CREATED, Json(view)))
        }
        Err(unserved) => {
            remove(&app, &shop).await?;
            Err(at_field(&unserved, &described, locale))
        }
    }
}

fn trimmed_all(secrets: BTreeMap<String, String>) -> BTreeMap<String, String> {
    secrets.into_iter().map(|(name, secret)| (name, secret.trim().to_owned())).collect()
}

/// Refuses a shop system that the plan does not include, and too many shops.
pub(super) async fn expect_open(app: &App, user: &User, system: &System) -> Result<()> {
    let mut conn = app.db.read().acquire().await?;
    let plan = plans::of_account(&mut conn, &user.id).await?.plan;
    plans::locks(&mut conn, &user.id, &plan).await?.expect(&system.tool.id, system.tool.name())?;
    let count = store::count(&mut conn, &user.id).await?;
    refuse_if(count >= MOST, || Problem::conflict("shops.too-many").with("max", MOST))
}

/// Stores the shop of a connection, which is not shown as connected before it was checked.
pub(super) async fn new_shop(
    tx: &mut Conn,
    user: &User,
    system: &str,
    host: &str,
    connection_id: &str,
) -> Result<Shop> {
    let project = projects::selected(tx, &user.id).await?.map(|project| project.id);
    let shop = Shop {
        id: db::new_id(),
        account_id: user.id.clone(),
        project_id: project,
        connection_id: connection_id.to_owned(),
        plugin: system.to_owned(),
        name: host.to_owned(),
        url: String::new(),
        host: host.to_owned(),
        languages: Vec::new(),
        status: ShopStatus::Unreachable,
        problem: None,
        reading: None,
        round: 0,
        read_at: None,
        working: None,
        nightly: None,
        reports: None,
        created_at: Timestamp::now(),
    };
    store::insert(tx, &shop).await?;
    Ok(shop)
}

/// Checks a shop that stays connected whatever the result is, and begins to read it.
pub(super) async fn check(app: &App, shop: Shop, locale: Locale) -> Result<ShopView> {
    let client = Client::of(app, &shop, locale).await?;
    match client.check().await {
        Ok(about) => {
            let shop = Shop { name: about.name, url: about.url, languages: about.languages, ..shop };
            begin(app, shop, locale).await
        }
        Err(unserved) => {
            let mut tx = app.db.write_for(&shop.account_id).await?;
            store::set_status(&mut tx, &shop.id, unserved.status(), Some(&unserved.problem)).await?;
            changed(app, &mut tx, &shop.account_id, &shop.id);
            let shop = store::find(&mut tx, &shop.account_id, &shop.id).await?;
            let view = view::of(app, &mut tx, shop, locale).await?;
            committed(tx, view).await
        }
    }
}

/// The shop was checked: it is read.
async fn begin(app: &App, shop: Shop, locale: Locale) -> Result<ShopView> {
    let mut tx = app.db.write_for(&shop.account_id).await?;
    db::query("UPDATE shops SET name = $2, url = $3, languages = $4, status = $5 WHERE id = $1")
        .binds((&shop.id, &shop.name, &shop.url, Stored(&shop.languages), ShopStatus::Connected))
        .execute(&mut *tx)
        .await?;
    set_reading(&mut tx, &shop.id, Some(&Reading::default())).await?;
    ReadShop::enqueue(app, &mut tx, &shop.account_id, &shop.id).await?;
    changed(app, &mut tx, &shop.account_id, &shop.id);
    tx.commit().await?;
    let mut tx = app.db.read().begin().await?;
    let shop = store::find(&mut tx, &shop.account_id, &shop.id).await?;
    view::of(app, &mut tx, shop, locale).await
}

/// The field that a failed check belongs to: the first credential, or the host.
fn at_field(unserved: &Unserved, system: &Description, locale: Locale) -> Problem {
    let field = match (unserved.then, system.credentials.first()) {
        (Then::Reconnect, Some(credential)) => format!("secrets.{}", credential.name),
        _ => "host".to_owned(),
    };
    let text = match unserved.problem.code() {
        "shops.gone" => Text::key("shops.other-system").with("system", system.name.as_str()),
        _ => Text::Said(unserved.problem.render(locale).message),
    };
    Problem::invalid_field(&field, text)
}

async fn remove(app: &App, shop: &Shop) -> Result<()> {
    let mut tx = app.db.write_for(&shop.account_id).await?;
    connections::remove(app, &mut tx, &shop.account_id, &shop.connection_id).await?;
    changed(app, &mut tx, &shop.account_id, &shop.id);
    Ok(tx.commit().await?)
}

/// Disconnect a shop: its connection, its mirror and its changes are deleted; no text in the shop changes
#[utoipa::path(delete, path = "/api/shops/{id}", tag = "shops", params(("id" = String, Path)), responses((status = 204)))]
pub(super) async fn disconnect_shop(
    app: App,
    user: User,
    locale: Locale,
    Path(id): Path<String>,
) -> Result<Response> {
    let shop = store::find(&mut app.db.read().acquire().await?, &user.id, &id).await?;
    reports::unsubscribe(&app, &shop, locale).await;
    remove(&app, &shop).await?;
    Ok(no_content())
}
