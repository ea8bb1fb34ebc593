//! Reads the audit log.

use crate::platform::prelude::*;

/// A column that sorts the list.
#[derive(Debug, Default, Clone, Copy, PartialEq, Eq, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
enum AuditSort {
    /// By time.
    #[default]
    Created,
    Action,
}

impl AuditSort {
    /// The columns of an index.
    fn columns(self) -> &'static [&'static str] {
        match self {
            Self::Created => &["e.id"],
            Self::Action => &["e.action", "e.id"],
        }
    }
}

/// Which entries to list, and in which order; absent fields match everything.
#[derive(Debug, Default, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(super) struct Filter {
    /// Code of the action, such as `user.impersonated`.
    action: Option<String>,
    /// The author or the impersonator: an id or an email address.
    actor: Option<String>,
    /// The subject: an id, or the email address of a user.
    subject: Option<String>,
    /// From this time, RFC 3339; an empty field counts as absent.
    from: Option<String>,
    /// Before this time, RFC 3339; an empty field counts as absent.
    to: Option<String>,
    #[serde(default)]
    #[param(inline, value_type = Option<AuditSort>)]
    sort: AuditSort,
    /// By default times descend, and actions ascend.
    #[param(inline)]
    order: Option<Direction>,
}

impl Filter {
    fn order(&self) -> String {
        let usual = Direction::rising(self.sort != AuditSort::Created);
        self.order.unwrap_or(usual).of(self.sort.columns())
    }
}

/// A user of an entry.
#[derive(Debug, Serialize, ToSchema)]
struct AuditPerson {
    id: String,
    /// Null if the account is deleted.
    #[schema(required)]
    name: Option<String>,
}

/// The subject of an action.
#[derive(Debug, Serialize, ToSchema)]
struct AuditSubject {
    /// `user`, or another kind.
    kind: String,
    id: String,
    /// Null for a user whose account is deleted.
    #[schema(required)]
    name: Option<String>,
}

/// An entry of the audit log.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct AuditEntry {
    id: String,
    /// A stable code.
    action: String,
    actor: AuditPerson,
    /// The administrator who impersonated the actor.
    #[schema(required)]
    impersonator: Option<AuditPerson>,
    subject: AuditSubject,
    /// The values of the action.
    #[schema(value_type = Object)]
    details: Value,
    /// The network of the request; never the full address.
    #[schema(required)]
    network: Option<String>,
    created_at: Timestamp,
}

#[derive(sqlx::FromRow)]
struct Row {
    id: String,
    action: String,
    actor_id: String,
    actor_name: Option<String>,
    impersonator_id: Option<String>,
    impersonator_name: Option<String>,
    subject_kind: String,
    subject_id: String,
    subject_name: Option<String>,
    details: String,
    network: Option<String>,
    created_at: Timestamp,
}

impl AuditEntry {
    fn of(row: Row) -> Result<Self> {
        Ok(Self {
            id: row.id,
            action: row.action,
            actor: AuditPerson { id: row.actor_id, name: row.actor_name },
            impersonator: row.impersonator_id.map(|id| AuditPerson { id, name: row.impersonator_name }),
            subject: AuditSubject { kind: row.subject_kind, id: row.subject_id, name: row.subject_name },
            details: serde_json::from_str(&row.details)?,
            network: row.network,
            created_at: row.created_at,
        })
    }
}

macro_rules! matching {
    ($columns:literal) => {
        concat!(
            "SELECT ",
            $columns,
            " FROM audit_entries e
             LEFT JOIN user_profiles a ON a.id = e.actor_id
             LEFT JOIN user_profiles i ON i.id = e.impersonator_id
             LEFT JOIN user_profiles s ON e.subject_kind = 'user' AND s.id = e.subject_id
             WHERE ($1 IS NULL OR e.action = $1)
               AND ($2 IS NULL OR e.actor_id = $2 OR e.impersonator_id = $2 OR a.email = $2 OR i.email = $2)
               AND ($3 IS NULL OR e.subject_id = $3 OR s.email = $3)
               AND ($4 IS NULL OR e.created_at >= $4) AND ($5 IS NULL OR e.created_at < $5)"
        )
    };
}

/// Actions of administrators; by default, newest first
#[utoipa::path(get, path = "/api/admin/audit-log", tag = "admin", params(Filter, Page), responses((status = 200, body = Paged<AuditEntry>)))]
pub(super) async fn list_audit(
    app: App,
    _: Admin,
    Query(filter): Query<Filter>,
    page: Page,
) -> Result<Json<Paged<AuditEntry>>> {
    let (from, to) = (moment("from", filter.from.as_deref())?, moment("to", filter.to.as_deref())?);
    let order = filter.order();
    let action = filled(filter.action);
    let actor = filled(filter.actor).map(|actor| actor.to_lowercase());
    let subject = filled(filter.subject).map(|subject| subject.to_lowercase());
    let mut tx = app.db.read().begin().await?;
    let count = db::query_scalar(matching!("count(*)"));
    let rows = matching!(
        "e.id, e.action, e.actor_id, a.name AS actor_name, e.impersonator_id, i.name AS impersonator_name,
         e.subject_kind, e.subject_id, COALESCE(e.subject_name, s.name) AS subject_name, e.details, e.network, e.created_at"
    );
    let rows = db::query_as(AssertSqlSafe(format!("{rows} ORDER BY {order} LIMIT $6 OFFSET $7")));
    let values = (&action, &actor, &subject, from, to);
    let found = page.fetch(&mut tx, count.binds(values), rows.binds(values)).await?;
    drop(tx);
    found.try_map(AuditEntry::of).map(Json)
}

fn filled(text: Option<String>) -> Option<String> {
    text.map(|text| text.trim().to_owned()).filter(|text| !text.is_empty())
}

fn moment(field: &str, text: Option<&str>) -> Result<Option<Timestamp>> {
    let Some(text) = text.filter(|text| !text.is_empty()) else { return Ok(None) };
    let moment = Timestamp::of_rfc3339(text);
    moment.map(Some).ok_or_else(|| Problem::invalid_field(field, Text::key("validation.wrong-format")))
}
