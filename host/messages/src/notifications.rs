//! Notifications of events that a user may have missed.
//!
//! A row contains the kind and the values; the sentence is rendered when it is read, in the reader's language.

use strum::{IntoStaticStr, VariantArray};

use crate::platform::prelude::*;
use crate::realtime;

pub const SLICE: Slice = Slice {
    routes,
    tables: &[Table::personal("notifications", &["account_id"])],
    ..Slice::new("notifications")
};

/// Older ones are deleted when a new one is stored.
pub const KEPT_DAYS: i64 = 90;
/// Notifications that are kept per account, because repeated actions create one each time.
const KEPT: i64 = 500;

fn routes() -> OpenApiRouter<App> {
    endpoints![list_notifications, read_all_notifications, read_notification]
}

/// The kind of an event. Each has a sentence in `locales/` under `notification.{kind}`.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema, IntoStaticStr, VariantArray,
)]
#[serde(rename_all = "kebab-case")]
#[strum(serialize_all = "kebab-case", prefix = "notification.")]
pub enum NotificationKind {
    /// A long run has succeeded: `title`; about the document.
    RunFinished,
    /// A bulk job has finished: `name`, `succeeded`, and `rest`, which tells the other rows; about the job.
    BulkFinished,
    /// A bulk job paused automatically: `name`, `problem`; about the job.
    BulkPaused,
    /// Few words are left: `left`, `allowance`.
    WordsLow,
    /// A sign-in from a new place: `device`, `address`.
    NewPlace,
    /// For administrators: a user requests a plan: `name`, `plan`.
    PlanRequested,
    /// The account has another plan: `plan`, `words`.
    PlanChanged,
    /// The requested plan was declined: `plan`.
    PlanDeclined,
    /// For administrators: a version was worse than the previous one and was rolled back automatically: `plugin`,
    /// `version`; about the package.
    PluginRolledBack,
    /// For administrators: a version trapped too often and was closed automatically: `plugin`, `version`; about the
    /// package.
    PluginQuarantined,
    /// For administrators: a publisher submitted a package for review: `plugin`, `version`; about the package.
    ReviewRequested,
    /// The publisher's package was approved: `plugin`, `version`; about the package.
    ReviewApproved,
    /// The publisher's package was returned: `plugin`, `version`; about the package.
    ReviewReturned,
    /// A decision about a version of the publisher, such as a rollback: `plugin`, `version`, `what`, `why`; about the
    /// package.
    VersionDecided,
    /// For owners of a publisher: a user became a member: `name`, `publisher`.
    MemberJoined,
    /// For owners of a publisher: a member left: `name`, `publisher`.
    MemberLeft,
    /// An owner removed the account from a publisher: `publisher`.
    MemberRemoved,
    /// The account is an owner of its publisher now: `publisher`.
    MadeOwner,
    /// The account is not an owner of its publisher any more: `publisher`.
    MadeMember,
    /// For administrators: a publisher has no members any more: `publisher`.
    PublisherAbandoned,
    /// For administrators: a publisher requests the listing of a plugin: `plugin`; about the plugin.
    ListingRequested,
    /// A plugin of the publisher is now listed: `plugin`; about the plugin.
    ListingApproved,
    /// The listing was declined: `plugin`; about the plugin.
    ListingDeclined,
    /// An administrator unlisted a plugin of the publisher: `plugin`; about the plugin.
    ListingEnded,
    /// A revenue share was agreed: `share`, `month`.
    RevenueAgreed,
    /// A month was closed, and the publisher has a part of it: `month`, `sum`.
    RevenueShared,
    /// The publisher's balance was corrected: `sum`, `reason`.
    RevenueAdjusted,
    /// For administrators: a budget for language models is used up: `limit` in USD.
    ModelBudgetUsedUp,
    /// Texts for a shop are ready and wait for approval: `name`, `count`; about the shop.
    ShopProposed,
    /// Changes of a shop's texts were written: `name`, `count`; about the shop.
    ShopWritten,
    /// The same with some that were not: also `total`, `conflicts`, `failed`.
    ShopPartlyWritten,
    /// Changes of a shop's texts were undone: `name`, `count`; about the shop.
    ShopUndone,
    /// The same with some that were not: also `total`, `conflicts`, `failed`.
    ShopPartlyUndone,
    /// A shop could not be read or written: `name`, `problem`; about the shop.
    ShopFailed,
    /// A scheduled post was published: `title`; about the post.
    PostPublished,
    /// The publisher's balance was transferred: `sum`, `reference`.
    RevenuePaid,
    /// A transfer was returned: `sum`, `reason`.
    RevenueReturned,
    /// A delivery to a webhook was given up, so that it is turned off: `url`; about the webhook.
    WebhookTurnedOff,
    /// A task is due: `title`; about the task.
    TaskDue,
    /// Several tasks are due: `count`.
    TasksDue,
    /// The finding of a closed task is back: `title`; about the task.
    TaskReturned,
    /// The findings of several closed tasks are back: `count`.
    TasksReturned,
}

