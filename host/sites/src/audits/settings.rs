//! How the site of a project is audited: limits of the crawl, what it leaves out, the rules, and the schedule.

use crate::billing::plans;
use crate::platform::auth::AuditsRead;
use crate::platform::prelude::*;
use crate::workspace::projects::expect_own;

/// Most pages of an audit, whatever its plan includes.
pub(super) const MOST_PAGES: u32 = 1_000_000;
/// Most pages that a browser renders.
const MOST_RENDERED: u32 = 1_000;
/// Most patterns, and most addresses of a list.
const MOST_PATTERNS: usize = 100;
const MOST_LISTED: usize = 10_000;

/// The settings of audits. Absent fields have their default.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema, Validate)]
#[serde(deny_unknown_fields, default)]
pub struct Settings {
    /// Pages at most.
    #[garde(range(min = 1, max = MOST_PAGES))]
    #[schema(minimum = 1, maximum = 1_000_000)]
    pub pages: u32,
    /// Clicks from the start at most.
    #[garde(range(min = 1, max = 100))]
    #[schema(minimum = 1, maximum = 100)]
    pub depth: u32,
    /// Minutes at most.
    #[garde(range(min = 1, max = 2_880))]
    #[schema(minimum = 1, maximum = 2_880)]
    pub minutes: u32,
    /// Requests at the same time at most. The crawl starts slowly, and slows down with the site.
    #[garde(range(min = 1, max = 50))]
    #[schema(minimum = 1, maximum = 50)]
    pub concurrency: u32,
    /// Whether addresses of other sites are asked whether they answer.
    #[garde(skip)]
    pub other_sites: bool,
    /// Whether images, styles and scripts are asked whether they answer.
    #[garde(skip)]
    pub resources: bool,
    /// Whether subdomains belong to the site.
    #[garde(skip)]
    pub subdomains: bool,
    /// Pages that a browser renders at most, where an administrator has connected one: the first that the crawl visits. A
    /// page takes some seconds, and pages of a site are mostly built in the same way. 0 renders none.
    #[garde(range(max = MOST_RENDERED))]
    #[schema(minimum = 0, maximum = 1_000)]
    pub render: u32,
    /// Whether robots.txt is followed. Without it the owner of a staging site sees pages that it closes.
    #[garde(skip)]
    pub robots: bool,
    /// Whether pages that have not changed since the audit before are left out, where their servers say so (`ETag`,
    /// `Last-Modified`). Their facts are those of the audit before. With a rule pack that reads texts every page is fetched.
    #[garde(skip)]
    pub only_changed: bool,
    /// Only addresses whose path matches one of these, such as `/blog/*`; all if empty.
    #[garde(length(max = MOST_PATTERNS))]
    pub include: Vec<String>,
    /// No address whose path matches one of these.
    #[garde(length(max = MOST_PATTERNS))]
    pub exclude: Vec<String>,
    /// Only these addresses, without following links; the whole site if empty.
    #[garde(length(max = MOST_LISTED))]
    #[schema(max_items = 10_000)]
    pub list: Vec<String>,
    /// Rules that are not as their packs describe them, by id.
    #[garde(length(max = 1_000))]
    pub rules: BTreeMap<String, RuleSetting>,
    /// When audits start by themselves.
    #[garde(skip)]
    pub schedule: Option<Cadence>,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            pages: 500,
            depth: 20,
            minutes: 120,
            concurrency: 8,
            other_sites: true,
            resources: true,
            subdomains: false,
            render: 10,
            robots: true,
            only_changed: false,
            include: Vec::new(),
            exclude: Vec::new(),
            list: Vec::new(),
            rules: BTreeMap::new(),
            schedule: None,
        }
    }
}

/// A rule of a project.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields, default)]
pub struct RuleSetting {
    /// Not checked.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub off: bool,
    /// Parameters that are not the defaults.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub parameters: BTreeMap<String, f64>,
}

/// When audits start by themselves.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum Cadence {
    /// Every seven days.
    Weekly,
    /// Every month, on the same day or the last one.
    Monthly,
}

impl Cadence {
    /// The next time after `now`.
    pub(super) fn next(self, now: Timestamp) -> Timestamp {
        match self {
            Self::Weekly => now.plus_ms(7 * DAY_MS),
            Self::Monthly => plans::next_month(now),
        }
    }
}

/// Refuses patterns that are not paths with `*` for any characters, and addresses of a list that are not of the web.
pub(super) fn check(settings: &Settings) -> Result<()> {
    let mut errors = FieldErrors::new();
    for (field, patterns) in [("include", &settings.include), ("exclude", &settings.exclude)] {
        let is_wrong = |pattern: &String| {
            !pattern.starts_with(['/', '*'])
                || pattern.len() > 500
                || pattern.chars().any(char::is_whitespace)
        };
        if let Some(at) = patterns.iter().position(is_wrong) {
            errors.insert(format!("{field}[{at}]"), vec![Text::key("audits.pattern")]);
        }
    }
    let is_address = |url: &String| Url::parse(url).is_ok_and(|url| matches!(url.scheme(), "http" | "https"));
    if let Some(at) = settings.list.iter().position(|url| !is_address(url)) {
        errors.insert(format!("list[{at}]"), vec![Text::key("validation.url")]);
    }
    refuse_if(!errors.is_empty(), || Problem::invalid(errors))
}

