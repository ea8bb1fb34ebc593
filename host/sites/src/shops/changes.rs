//! Changes: proposals, what users decide about them, and what became of them.

use sitewright_engine::shop::{Description, Field, Format, Kind as ShopKind};

use super::items::{self, Mirrored};
use super::rules::{self, Case, Check, CheckLevel};
use super::store::{self, Shop};
use super::{changed, html, recipes, systems};
use crate::platform::auth::{ShopsRead, ShopsWrite};
use crate::platform::prelude::*;

/// Ids of one decision.
const MOST_IDS: usize = 500;
/// Characters of an edited text.
const TEXT_CHARS: usize = 100_000;

/// The state of a change.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
pub enum ChangeState {
    Proposed,
    Approved,
    Rejected,
    /// It is being written.
    Writing,
    Written,
    /// The shop had another text than the one that the proposal was made from: nothing was written.
    Conflict,
    /// The shop refused it, or the item is gone.
    Failed,
    /// The replaced text is being written back.
    Undoing,
    Undone,
    /// The shop has another text than the one that was written: nothing was undone.
    UndoConflict,
}

text_column!(ChangeState);

/// What writing a change would do, by the last comparison.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum Forecast {
    Write,
    /// The shop has another text than the proposal was made from.
    Conflict,
    /// The shop has the new text already.
    Same,
    /// The item is gone.
    Gone,
}

text_column!(Forecast);

const COLUMNS: &str = "SELECT id, order_id, kind, item_id, title, language, field, state, old, new, replaced, stored, found, checks, \
    passes, edited, drafted, problem, dry, wanted, sent_at, attempts, created_at, decided_at, written_at, undone_at FROM shop_changes";

/// A row of `shop_changes`.
#[derive(Debug, Clone, sqlx::FromRow)]
pub(super) struct Change {
    pub id: String,
    pub order_id: Option<String>,
    pub kind: String,
    pub item_id: String,
    pub title: String,
    pub language: String,
    pub field: String,
    pub state: ChangeState,
    pub old: String,
    pub new: String,
    pub replaced: Option<String>,
    pub stored: Option<String>,
    pub found: Option<String>,
    #[sqlx(try_from = "Stored<Vec<Check>>")]
    pub checks: Vec<Check>,
    pub passes: bool,
    pub edited: bool,
    pub drafted: bool,
    #[sqlx(try_from = "Stored<Option<Problem>>")]
    pub problem: Option<Problem>,
    pub dry: Option<Forecast>,
    pub wanted: Option<store::Doing>,
    pub sent_at: Option<Timestamp>,
    pub attempts: i64,
    pub created_at: Timestamp,
    pub decided_at: Option<Timestamp>,
    pub written_at: Option<Timestamp>,
    pub undone_at: Option<Timestamp>,
}

pub(super) fn selected(rest: &str) -> AssertSqlSafe<String> {
    AssertSqlSafe(format!("{COLUMNS} {rest}"))
}

/// An objection of the rules.
#[derive(Debug, Serialize, ToSchema)]
pub struct ChangeCheck {
    pub level: CheckLevel,
    /// In the reader's language.
    pub message: String,
}

/// A new text for one field of an item.
#[derive(Debug, Serialize, ToSchema)]
pub struct ShopChange {
    pub id: String,
    pub order_id: Option<String>,
    pub kind: String,
    pub item_id: String,
    /// The title of the item.
    pub title: String,
    pub language: String,
    pub field: String,
    pub state: ChangeState,
    /// The text that the proposal was made from.
    pub old: String,
    /// The proposal.
    pub new: String,
    /// What the shop has stored, if that differs from `new`.
    pub stored: Option<String>,
    /// What the shop has instead of what was expected, in a conflict.
    pub found: Option<String>,
    pub checks: Vec<ChangeCheck>,
    /// Whether the rules have no serious objection.
    pub passes: bool,
    /// Whether a user has edited it.
    pub edited: bool,
    /// Whether it was written by rules, without a model.
    pub drafted: bool,
    /// Why it failed.
    pub problem: Option<ProblemView>,
    /// What writing it would do, by the last comparison.
    pub forecast: Option<Forecast>,
    pub created_at: Timestamp,
    pub decided_at: Option<Timestamp>,
    pub written_at: Option<Timestamp>,
    pub undone_at: Option<Timestamp>,
}

impl Change {
    pub(super) fn view(self, locale: Locale) -> ShopChange {
        let check = |check: Check| ChangeCheck { level: check.level, message: check.text.say(locale) };
        ShopChange {
            stored: self.stored.filter(|stored| *stored != self.new),
            id: self.id,
            order_id: self.order_id,
            kind: self.kind,
            item_id: self.item_id,
            title: self.title,
            language: self.language,
            field: self.field,
            state: self.state,
            old: self.old,
            new: self.new,
            found: self.found,
            checks: self.checks.into_iter().map(check).collect(),
            passes: self.passes,
            edited: self.edited,
            drafted: self.drafted,
            problem: self.problem.map(|problem| problem.render(locale)),
            forecast: self.dry,
            created_at: self.created_at,
            decided_at: self.decided_at,
            written_at: self.written_at,
            undone_at: self.undone_at,
        }
    }
}

