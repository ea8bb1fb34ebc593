//! Publishing: at once, or at a time. A scheduled post is published by a job; its state and its time decide, so that it
//! happens once whatever the job does.

use super::store::{self, Row};
use super::view::{self, Post};
use super::{PostStatus, addresses, problems};
use crate::messages::audit_log::{ByAdmin, Subject};
use crate::messages::notifications::{NotificationKind, notify};
use crate::platform::jobs::{Enqueue, Job, Lane, Next, Running};
use crate::platform::prelude::*;

/// The longest time ahead.
const MOST_DAYS: i64 = 730;

/// Publishes a scheduled post when its time comes.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct Publish {
    post: String,
}

impl Job for Publish {
    const NAME: &'static str = "posts.publish";
    const LANE: Lane = Lane::UPKEEP;

    async fn run(self, running: &Running) -> Result<Next> {
        let app = &running.app;
        let mut tx = app.db.write().await?;
        running.hold(&mut tx).await?;
        let row = match store::find(&mut tx, &self.post).await {
            Ok(row) => row,
            // It was deleted.
            Err(problem) if problem.status() == StatusCode::NOT_FOUND => return Ok(Next::Done),
            Err(problem) => return Err(problem),
        };
        let Some(at) = row.publish_at else { return Ok(Next::Done) };
        if at > Timestamp::now() {
            return Ok(Next::At(at));
        }
        let scheduled_by = db::query_scalar("SELECT scheduled_by FROM posts WHERE id = $1");
        let scheduled_by: Option<String> = scheduled_by.bind(&row.id).fetch_one(&mut *tx).await?;
        show(&mut tx, &row, at).await?;
        if let Some(account) = scheduled_by {
            let params = params([("title", row.title.into()), ("about", row.id.into())]);
            notify(app, &mut tx, &account, NotificationKind::PostPublished, &params).await?;
        }
        tx.commit().await?;
        Ok(Next::Done)
    }
}

/// Makes a post public. The first publication is its date.
async fn show(tx: &mut Conn, row: &Row, at: Timestamp) -> Result<()> {
    addresses::take(tx, row, &row.slug).await?;
    db::query(
        "UPDATE posts SET status = 'published', publish_at = NULL, scheduled_by = NULL, published_at = COALESCE(published_at, $2)
         WHERE id = $1",
    )
    .binds((&row.id, at))
    .run(tx)
    .await
}

/// When to publish.
#[derive(Debug, Deserialize, Validate, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Publication {
    /// Milliseconds since the Unix epoch, rounded down to the minute; absent for now.
    #[garde(skip)]
    at: Option<i64>,
}

impl Publication {
    /// The minute in the future; `None` for now.
    fn at(&self) -> Result<Option<Timestamp>> {
        let Some(at) = self.at else { return Ok(None) };
        let minute = at.div_euclid(MINUTE_MS).saturating_mul(MINUTE_MS);
        let (at, now) = (Timestamp(minute), Timestamp::now());
        let wrong = |text| Problem::invalid_field("at", text);
        refuse_if(at <= now, || wrong(Text::key("posts.not-in-the-future")))?;
        refuse_if(at > now.plus_ms(MOST_DAYS * DAY_MS), || {
            wrong(Text::key("posts.too-far-ahead").with("max", MOST_DAYS))
        })?;
        Ok(Some(at))
    }
}

const MINUTE_MS: i64 = 60_000;

/// Publish a post, now or at a time
///
/// 422 with an error at each field that it lacks. A scheduled post may be scheduled again.
#[utoipa::path(post, path = "/api/admin/posts/{id}/publish", tag = "admin", params(("id" = String, Path)), request_body = Publication,
    responses((status = 200, body = Post), (status = 409, description = "It is published already")))]
pub(super) async fn publish_post(
    app: App,
    by: ByAdmin,
    locale: Locale,
    Id(id): Id,
    Valid(publication): Valid<Publication>,
) -> Result<Json<Post>> {
    let at = publication.at()?;
    let mut tx = app.db.write().await?;
    let row = store::find(&mut tx, &id).await?;
    refuse_if(row.status == PostStatus::Published, || Problem::conflict("posts.published-already"))?;
    problems::expect_none(&row)?;
    let subject = Subject::of("post", &id, &row.title);
    match at {
        Some(at) => {
            let schedule = db::query(
                "UPDATE posts SET status = 'scheduled', publish_at = $2, scheduled_by = $3 WHERE id = $1",
            );
            schedule.binds((&id, at, &by.admin.id)).execute(&mut *tx).await?;
            Enqueue::new(&Publish { post: id.clone() })?.key(&id).due(at).put(&app, &mut tx).await?;
            by.record(&mut tx, "post.scheduled", subject, json!({ "at": at })).await?;
        }
        None => {
            show(&mut tx, &row, Timestamp::now()).await?;
            by.record(&mut tx, "post.published", subject, json!({ "slug": row.slug })).await?;
        }
    }
    let post = view::view(&app, &mut tx, &by.admin, &id, locale).await?;
    committed(tx, Json(post)).await
}

/// Make a published or scheduled post a draft again
#[utoipa::path(post, path = "/api/admin/posts/{id}/withdraw", tag = "admin", params(("id" = String, Path)),
    responses((status = 200, body = Post), (status = 409, description = "It is a draft")))]
pub(super) async fn withdraw_post(app: App, by: ByAdmin, locale: Locale, Id(id): Id) -> Result<Json<Post>> {
    let mut tx = app.db.write().await?;
    let row = store::find(&mut tx, &id).await?;
    refuse_if(row.status == PostStatus::Draft, || Problem::conflict("posts.not-published"))?;
    let withdraw =
        db::query("UPDATE posts SET status = 'draft', publish_at = NULL, scheduled_by = NULL WHERE id = $1");
    withdraw.bind(&id).execute(&mut *tx).await?;
    let details = json!({ "from": row.status });
    by.record(&mut tx, "post.withdrawn", Subject::of("post", &id, &row.title), details).await?;
    let post = view::view(&app, &mut tx, &by.admin, &id, locale).await?;
    committed(tx, Json(post)).await
}

/// Posts stay when the account is deleted; who scheduled them does not.
pub(super) fn forget_scheduler<'a>(conn: &'a mut Conn, account: &'a str) -> BoxFuture<'a, Result<()>> {
    Box::pin(async move {
        db::query("UPDATE posts SET scheduled_by = NULL WHERE scheduled_by = $1")
            .bind(account)
            .run(conn)
            .await
    })
}
