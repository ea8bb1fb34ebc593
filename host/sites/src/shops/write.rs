//! Writing approved changes to a shop, and undoing written ones.
//!
//! For the items of a batch, one after the other:
//! 1. They are read. A change whose field has another text than expected is a conflict; one whose field has the new text
//!    already is done.
//! 2. The rest is stored as being sent, and sent.
//! 3. The items are read again, whatever the shop has answered: a shop may fail after it has written, and it may store
//!    something else than it was sent.
//!
//! After a crash the changes that were being sent are read first. One that the shop does not have is sent again only when
//! the request of the dead process can no longer be under way.

use sitewright_engine::shop::{Change as Sent, Edit, Item, Kind as ShopKind};

use super::changes::{self, Change, ChangeState, Forecast, field_of, same};
use super::client::{Client, Then, Unserved};
use super::rules::readable;
use super::store::{self, Doing, Shop, Working};
use super::{changed, news, read};
use crate::platform::auth::ShopsWrite;
use crate::platform::jobs::{self, Enqueue, Lane, Next, Retry, Running};
use crate::platform::prelude::*;

/// Consecutive batches that may fail before the shop is left alone for a while.
const FAILURES: u32 = 3;
/// Attempts to write a change before it fails.
const ATTEMPTS: i64 = 8;
/// Ids of one request.
const MOST_IDS: usize = 5_000;
/// How long a request may be under way after its timeout: the network's part.
const MARGIN_MS: i64 = 1_000;

/// Does what users want with changes of a shop, until nothing is left.
#[derive(Serialize, Deserialize)]
pub(super) struct WriteShop {
    shop: String,
}

impl WriteShop {
    pub(super) async fn enqueue(app: &App, tx: &mut Conn, account: &str, shop: &str) -> Result<()> {
        let write = Enqueue::new(&Self { shop: shop.to_owned() })?;
        write.key(shop).account(account).put(app, tx).await
    }
}

impl jobs::Job for WriteShop {
    const NAME: &'static str = "shops.write";
    const LANE: Lane = Lane { name: "shops-write", places: 50 };
    const RETRY: Retry =
        Retry { attempts: 50, first_pause: Duration::from_secs(2), longest_pause: Duration::from_secs(300) };

    async fn run(self, running: &Running) -> Result<Next> {
        let app = &running.app;
        let Some(shop) = store::load(&mut app.db.read().acquire().await?, &self.shop).await? else {
            return Ok(Next::Done);
        };
        let client = match Client::of(app, &shop, Locale::default()).await {
            Ok(client) => client,
            Err(problem) => return interrupted(running, &shop, problem.into()).await,
        };
        let work = Work { running, app, shop: &shop, client: &client };
        let mut batches = 0;
        match work.all(&mut batches).await {
            Ok(next) => Ok(next),
            Err(_) if app.stop.is_cancelled() => Ok(Next::Stopped),
            // A shop that fails now and then is no failure of the job.
            Err(Unserved { then, .. })
                if batches > 0
                    && let Some(pause) = then.pause() =>
            {
                let pause = i64::try_from(pause.as_millis()).unwrap_or_default();
                Ok(Next::At(Timestamp::now().plus_ms(pause)))
            }
            Err(unserved) => interrupted(running, &shop, unserved).await,
        }
    }
}

/// One execution of the job.
struct Work<'a> {
    running: &'a Running,
    app: &'a App,
    shop: &'a Shop,
    client: &'a Client,
}

/// What a change needs next.
enum Step {
    /// To be sent with this text.
    Send { before: String, after: String },
    /// Finished with these values.
    End(End),
    /// Nothing before this time: its request may be under way.
    Wait(Timestamp),
}

/// When a change that was sent is looked at again.
struct Again {
    at: Timestamp,
    /// The shop has refused the request without doing anything.
    is_unsent: bool,
}

/// How a change ends.
#[derive(Debug)]
enum End {
    /// It is to be sent again.
    Unsent,
    Written {
        replaced: String,
        stored: String,
    },
    Undone,
    Conflict {
        found: String,
    },
    Failed(Problem),
    Forecast(Forecast, Option<String>),
}