/// Which changes to list.
#[derive(Debug, Clone, Default, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(super) struct ChangeFilter {
    pub state: Option<ChangeState>,
    /// Only those of an order.
    pub order: Option<String>,
    /// Only those of an item.
    pub item: Option<String>,
    /// Only those of a field; `alt` for all alternative texts.
    pub field: Option<String>,
    /// Only those that pass the rules, or only others.
    pub passes: Option<bool>,
}

pub(super) const WHERE: &str = "WHERE shop_id = $1 AND ($2 IS NULL OR state = $2) AND ($3 IS NULL OR order_id = $3) AND ($4 IS NULL OR item_id = $4)
    AND ($5 IS NULL OR field = $5 OR ($5 = 'alt' AND field LIKE 'alt:%')) AND ($6 IS NULL OR passes = $6)";

/// Changes of a shop's texts, oldest first; those that are done, newest first
#[utoipa::path(get, path = "/api/shops/{id}/changes", tag = "shops", security(("key" = ["shops:read"])), params(("id" = String, Path), ChangeFilter, Page), responses((status = 200, body = Paged<ShopChange>)))]
pub(super) async fn list_shop_changes(
    app: App,
    caller: Scoped<ShopsRead>,
    locale: Locale,
    Path(id): Path<String>,
    Query(filter): Query<ChangeFilter>,
    page: Page,
) -> Result<Json<Paged<ShopChange>>> {
    let mut tx = app.db.read().begin().await?;
    store::find_open(&mut tx, &caller, &id).await?;
    let is_open = filter.state.is_some_and(|state| {
        matches!(state, ChangeState::Proposed | ChangeState::Approved | ChangeState::Writing)
    });
    let order = if is_open { "id" } else { "id DESC" };
    let values = (&id, filter.state, &filter.order, &filter.item, &filter.field, filter.passes);
    let count =
        db::query_scalar(AssertSqlSafe(format!("SELECT count(*) FROM shop_changes {WHERE}"))).binds(values);
    let rows = db::query_as(selected(&format!("{WHERE} ORDER BY {order} LIMIT $7 OFFSET $8"))).binds(values);
    let rows: Paged<Change> = page.fetch(&mut tx, count, rows).await?;
    Ok(Json(rows.map(|change| change.view(locale))))
}

/// An edited proposal.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = ShopChangeEdit)]
pub(super) struct ChangeEdit {
    #[schema(max_length = 100_000)]
    new: String,
}

/// Edit a proposal; the rules check it again
#[utoipa::path(patch, path = "/api/shops/{id}/changes/{change}", tag = "shops", security(("key" = ["shops:write"])), params(("id" = String, Path), ("change" = String, Path)), request_body = ChangeEdit,
    responses((status = 200, body = ShopChange), (status = 409, description = "It was written or rejected")))]
pub(super) async fn edit_shop_change(
    app: App,
    caller: Scoped<ShopsWrite>,
    locale: Locale,
    Path((id, change)): Path<(String, String)>,
    json::Json(edit): json::Json<ChangeEdit>,
) -> Result<Json<ShopChange>> {
    let mut tx = app.db.write_for(&caller.id).await?;
    let shop = store::find_open(&mut tx, &caller, &id).await?;
    let system = systems::find(&app, &caller.id, &shop.plugin).await?.described(locale).await?;
    let change = edited(&mut tx, &shop, &system, &change, &edit.new).await?;
    changed(&app, &mut tx, &caller.id, &id);
    tx.commit().await?;
    Ok(Json(change.view(locale)))
}