text_column!(NotificationKind);

impl NotificationKind {
    pub const ALL: &'static [Self] = Self::VARIANTS;

    /// The key of its sentence.
    pub fn key(self) -> &'static str {
        self.into()
    }
}

/// Stores a notification in the transaction of its event; open pages get an event after the commit. `params` are the
/// values of the sentence; `about` among them is the id of its subject.
pub async fn notify(
    app: &App,
    tx: &mut Conn,
    account: &str,
    kind: NotificationKind,
    params: &Params,
) -> Result<()> {
    let id = store(tx, account, kind, params).await?;
    realtime::publish(app, tx, account, "notification.created", &json!({ "id": id, "kind": kind }));
    Ok(())
}

/// Stores a notification without an event to open pages. Returns its id.
pub async fn store(tx: &mut Conn, account: &str, kind: NotificationKind, params: &Params) -> Result<String> {
    let (id, now) = (db::new_id(), Timestamp::now());
    let query = db::query(
        "DELETE FROM notifications WHERE account_id = $1 AND (created_at < $2 OR id <=
             (SELECT id FROM notifications WHERE account_id = $1 ORDER BY id DESC LIMIT 1 OFFSET $3))",
    );
    query.binds((account, now.plus_ms(-KEPT_DAYS * DAY_MS), KEPT - 1)).execute(&mut *tx).await?;
    let query = db::query(
        "INSERT INTO notifications (id, account_id, kind, params, created_at) VALUES ($1, $2, $3, $4, $5)",
    );
    query.binds((&id, account, kind, serde_json::to_string(params)?, now)).execute(tx).await?;
    Ok(id)
}

/// Whether there is an unread one of this kind, so that another is not needed.
pub async fn is_waiting(conn: &mut Conn, account: &str, kind: NotificationKind) -> Result<bool> {
    let waits = db::query_scalar(
        "SELECT EXISTS (SELECT 1 FROM notifications WHERE account_id = $1 AND kind = $2 AND read_at IS NULL)",
    );
    Ok(waits.binds((account, kind)).fetch_one(conn).await?)
}

/// Notifies the administrators. One with an unread notification of this kind gets no second one: what both are about
/// is in the same list.
pub async fn notify_administrators(
    app: &App,
    tx: &mut Conn,
    kind: NotificationKind,
    params: &Params,
) -> Result<()> {
    for id in users::administrators(tx).await? {
        if !is_waiting(tx, &id, kind).await? {
            notify(app, tx, &id, kind, params).await?;
        }
    }
    Ok(())
}

/// A row of `notifications`.
#[derive(Debug, sqlx::FromRow)]
struct Notification {
    id: String,
    kind: NotificationKind,
    /// JSON.
    params: String,
    created_at: Timestamp,
    read_at: Option<Timestamp>,
}