impl Work<'_> {
    /// Carries out all batches; `done` counts those that came to an end.
    async fn all(&self, done: &mut u32) -> Result<Next, Unserved> {
        let mut wait: Option<Timestamp> = None;
        let mut passed: HashSet<String> = HashSet::new();
        let mut failures = 0;
        loop {
            if self.running.cancel.is_cancelled() || self.app.stop.is_cancelled() {
                return Ok(Next::Stopped);
            }
            let Some((kind, changes)) = self.batch(&passed).await? else { break };
            let items: Vec<String> = changes.iter().map(place_of).collect();
            let again = match self.carry_out(kind, changes, &mut passed).await {
                Ok(again) => {
                    *done += 1;
                    failures = 0;
                    again
                }
                // A shop that fails now and then is asked for other items, and later for these.
                Err(Unserved { then, .. })
                    if failures < FAILURES
                        && let Some(pause) = then.pause() =>
                {
                    failures += 1;
                    passed.extend(items);
                    let pause = i64::try_from(pause.as_millis()).unwrap_or_default();
                    Some(Timestamp::now().plus_ms(pause))
                }
                Err(unserved) => return Err(unserved),
            };
            wait = wait.into_iter().chain(again).min();
        }
        match wait {
            Some(until) => Ok(Next::At(until)),
            None => {
                self.finish().await?;
                Ok(Next::Done)
            }
        }
    }

    /// All wanted changes of the next items, without those of `passed` items.
    async fn batch(&self, passed: &HashSet<String>) -> Result<Option<(&ShopKind, Vec<Change>)>> {
        const FIRST: i64 = 2_000;
        let sql = changes::selected(
            "WHERE shop_id = $1 AND wanted IS NOT NULL ORDER BY kind, item_id, id LIMIT $2",
        );
        let all: Vec<Change> =
            db::query_as(sql).binds((&self.shop.id, FIRST)).fetch_all(self.app.db.read()).await?;
        let mut all = all.into_iter().filter(|change| !passed.contains(&place_of(change)));
        let Some(first) = all.next() else { return Ok(None) };
        let kinds = &self.client.kinds.kinds;
        let kind = kinds.iter().find(|kind| kind.id == first.kind);
        let kind =
            kind.ok_or_else(|| Problem::conflict("shops.no-kind").with("kind", first.kind.as_str()))?;
        let mut items: HashSet<String> = HashSet::from([first.item_id.clone()]);
        let mut batch = vec![first];
        for change in all.take_while(|change| change.kind == kind.id) {
            if !items.contains(&change.item_id) && items.len() >= kind.batch.max(1) as usize {
                break;
            }
            items.insert(change.item_id.clone());
            batch.push(change);
        }
        Ok(Some((kind, batch)))
    }

    /// Takes a batch one step further. Returns when it has to be looked at again; its items are `passed` then.
    async fn carry_out(
        &self,
        kind: &ShopKind,
        batch: Vec<Change>,
        passed: &mut HashSet<String>,
    ) -> Result<Option<Timestamp>, Unserved> {
        let items = self.read(kind, &batch).await?;
        let now = Timestamp::now();
        let (mut sending, mut ends, mut wait) = (Vec::new(), Vec::new(), None);
        for change in batch {
            match self.next(kind, &change, items.get(&change.item_id), now) {
                Step::Send { before, after } => sending.push((change, before, after)),
                Step::End(end) => ends.push((change, end)),
                Step::Wait(until) => {
                    passed.insert(place_of(&change));
                    wait = Some(wait.map_or(until, |wait: Timestamp| wait.min(until)));
                }
            }
        }
        self.store(&ends, &sending, now).await?;
        if sending.is_empty() {
            return Ok(wait);
        }
        let answers = self.send(kind, &sending).await;
        let items = match self.read(kind, sending.iter().map(|(change, ..)| change)).await {
            Ok(items) => items,
            // What the shop has is unknown: the next attempt reads it.
            Err(unserved) => return Err(unserved),
        };
        let (mut ends, mut retry) = (Vec::new(), None);
        for (change, before, after) in sending {
            let answer = answers.get(&change.item_id);
            match self.sent(kind, &change, items.get(&change.item_id), (&before, &after), answer, now) {
                Ok(end) => ends.push((change, end)),
                Err(again) => {
                    passed.insert(place_of(&change));
                    retry = Some(retry.map_or(again.at, |retry: Timestamp| retry.min(again.at)));
                    if again.is_unsent {
                        ends.push((change, End::Unsent));
                    }
                }
            }
        }
        self.store(&ends, &[], now).await?;
        // The others would be refused as well.
        let refused =
            answers.into_values().filter_map(Result::err).find(|unserved| unserved.then == Then::Reconnect);
        match refused {
            Some(unserved) => Err(unserved),
            None => Ok(wait.into_iter().chain(retry).min()),
        }
    }

    /// Items by id as the shop has them now.
    async fn read<'c>(
        &self,
        kind: &ShopKind,
        changes: impl IntoIterator<Item = &'c Change>,
    ) -> Result<HashMap<String, Item>, Unserved> {
        let ids: BTreeSet<String> = changes.into_iter().map(|change| change.item_id.clone()).collect();
        let items = self.client.read(&kind.id, ids.into_iter().collect()).await?;
        Ok(items.into_iter().map(|item| (item.id.clone(), item)).collect())
    }

    /// Compares a change with the shop.
    fn next(&self, kind: &ShopKind, change: &Change, item: Option<&Item>, now: Timestamp) -> Step {
        let field = field_of(kind, &change.field);
        let wanted = change.wanted.unwrap_or(Doing::Write);
        let Some(item) = item else {
            return Step::End(match wanted {
                Doing::Compare => End::Forecast(Forecast::Gone, None),
                _ => End::Failed(Problem::conflict("shops.gone")),
            });
        };
        if let Some(why) = item.locked.as_ref().filter(|_| wanted != Doing::Compare) {
            return Step::End(End::Failed(Problem::conflict("shops.locked").saying(why.clone())));
        }
        let current = value(item, change).to_owned();
        let (expected, after) = match wanted {
            Doing::Undo => {
                (change.stored.clone().unwrap_or_default(), change.replaced.clone().unwrap_or_default())
            }
            _ => (change.old.clone(), change.new.clone()),
        };
        let (is_expected, is_done) = (same(&field, &current, &expected), same(&field, &current, &after));
        match wanted {
            Doing::Compare if is_done => Step::End(End::Forecast(Forecast::Same, None)),
            Doing::Compare if is_expected => Step::End(End::Forecast(Forecast::Write, None)),
            Doing::Compare => Step::End(End::Forecast(Forecast::Conflict, Some(current))),
            Doing::Undo if is_done => Step::End(End::Undone),
            Doing::Write if is_done => Step::End(End::Written { replaced: expected, stored: current }),
            _ if is_expected => match change.sent_at.map(|sent| sent.plus_ms(self.settle_ms())) {
                Some(until) if until > now => Step::Wait(until),
                _ => Step::Send { before: current, after },
            },
            // Sent by a process that died, and stored in the shop's own form.
            Doing::Write if change.sent_at.is_some() && is_close(&field, &current, &after) => {
                Step::End(End::Written { replaced: expected, stored: current })
            }
            Doing::Undo if change.sent_at.is_some() && is_close(&field, &current, &after) => {
                Step::End(End::Undone)
            }
            _ => Step::End(End::Conflict { found: current }),
        }
    }

    /// How long a request may be under way.
    fn settle_ms(&self) -> i64 {
        let timeout = self.app.config.plugin_http_timeout.as_millis();
        i64::try_from(timeout).unwrap_or(i64::MAX / 2).saturating_add(MARGIN_MS)
    }

    /// Sends changes; the shop's answers by item.
    async fn send(
        &self,
        kind: &ShopKind,
        sending: &[(Change, String, String)],
    ) -> HashMap<String, Result<(), Unserved>> {
        let mut sent: Vec<Sent> = Vec::new();
        for (change, before, after) in sending {
            let edit = Edit {
                language: change.language.clone(),
                field: change.field.clone(),
                before: before.clone(),
                after: after.clone(),
            };
            match sent.iter_mut().find(|sent| sent.id == change.item_id) {
                Some(sent) => sent.edits.push(edit),
                None => sent.push(Sent { id: change.item_id.clone(), edits: vec![edit] }),
            }
        }
        let ids: Vec<String> = sent.iter().map(|sent| sent.id.clone()).collect();
        match self.client.write(&kind.id, sent).await {
            Ok(answers) => ids.into_iter().zip(answers).collect(),
            Err(unserved) => {
                let Unserved { problem, then } = unserved;
                let again = |id| (id, Err(Unserved { problem: problem.clone(), then }));
                ids.into_iter().map(again).collect()
            }
        }
    }

    /// What became of a change that was sent; `Err`: when to look at it again.
    fn sent(
        &self,
        kind: &ShopKind,
        change: &Change,
        item: Option<&Item>,
        (before, after): (&str, &str),
        answer: Option<&Result<(), Unserved>>,
        now: Timestamp,
    ) -> Result<End, Again> {
        let field = field_of(kind, &change.field);
        let Some(item) = item else { return Ok(End::Failed(Problem::conflict("shops.gone"))) };
        let current = value(item, change).to_owned();
        let is_undo = change.wanted == Some(Doing::Undo);
        let done = |stored| match is_undo {
            true => End::Undone,
            false => End::Written { replaced: before.to_owned(), stored },
        };
        let is_written = same(&field, &current, after) || is_close(&field, &current, after);
        match answer {
            _ if is_written => Ok(done(current)),
            // Accepted, and stored in another form.
            Some(Ok(())) if !same(&field, &current, before) => Ok(done(current)),
            Some(Ok(())) => Ok(End::Failed(Problem::conflict("shops.ignored"))),
            _ if !same(&field, &current, before) => Ok(End::Conflict { found: current }),
            Some(Err(Unserved { problem, then: Then::Stop | Then::Reconnect })) => {
                Ok(End::Failed(problem.clone()))
            }
            Some(Err(Unserved { problem, .. })) if change.attempts + 1 >= ATTEMPTS => {
                Ok(End::Failed(problem.clone()))
            }
            Some(Err(Unserved { then: Then::Wait(pause), .. })) => {
                let pause = i64::try_from(pause.as_millis()).unwrap_or_default();
                Err(Again { at: Timestamp::now().plus_ms(pause), is_unsent: true })
            }
            Some(Err(Unserved { then: Then::Retry(_), .. })) | None => {
                Err(Again { at: now.plus_ms(self.settle_ms()), is_unsent: false })
            }
        }
    }

    /// Stores how changes ended, and which are about to be sent.
    async fn store(
        &self,
        ends: &[(Change, End)],
        sending: &[(Change, String, String)],
        now: Timestamp,
    ) -> Result<()> {
        let mut tx = self.app.db.write_for(&self.shop.account_id).await?;
        self.running.hold(&mut tx).await?;
        for (change, end) in ends {
            end_change(&mut tx, change, end).await?;
            self.mirror(&mut tx, change, end).await?;
        }
        for (change, ..) in sending {
            let state = match change.wanted {
                Some(Doing::Undo) => ChangeState::Undoing,
                _ => ChangeState::Writing,
            };
            db::query(
                "UPDATE shop_changes SET state = $2, sent_at = $3, attempts = attempts + 1 WHERE id = $1",
            )
            .binds((&change.id, state, now))
            .execute(&mut *tx)
            .await?;
        }
        if !ends.is_empty() {
            self.progress(&mut tx, ends).await?;
        }
        Ok(tx.commit().await?)
    }

    /// The mirror follows what was written.
    async fn mirror(&self, tx: &mut Conn, change: &Change, end: &End) -> Result<()> {
        let text = match end {
            End::Written { stored, .. } => stored.as_str(),
            End::Undone => change.replaced.as_deref().unwrap_or_default(),
            End::Conflict { found } => found.as_str(),
            End::Unsent | End::Failed(_) | End::Forecast(..) => return Ok(()),
        };
        read::put_text(tx, self.shop, change, text).await
    }

    /// Counts what is left, and what did not succeed.
    async fn progress(&self, tx: &mut Conn, ends: &[(Change, End)]) -> Result<()> {
        let left =
            db::query_scalar("SELECT count(*) FROM shop_changes WHERE shop_id = $1 AND wanted IS NOT NULL");
        let left: i64 = left.bind(&self.shop.id).fetch_one(&mut *tx).await?;
        let Some(shop) = store::load(tx, &self.shop.id).await? else { return Ok(()) };
        if let Some(mut working) = shop.working {
            working.total = working.total.max(left);
            working.done = working.total - left;
            for (_, end) in ends {
                working.conflicts += i64::from(matches!(end, End::Conflict { .. }));
                working.failed += i64::from(matches!(end, End::Failed(_)));
            }
            store::set_working(tx, &shop.id, Some(&working)).await?;
        }
        changed(self.app, tx, &self.shop.account_id, &self.shop.id);
        Ok(())
    }

    /// Nothing is wanted any more.
    async fn finish(&self) -> Result<()> {
        let mut tx = self.app.db.write_for(&self.shop.account_id).await?;
        let left = db::query_scalar(
            "SELECT EXISTS (SELECT 1 FROM shop_changes WHERE shop_id = $1 AND wanted IS NOT NULL)",
        );
        if left.bind(&self.shop.id).fetch_one(&mut *tx).await? {
            // Requested in the meantime: the job runs again.
            return Ok(());
        }
        let shop = store::load(&mut tx, &self.shop.id).await?;
        store::set_working(&mut tx, &self.shop.id, None).await?;
        store::set_status(&mut tx, &self.shop.id, super::ShopStatus::Connected, None).await?;
        if let Some(working) = shop.and_then(|shop| shop.working) {
            news::done(self.app, &mut tx, self.shop, &working).await?;
        }
        changed(self.app, &mut tx, &self.shop.account_id, &self.shop.id);
        self.running.complete(&mut tx).await?;
        Ok(tx.commit().await?)
    }
}