/// Replaces the text of an open proposal; the rules check it again.
///
/// Errors: 404 if there is no such change, 409 if it is not open, 422 if the text is too long.
pub(super) async fn edited(
    tx: &mut Conn,
    shop: &Shop,
    system: &Description,
    change: &str,
    new: &str,
) -> Result<Change> {
    let too_long = || Text::key("validation.too-long").with("max", TEXT_CHARS);
    refuse_if(new.chars().count() > TEXT_CHARS, || Problem::invalid_field("new", too_long()))?;
    let sql = selected("WHERE shop_id = $1 AND id = $2");
    let found: Option<Change> = db::query_as(sql).binds((&shop.id, change)).fetch_optional(&mut *tx).await?;
    let mut found = found.ok_or_else(Problem::not_found)?;
    let is_open =
        matches!(found.state, ChangeState::Proposed | ChangeState::Approved) && found.wanted.is_none();
    refuse_if(!is_open, || Problem::conflict("shops.decided"))?;
    let kind = system.kinds.iter().find(|kind| kind.id == found.kind).ok_or_else(Problem::not_found)?;
    let field = field_of(kind, &found.field);
    let new = match field.format {
        // What a user writes may contain other elements than a tool's text: the shop cleans it.
        Format::Html => html::clean(new, &system.elements),
        format => recipes::formed(new, format, system),
    };
    let ids = [found.item_id.clone()];
    let items = items::mirrored(tx, &shop.id, &found.kind, &ids).await?;
    let main = shop.languages.first().cloned().unwrap_or_default();
    let translates = recipes::translates(tx, found.order_id.as_deref()).await?;
    let from = if translates { &main } else { &found.language };
    let checks = match items.first() {
        Some(item) => checks_of(item, &field, &found.old, &new, &found.language, from, translates),
        None => found.checks,
    };
    let passes = checks.iter().all(|check| check.level != CheckLevel::Hard);
    db::query(
        "UPDATE shop_changes SET new = $2, checks = $3, passes = $4, edited = TRUE, dry = NULL WHERE id = $1",
    )
    .binds((change, &new, Stored(&checks), passes))
    .execute(tx)
    .await?;
    (found.new, found.checks, found.passes, found.edited) = (new, checks, passes, true);
    Ok(found)
}

/// The field of a kind; alternative texts of images are lines.
pub(super) fn field_of(kind: &ShopKind, id: &str) -> Field {
    let known = kind.fields.iter().find(|field| field.id == id).cloned();
    known.unwrap_or_else(|| Field {
        id: id.to_owned(),
        name: id.to_owned(),
        format: Format::Line,
        most: None,
    })
}

/// What to do with changes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum Decision {
    Approve,
    Reject,
    /// Back to proposed.
    Reopen,
    /// A text whose undoing met a conflict stays written.
    Keep,
}

/// A decision about proposals.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = ShopDecision)]
pub(super) struct NewDecision {
    decision: Decision,
    /// Changes by id.
    #[serde(default)]
    #[schema(max_items = 500)]
    ids: Option<Vec<String>>,
    /// Only changes that are in this state now, so that a decision made elsewhere stays.
    #[serde(default)]
    from: Option<ChangeState>,
    /// Only proposals that pass the rules; without `ids` all of them.
    #[serde(default)]
    passing: bool,
    /// Of `passing`: only those of an order.
    #[serde(default)]
    order: Option<String>,
}

/// How many changes a request has changed.
#[derive(Debug, Serialize, ToSchema)]
pub struct ChangedCount {
    pub changed: u64,
}

/// Approve, reject or reopen proposals, or keep what could not be undone
///
/// Changes that are being written, or were written, stay as they are.
#[utoipa::path(post, path = "/api/shops/{id}/changes/decide", tag = "shops", security(("key" = ["shops:write"])), params(("id" = String, Path)), request_body = NewDecision, responses((status = 200, body = ChangedCount)))]
pub(super) async fn decide_shop_changes(
    app: App,
    caller: Scoped<ShopsWrite>,
    Path(id): Path<String>,
    json::Json(new): json::Json<NewDecision>,
) -> Result<Json<ChangedCount>> {
    let mut tx = app.db.write_for(&caller.id).await?;
    store::find_open(&mut tx, &caller, &id).await?;
    let (from, to) = match new.decision {
        Decision::Approve => ("'proposed', 'rejected'", ChangeState::Approved),
        Decision::Reject => ("'proposed', 'approved', 'conflict', 'failed'", ChangeState::Rejected),
        Decision::Reopen => ("'approved', 'rejected', 'conflict', 'failed'", ChangeState::Proposed),
        Decision::Keep => ("'undo-conflict'", ChangeState::Written),
    };
    let now = (to != ChangeState::Proposed).then(Timestamp::now);
    // A field has one open change: another one keeps a closed change closed.
    let free = "NOT EXISTS (SELECT 1 FROM shop_changes o WHERE o.shop_id = shop_changes.shop_id AND o.kind = shop_changes.kind
        AND o.item_id = shop_changes.item_id AND o.language = shop_changes.language AND o.field = shop_changes.field AND o.id <> shop_changes.id
        AND o.state IN ('proposed', 'approved', 'writing', 'undoing'))";
    // A conflict that is reopened is compared with what the shop has instead.
    let set = "UPDATE shop_changes SET old = CASE WHEN state = 'conflict' AND found IS NOT NULL THEN found ELSE old END,
        state = $2, decided_at = $3, dry = NULL, problem = NULL, found = NULL WHERE shop_id = $1 AND wanted IS NULL";
    let changed_rows = match &new.ids {
        Some(ids) => {
            let too_many = || Text::key("validation.too-many").with("max", MOST_IDS);
            refuse_if(ids.len() > MOST_IDS, || Problem::invalid_field("ids", too_many()))?;
            if ids.is_empty() {
                return Ok(Json(ChangedCount { changed: 0 }));
            }
            let sql = format!(
                "{set} AND state IN ({from}) AND ($4 IS NULL OR state = $4) AND (passes OR NOT $5) AND {free} AND id IN ({})",
                db::places(6, ids.len())
            );
            let mut query = db::query(AssertSqlSafe(sql)).binds((&id, to, now, new.from, new.passing));
            for change in ids {
                query = query.bind(change);
            }
            query.execute(&mut *tx).await?.rows_affected()
        }
        None if new.passing && to == ChangeState::Approved => {
            let sql = format!("{set} AND state = 'proposed' AND passes AND ($4 IS NULL OR order_id = $4)");
            let query = db::query(AssertSqlSafe(sql)).binds((&id, to, now, &new.order));
            query.execute(&mut *tx).await?.rows_affected()
        }
        None => return Err(Problem::invalid_field("ids", Text::key("validation.required"))),
    };
    changed(&app, &mut tx, &caller.id, &id);
    committed(tx, Json(ChangedCount { changed: changed_rows })).await
}