impl Settings {
    /// The settings of rules as packs read them.
    pub(super) fn for_packs(&self) -> Result<String> {
        let mut rules = Map::new();
        for (rule, setting) in &self.rules {
            let value =
                if setting.off { Value::Bool(false) } else { serde_json::to_value(&setting.parameters)? };
            rules.insert(rule.clone(), value);
        }
        Ok(Value::Object(rules).to_string())
    }
}

/// The settings of a project; the defaults if it has none.
pub(super) async fn load(conn: &mut Conn, project: i64) -> Result<Settings> {
    let settings = db::query_scalar("SELECT settings FROM audit_settings WHERE project_id = $1");
    let settings: Option<String> = settings.bind(project).fetch_optional(conn).await?;
    Ok(settings.map(|settings| serde_json::from_str(&settings)).transpose()?.unwrap_or_default())
}

/// Stores the defaults of a project without settings.
pub(super) async fn ensure(tx: &mut Conn, account: &str, project: i64) -> Result<()> {
    db::query(
        "INSERT INTO audit_settings (project_id, account_id, settings, updated_at) VALUES ($1, $2, $3, $4)
         ON CONFLICT (project_id) DO NOTHING",
    )
    .binds((project, account, Stored(&Settings::default()), Timestamp::now()))
    .run(tx)
    .await
}

/// An address of a project's domain or of a subdomain; `https://` may be left out.
///
/// Errors: 422 at `field`.
pub(super) fn own_address(field: &str, typed: &str, domain: &str) -> Result<Url> {
    let text = if typed.contains("://") { typed.to_owned() } else { format!("https://{typed}") };
    let url = Url::parse(&text).ok().filter(|url| matches!(url.scheme(), "http" | "https"));
    let url = url.ok_or_else(|| Problem::invalid_field(field, Text::key("validation.url")))?;
    let host = url.host_str().unwrap_or_default();
    let domain = domain.split(':').next().unwrap_or(domain);
    let bare = domain.strip_prefix("www.").unwrap_or(domain);
    let is_own = host == bare || host.strip_suffix(bare).is_some_and(|before| before.ends_with('.'));
    let elsewhere =
        || Problem::invalid_field(field, Text::key("audits.other-site").with("domain", domain.to_owned()));
    refuse_if(!is_own, elsewhere)?;
    Ok(url)
}

/// The settings of a project's audits
#[utoipa::path(get, path = "/api/projects/{id}/audit-settings", tag = "audits", security(("key" = ["audits:read"])), params(("id" = i64, Path)), responses((status = 200, body = Settings)))]
pub(super) async fn get_audit_settings(
    app: App,
    caller: Scoped<AuditsRead>,
    Path(project): Path<i64>,
) -> Result<Json<Settings>> {
    let mut tx = app.db.read().begin().await?;
    expect_own(&mut tx, &caller.id, project).await?;
    refuse_if(caller.project().is_some_and(|own| own != project), Problem::not_found)?;
    load(&mut tx, project).await.map(Json)
}

/// Replace the settings of a project's audits
#[utoipa::path(put, path = "/api/projects/{id}/audit-settings", tag = "audits", params(("id" = i64, Path)), request_body = Settings, responses((status = 200, body = Settings)))]
pub(super) async fn put_audit_settings(
    app: App,
    user: User,
    Path(project): Path<i64>,
    json::Valid(new): json::Valid<Settings>,
) -> Result<Json<Settings>> {
    check(&new)?;
    let mut tx = app.db.write_for(&user.id).await?;
    expect_own(&mut tx, &user.id, project).await?;
    let (old, now) = (load(&mut tx, project).await?, Timestamp::now());
    // A schedule that stays keeps its next time.
    let next = new.schedule.map(|cadence| cadence.next(now));
    let keeps = new.schedule == old.schedule;
    db::query(
        "INSERT INTO audit_settings (project_id, account_id, settings, next_at, updated_at) VALUES ($1, $2, $3, $4, $5)
         ON CONFLICT (project_id) DO UPDATE SET settings = excluded.settings, updated_at = excluded.updated_at,
             next_at = CASE WHEN $6 THEN audit_settings.next_at ELSE excluded.next_at END",
    )
    .binds((project, &user.id, Stored(&new), next, now))
    .bind(keeps)
    .run(&mut tx)
    .await?;
    tx.commit().await?;
    Ok(Json(new))
}

impl From<Stored<Settings>> for Settings {
    fn from(stored: Stored<Self>) -> Self {
        stored.0
    }
}