/// The shop could not be reached: the job tries again, or everything that is wanted stays as it was.
async fn interrupted(running: &Running, shop: &Shop, unserved: Unserved) -> Result<Next> {
    if unserved.then.pause().is_some() && running.failures < ATTEMPTS {
        return Err(unserved.problem);
    }
    let app = &running.app;
    let mut tx = app.db.write_for(&shop.account_id).await?;
    // What was sent is looked at when the shop can be reached again; nothing else was begun.
    db::query(
        "UPDATE shop_changes SET wanted = NULL WHERE shop_id = $1 AND wanted IS NOT NULL AND state NOT IN ('writing', 'undoing')",
    )
    .bind(&shop.id)
    .execute(&mut *tx)
    .await?;
    store::set_working(&mut tx, &shop.id, None).await?;
    news::failed(app, &mut tx, shop, &unserved).await?;
    changed(app, &mut tx, &shop.account_id, &shop.id);
    running.complete(&mut tx).await?;
    tx.commit().await?;
    Ok(Next::Done)
}

/// The item of a change among the items of all kinds.
fn place_of(change: &Change) -> String {
    format!("{} {}", change.kind, change.item_id)
}

/// The field of a change in an item; empty if the item does not have it.
fn value<'i>(item: &'i Item, change: &Change) -> &'i str {
    let text = item.texts.iter().find(|text| text.language == change.language && text.field == change.field);
    text.map_or("", |text| text.value.as_str())
}