/// A notification as the API shows it.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = Notification)]
struct NotificationView {
    id: String,
    kind: NotificationKind,
    /// In the reader's language.
    text: String,
    /// The id of its subject: a document, a bulk job or a package under review.
    #[schema(required)]
    about: Option<String>,
    read: bool,
    created_at: Timestamp,
}

impl Notification {
    fn view(self, locale: Locale) -> Result<NotificationView> {
        let mut params: Params = serde_json::from_str(&self.params)?;
        // A problem is stored as it is and rendered like any other.
        if let Some(problem) = params.remove("problem") {
            let problem: Problem = serde_json::from_value(problem)?;
            params.insert("why".to_owned(), problem.render(locale).message.into());
        }
        Ok(NotificationView {
            text: locale.say(self.kind.key(), &params),
            about: params.get("about").and_then(|about| about.as_str()).map(str::to_owned),
            id: self.id,
            kind: self.kind,
            read: self.read_at.is_some(),
            created_at: self.created_at,
        })
    }
}

/// A page of notifications, newest first.
#[derive(Debug, Serialize, ToSchema)]
struct Notifications {
    data: Vec<NotificationView>,
    /// Unread notifications on all pages.
    unread: i64,
    page: u32,
    per_page: u32,
    total: i64,
}

/// Notifications, newest first, and the number of unread ones
#[utoipa::path(get, path = "/api/notifications", tag = "notifications", params(Page), responses((status = 200, body = Notifications)))]
async fn list_notifications(app: App, user: User, locale: Locale, page: Page) -> Result<Json<Notifications>> {
    let mut tx = app.db.read().begin().await?;
    let (total, unread): (i64, i64) =
        db::query_as("SELECT count(*), count(*) - count(read_at) FROM notifications WHERE account_id = $1")
            .bind(&user.id)
            .fetch_one(&mut *tx)
            .await?;
    let rows: Vec<Notification> = db::query_as(
        "SELECT id, kind, params, created_at, read_at FROM notifications WHERE account_id = $1
         ORDER BY id DESC LIMIT $2 OFFSET $3",
    )
    .binds((&user.id, page.limit(), page.offset()))
    .fetch_all(&mut *tx)
    .await?;
    drop(tx);
    let data = rows.into_iter().map(|row| row.view(locale)).collect::<Result<_>>()?;
    Ok(Json(Notifications { data, unread, page: page.page, per_page: page.per_page, total }))
}

/// Mark a notification as read
#[utoipa::path(post, path = "/api/notifications/{id}/read", tag = "notifications", params(("id" = String, Path)), responses((status = 204)))]
async fn read_notification(app: App, user: User, Path(id): Path<String>) -> Result<Response> {
    match mark_read(&app, &user, Some(&id)).await? {
        0 => Err(Problem::not_found()),
        _ => Ok(no_content()),
    }
}

/// Mark all notifications as read
#[utoipa::path(post, path = "/api/notifications/read", tag = "notifications", responses((status = 204)))]
async fn read_all_notifications(app: App, user: User) -> Result<Response> {
    mark_read(&app, &user, None).await?;
    Ok(no_content())
}

/// Marks one or all as read; keeps the time of the first reading. Returns the number of matches.
async fn mark_read(app: &App, user: &User, id: Option<&str>) -> Result<u64> {
    let mut tx = app.db.write_for(&user.id).await?;
    let done = db::query(
        "UPDATE notifications SET read_at = COALESCE(read_at, $3) WHERE account_id = $1 AND (id = $2 OR ($2 IS NULL AND read_at IS NULL))",
    );
    let done = done.binds((&user.id, id, Timestamp::now())).execute(&mut *tx).await?;
    realtime::publish(app, &mut tx, &user.id, "notification.read", &json!({ "id": id }));
    committed(tx, done.rows_affected()).await
}
