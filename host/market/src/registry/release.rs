//! Rollouts: which accounts get which version. A rollout goes from one account to a plan or a percentage of accounts,
//! and to everyone; one call rolls it back.

use super::change::Change;
use super::decided::{self, Decided};
use super::one::{self, PluginDetail};
use super::store::{self, PackageState, PluginRow, ReleaseRow, ReleaseState, Stage};
use crate::billing::plans;
use crate::catalogue::tools::Tools;
use crate::messages::audit_log::{self, Actor, ByAdmin, Subject};
use crate::platform::prelude::*;

/// The requested rollout stage.
#[derive(Debug, Clone, PartialEq)]
pub enum Rollout {
    Account(String),
    Plan(i64),
    Percent(i64),
    All,
}

impl Rollout {
    /// A stage with its parameters; `account` is the administrator who releases.
    pub fn of(stage: Stage, account: &str, product: Option<i64>, percent: Option<i64>) -> Result<Self> {
        let missing = |field| Problem::invalid_field(field, Text::key("validation.required"));
        match stage {
            Stage::Me => Ok(Self::Account(account.to_owned())),
            Stage::Plan => product.map(Self::Plan).ok_or_else(|| missing("product_id")),
            Stage::Percent => match percent {
                Some(percent @ 1..=99) => Ok(Self::Percent(percent)),
                Some(_) => Err(Problem::not_between("percent", 1, 99)),
                None => Err(missing("percent")),
            },
            Stage::All => Ok(Self::All),
        }
    }

    fn put(self, release: &mut ReleaseRow) {
        let (account, product, percent) = match &self {
            Self::Account(account) => (Some(account.clone()), None, None),
            Self::Plan(product) => (None, Some(*product), None),
            Self::Percent(percent) => (None, None, Some(*percent)),
            Self::All => (None, None, None),
        };
        (release.account_id, release.product_id, release.percent) = (account, product, percent);
        release.stage = match self {
            Self::Account(_) => Stage::Me,
            Self::Plan(_) => Stage::Plan,
            Self::Percent(_) => Stage::Percent,
            Self::All => Stage::All,
        };
        release.state = if release.stage == Stage::All { ReleaseState::Done } else { ReleaseState::Open };
    }
}

/// Starts a rollout. An earlier one in progress is replaced; a version that is already being rolled out continues
/// with its counts.
pub async fn begin(tx: &mut Conn, plugin: &mut PluginRow, digest: &str, rollout: Rollout) -> Result<()> {
    if let Rollout::Plan(product) = &rollout {
        expect_plan(tx, *product).await?;
    }
    let serves_all = rollout != Rollout::All && plugin.current_digest.as_deref() == Some(digest);
    refuse_if(serves_all, || Problem::conflict("registry.serves-all"))?;
    let live = store::live_release(tx, &plugin.id).await?;
    let mut release = match live {
        Some(release) if release.digest == digest => release,
        live => {
            if let Some(mut before) = live {
                before.state = ReleaseState::Superseded;
                store::save_release(tx, &before).await?;
            }
            fresh(plugin, digest)
        }
    };
    rollout.put(&mut release);
    if release.stage == Stage::All && plugin.current_digest.as_deref() != Some(digest) {
        plugin.previous_digest = plugin.current_digest.replace(digest.to_owned());
        store::save_plugin(tx, plugin).await?;
    }
    store::save_release(tx, &release).await
}

async fn expect_plan(tx: &mut Conn, product: i64) -> Result<()> {
    let is_plan = plans::exists(tx, product).await?;
    refuse_if(!is_plan, || Problem::invalid_field("product_id", Text::key("validation.not-a-choice")))
}

fn fresh(plugin: &PluginRow, digest: &str) -> ReleaseRow {
    let now = Timestamp::now();
    ReleaseRow {
        id: db::new_id(),
        plugin: plugin.id.clone(),
        digest: digest.to_owned(),
        previous_digest: plugin.current_digest.clone(),
        stage: Stage::All,
        account_id: None,
        product_id: None,
        percent: None,
        state: ReleaseState::Open,
        reason: None,
        runs: 0,
        failures: 0,
        traps: 0,
        created_at: now,
        updated_at: now,
    }
}

/// Rolls back: ends a partial rollout, or replaces the version that serves everyone by the previous one. Returns the
/// digest that serves everyone then; an error if there is nothing to go back to.
pub async fn take_back(
    app: &App,
    tx: &mut Conn,
    plugin: &mut PluginRow,
    reason: Option<String>,
) -> Result<Option<String>> {
    let live = store::live_release(tx, &plugin.id).await?;
    let is_open = live.as_ref().is_some_and(|release| release.state == ReleaseState::Open);
    if !is_open {
        let Some(before) = before(app, tx, plugin).await? else {
            return Err(Problem::conflict("registry.nothing-before"));
        };
        plugin.current_digest = before;
        plugin.previous_digest = None;
        store::save_plugin(tx, plugin).await?;
    }
    if let Some(mut release) = live {
        (release.state, release.reason) = (ReleaseState::RolledBack, reason);
        store::save_release(tx, &release).await?;
    }
    Ok(plugin.current_digest.clone())
}