/// Whether two values say the same in another form: a shop may have cleaned its HTML.
fn is_close(field: &sitewright_engine::shop::Field, one: &str, other: &str) -> bool {
    let words = |text: &str| readable(field, text).split_whitespace().collect::<Vec<_>>().join(" ");
    words(one) == words(other)
}

async fn end_change(tx: &mut Conn, change: &Change, end: &End) -> Result<()> {
    let now = Timestamp::now();
    let is_undo = change.wanted == Some(Doing::Undo);
    let query = match end {
        End::Unsent => db::query("UPDATE shop_changes SET sent_at = NULL WHERE id = $1").bind(&change.id),
        End::Written { replaced, stored } => db::query(
            "UPDATE shop_changes SET state = 'written', wanted = NULL, replaced = COALESCE(replaced, $2), stored = $3, written_at = $4, found = NULL,
                 problem = NULL, sent_at = NULL, attempts = 0 WHERE id = $1",
        )
        .binds((&change.id, replaced, stored, now)),
        End::Undone => db::query(
            "UPDATE shop_changes SET state = 'undone', wanted = NULL, undone_at = $2, found = NULL, problem = NULL, sent_at = NULL,
                 attempts = 0 WHERE id = $1",
        )
        .binds((&change.id, now)),
        End::Conflict { found } => {
            let state = if is_undo { ChangeState::UndoConflict } else { ChangeState::Conflict };
            let sql = "UPDATE shop_changes SET state = $2, wanted = NULL, found = $3, sent_at = NULL, attempts = 0 WHERE id = $1";
            db::query(sql).binds((&change.id, state, found))
        }
        // A failed undo can be tried again: the text is still written.
        End::Failed(problem) => {
            let state = if is_undo { ChangeState::Written } else { ChangeState::Failed };
            let sql = "UPDATE shop_changes SET state = $2, wanted = NULL, problem = $3, sent_at = NULL, attempts = 0 WHERE id = $1";
            db::query(sql).binds((&change.id, state, Stored(Some(problem))))
        }
        End::Forecast(forecast, found) => {
            db::query("UPDATE shop_changes SET dry = $2, wanted = NULL, found = $3 WHERE id = $1").binds((&change.id, *forecast, found))
        }
    };
    query.run(tx).await
}

