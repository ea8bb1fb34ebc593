//! The list of users as a table for a spreadsheet.

use super::users::{Search, UserSummary};
use crate::messages::audit_log::{ByAdmin, Subject};
use crate::platform::prelude::*;

/// Rows of a table.
const MOST: i64 = 50_000;
const COLUMNS: [&str; 11] = [
    "admin.column.name",
    "admin.column.email",
    "admin.column.role",
    "admin.column.state",
    "admin.column.plan",
    "admin.column.words-used",
    "admin.column.words",
    "admin.column.runs",
    "admin.column.cost",
    "admin.column.joined",
    "admin.column.seen",
];

/// Users as a table
///
/// The users of the list with the same filter and order: UTF-8 with a byte order mark, at most 50,000 rows; opens in
/// Excel. Cells that a spreadsheet would evaluate begin with an apostrophe. The audit log keeps who saved it, and how many rows.
#[utoipa::path(get, path = "/api/admin/users.csv", tag = "admin", params(Search),
    responses((status = 200, description = "The table", body = Vec<u8>, content_type = "text/csv"), (status = 429, description = "Another conversion of the account is running")))]
pub(super) async fn get_users_table(
    app: App,
    by: ByAdmin,
    locale: Locale,
    Query(search): Query<Search>,
) -> Result<Response> {
    let turn = app.conversions.turn(&by.admin.id).await?;
    search.prepare(&app).await?;
    let rows = search.first(&mut *app.db.read().begin().await?, MOST, locale).await?;
    let count = rows.len();
    let table = turn.run(move || {
        let head = COLUMNS.map(|key| Text::key(key).say(locale)).to_vec();
        let lines = rows.into_iter().map(|user| line(user, locale));
        csv_file::table(std::iter::once(head).chain(lines), csv_file::separator(locale))
    });
    let file = csv_file::file(table.await??, &Text::key("admin.users-file").say(locale));
    // The search may be a name or an address, so that only the number of rows is kept.
    let mut tx = app.db.write().await?;
    let subject = Subject::of("users", "users.csv", "users.csv");
    by.record(&mut tx, "users.exported", subject, json!({ "count": count })).await?;
    committed(tx, file).await
}

fn line(UserSummary { row, plan, cost_usd }: UserSummary, locale: Locale) -> Vec<String> {
    let state = match (row.suspended_at, row.email_verified_at) {
        (Some(_), _) => "suspended",
        (None, None) => "unverified",
        (None, Some(_)) => "active",
    };
    let day = |time: Timestamp| time.rfc3339().chars().take(10).collect::<String>();
    let cost = format!("{cost_usd:.4}");
    vec![
        row.name,
        row.email,
        serde_json::to_value(row.role)
            .ok()
            .and_then(|role| role.as_str().map(str::to_owned))
            .unwrap_or_default(),
        state.to_owned(),
        plan,
        row.words_used.to_string(),
        row.allowance.to_string(),
        row.runs.to_string(),
        if locale == Locale::Pl { cost.replace('.', ",") } else { cost },
        day(row.created_at),
        row.seen_at.map(day).unwrap_or_default(),
    ]
}