/// Item and field of all open changes of a kind in a language.
pub(super) async fn open_fields(
    conn: &mut Conn,
    shop: &str,
    kind: &str,
    language: &str,
) -> Result<HashSet<(String, String)>> {
    let open = db::query_as(
        "SELECT item_id, field FROM shop_changes WHERE shop_id = $1 AND kind = $2 AND language = $3
             AND state IN ('proposed', 'approved', 'writing', 'undoing')",
    );
    Ok(open.binds((shop, kind, language)).fetch_all(conn).await?.into_iter().collect())
}

/// Where texts that a tool wrote belong.
pub(super) struct Proposal<'a> {
    pub shop: &'a Shop,
    pub order: &'a str,
    pub kind: &'a ShopKind,
    pub item: &'a Mirrored,
    pub language: &'a str,
    /// The language of the sources.
    pub from: &'a str,
    pub translates: bool,
    pub drafted: bool,
}

/// Stores texts as proposals, by field; those that change nothing are left out. A proposal that is open already is replaced
/// unless a user has decided on it or edited it.
pub(super) async fn propose(
    tx: &mut Conn,
    proposal: &Proposal<'_>,
    texts: HashMap<String, String>,
) -> Result<()> {
    let Proposal { shop, order, kind, item, language, from, translates, drafted } = *proposal;
    let known = item.texts.get(language);
    for (id, new) in texts {
        let field = field_of(kind, &id);
        let old = known.and_then(|texts| texts.get(&id)).cloned().unwrap_or_default();
        if same(&field, &old, &new) {
            continue;
        }
        let checks = checks_of(item, &field, &old, &new, language, from, translates);
        let passes = checks.iter().all(|check| check.level != CheckLevel::Hard);
        db::query(
            "INSERT INTO shop_changes (id, shop_id, order_id, kind, item_id, title, language, field, state, old, new, checks, passes, drafted, created_at)
             VALUES ($1, $2, $3, $4, $5, $6, $7, $8, 'proposed', $9, $10, $11, $12, $13, $14)
             ON CONFLICT (shop_id, kind, item_id, language, field) WHERE state IN ('proposed', 'approved', 'writing', 'undoing')
             DO UPDATE SET order_id = excluded.order_id, old = excluded.old, new = excluded.new, checks = excluded.checks,
                 passes = excluded.passes, drafted = excluded.drafted
             WHERE shop_changes.state = 'proposed' AND NOT shop_changes.edited",
        )
        .binds((db::new_id(), &shop.id, order, &kind.id, &item.id, &item.title, language, &id))
        .binds((&old, &new, Stored(&checks), passes, drafted, Timestamp::now()))
        .execute(&mut *tx)
        .await?;
    }
    Ok(())
}

fn checks_of(
    item: &Mirrored,
    field: &Field,
    old: &str,
    new: &str,
    language: &str,
    from: &str,
    translates: bool,
) -> Vec<Check> {
    let nothing = BTreeMap::new();
    let sources = item.texts.get(from).unwrap_or(&nothing);
    let translated = sources.get(&field.id).map(String::as_str).filter(|_| translates);
    let title = sources.get("title").filter(|title| !title.is_empty()).unwrap_or(&item.title);
    rules::check(&Case { field, title, facts: &item.facts, sources, old, translated, new, language, from })
}

/// Whether two values of a field show the same.
pub(super) fn same(field: &Field, one: &str, other: &str) -> bool {
    match field.format {
        Format::Html => html::same(one, other),
        Format::Line | Format::Plain => one.trim() == other.trim(),
    }
}