/// What to do with changes.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = ShopWork)]
pub(super) struct NewWork {
    /// `write` and `compare` take approved changes, `undo` written ones.
    #[serde(rename = "do")]
    doing: Doing,
    /// Changes by id; all approved ones if absent. `undo` needs ids.
    #[serde(default)]
    #[schema(max_items = 5000)]
    ids: Option<Vec<String>>,
}

/// Write approved changes to the shop, compare them with it without writing, or undo written ones
///
/// The shop's `working` shows the progress; the event `shop.changed` is published with each batch.
#[utoipa::path(post, path = "/api/shops/{id}/work", tag = "shops", security(("key" = ["shops:write"])), params(("id" = String, Path)), request_body = NewWork,
    responses((status = 202, body = changes::ChangedCount), (status = 409, description = "Other work with the shop is going on, or there is nothing to do")))]
pub(super) async fn write_shop_changes(
    app: App,
    caller: Scoped<ShopsWrite>,
    Path(id): Path<String>,
    json::Json(new): json::Json<NewWork>,
) -> Result<(StatusCode, Json<changes::ChangedCount>)> {
    let too_many = || Text::key("validation.too-many").with("max", MOST_IDS);
    let is_long = new.ids.as_ref().is_some_and(|ids| ids.len() > MOST_IDS);
    refuse_if(is_long, || Problem::invalid_field("ids", too_many()))?;
    let mut tx = app.db.write_for(&caller.id).await?;
    let shop = store::find_open(&mut tx, &caller, &id).await?;
    refuse_if(shop.working.is_some(), || Problem::conflict("shops.working"))?;
    let from = if new.doing == Doing::Undo { ChangeState::Written } else { ChangeState::Approved };
    let total = match &new.ids {
        None if new.doing == Doing::Undo => {
            return Err(Problem::invalid_field("ids", Text::key("validation.required")));
        }
        None => {
            let query = db::query(
                "UPDATE shop_changes SET wanted = $2, dry = NULL WHERE shop_id = $1 AND state = $3",
            );
            query.binds((&id, new.doing, from)).execute(&mut *tx).await?.rows_affected()
        }
        Some(ids) => {
            let mut total = 0;
            for ids in ids.chunks(500) {
                let sql = format!(
                    "UPDATE shop_changes SET wanted = $2, dry = NULL WHERE shop_id = $1 AND state = $3 AND id IN ({})",
                    db::places(4, ids.len())
                );
                let mut query = db::query(AssertSqlSafe(sql)).binds((&id, new.doing, from));
                for change in ids {
                    query = query.bind(change);
                }
                total += query.execute(&mut *tx).await?.rows_affected();
            }
            total
        }
    };
    refuse_if(total == 0, || Problem::conflict("shops.nothing-to-do"))?;
    let working = Working {
        doing: new.doing,
        done: 0,
        total: i64::try_from(total).unwrap_or_default(),
        conflicts: 0,
        failed: 0,
    };
    store::set_working(&mut tx, &id, Some(&working)).await?;
    WriteShop::enqueue(&app, &mut tx, &caller.id, &id).await?;
    changed(&app, &mut tx, &caller.id, &id);
    committed(tx, (StatusCode::ACCEPTED, Json(changes::ChangedCount { changed: total }))).await
}