/// What can replace the current version: the previous one, or the built-in tool.
async fn before(app: &App, tx: &mut Conn, plugin: &PluginRow) -> Result<Option<Option<String>>> {
    if plugin.current_digest.is_none() {
        return Ok(None);
    }
    if let Some(previous) = &plugin.previous_digest
        && store::expect_package(tx, previous).await?.state == PackageState::Ready
    {
        return Ok(Some(Some(previous.clone())));
    }
    Ok(app.part::<Tools>().bundled().contains_key(&plugin.id).then_some(None))
}

/// Whether anything can replace the current version.
pub async fn has_before(app: &App, tx: &mut Conn, plugin: &PluginRow) -> Result<bool> {
    Ok(before(app, tx, plugin).await?.is_some())
}

/// Removes a version that may not run any more from use. If nothing can replace it, it stays, closed.
pub async fn drop_version(app: &App, tx: &mut Conn, digest: &str, plugin: &str) -> Result<()> {
    let Some(mut plugin) = store::plugin(tx, plugin).await? else { return Ok(()) };
    let live = store::live_release(tx, &plugin.id).await?;
    if let Some(mut release) = live.filter(|release| release.digest == digest) {
        release.state = ReleaseState::RolledBack;
        store::save_release(tx, &release).await?;
    }
    if plugin.current_digest.as_deref() == Some(digest)
        && let Some(before) = before(app, tx, &plugin).await?
    {
        plugin.current_digest = before;
        plugin.previous_digest = None;
    }
    if plugin.previous_digest.as_deref() == Some(digest) {
        plugin.previous_digest = None;
    }
    store::save_plugin(tx, &plugin).await
}

/// The version and stage of a rollout.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct ReleaseRequest {
    /// The package, which must be ready.
    digest: String,
    stage: Stage,
    /// With `plan`: the plan.
    product_id: Option<i64>,
    /// With `percent`: the percentage of accounts.
    #[schema(minimum = 1, maximum = 99)]
    percent: Option<i64>,
}

/// Release a version to one account, a plan, a percentage of accounts, or everyone
///
/// An older version can be released as well. A run ends with the version that it started with.
#[utoipa::path(post, path = "/api/admin/plugins/{id}/release", tag = "admin", params(("id" = String, Path)), request_body = ReleaseRequest, responses(
    (status = 200, body = PluginDetail), (status = 409, description = "The package is not ready, or is released to all accounts already")))]
pub async fn release_version(
    app: App,
    by: ByAdmin,
    locale: Locale,
    Id(id): Id,
    json::Json(request): json::Json<ReleaseRequest>,
) -> Result<Json<PluginDetail>> {
    let rollout = Rollout::of(request.stage, &by.admin.id, request.product_id, request.percent)?;
    let mut change = Change::begin(&app, "release").await?;
    let tx = &mut change.tx;
    let mut plugin = store::expect_plugin(tx, &id).await?;
    let package = store::package(tx, &request.digest).await?;
    let Some(package) = package.filter(|package| package.plugin.as_deref() == Some(id.as_str())) else {
        return Err(Problem::invalid_field("digest", Text::key("registry.no-such-version")));
    };
    refuse_if(package.state != PackageState::Ready, || Problem::conflict("registry.not-ready"))?;
    begin(tx, &mut plugin, &request.digest, rollout).await?;
    let details = json!({ "digest": request.digest, "version": package.version, "stage": request.stage,
        "product_id": request.product_id, "percent": request.percent });
    by.record(tx, "plugin.released", Subject::of("plugin", &id, &id), details).await?;
    // An administrator who tries a version changes nothing for its publisher.
    if request.stage != Stage::Me {
        let released = Decided::Released(request.stage, request.percent);
        decided::notify(&app, tx, &request.digest, released, None).await?;
    }
    change.finish(&[&id]).await?;
    one::view(&app, &id, locale).await.map(Json)
}

/// Why a plugin is rolled back.
#[derive(Debug, Deserialize, Validate, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct RollBack {
    /// The administrator's reason, which the publisher reads.
    #[garde(length(chars, min = 1, max = 500))]
    #[schema(min_length = 1, max_length = 500)]
    reason: String,
}

/// Roll back to the previous version
///
/// A partial rollout is ended; otherwise the previous version, or the built-in tool, serves everyone.
#[utoipa::path(post, path = "/api/admin/plugins/{id}/rollback", tag = "admin", params(("id" = String, Path)), request_body = RollBack, responses(
    (status = 200, body = PluginDetail), (status = 409, description = "There is no earlier version")))]
pub async fn roll_back(
    app: App,
    _: Admin,
    actor: Actor,
    locale: Locale,
    Id(id): Id,
    Valid(RollBack { reason }): Valid<RollBack>,
) -> Result<Json<PluginDetail>> {
    let mut change = Change::begin(&app, "rollback").await?;
    let tx = &mut change.tx;
    let mut plugin = store::expect_plugin(tx, &id).await?;
    let from = plugin.current_digest.clone();
    let live = store::live_release(tx, &id).await?.filter(|release| release.state == ReleaseState::Open);
    let gone = live.map(|release| release.digest).or_else(|| from.clone());
    let to = take_back(&app, tx, &mut plugin, Some(json!({ "said": reason }).to_string())).await?;
    let details = json!({ "from": from, "to": to, "reason": reason });
    audit_log::record(tx, &actor, "plugin.rolled-back", Subject::of("plugin", &id, &id), details).await?;
    let digest = gone.unwrap_or_default();
    decided::notify(&app, tx, &digest, Decided::RolledBack, Some(&reason)).await?;
    change.finish(&[&id]).await?;
    one::view(&app, &id, locale).await.map(Json)
}
