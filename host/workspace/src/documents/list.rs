//! Lists of documents: of a folder, of a search, of the trash.

use super::export;
use super::search::{self, Wanted};
use super::snippet::Found;
use super::title::Names;
use crate::platform::auth::DocumentsRead;
use crate::platform::db::{Either, QueryAs, Record, query_as};
use crate::platform::prelude::*;

/// Characters of an excerpt.
const EXCERPT_CHARS: usize = 200;
/// Characters of a text from which an excerpt is made, and those in which a search marks matches.
const OPENING: i64 = 600;
const LOOKED_THROUGH: i64 = 20_000;
/// Placeholders used by a filter; ids and search terms follow.
const TAKEN: usize = 5;
/// The folder `$5` of the account `$1` with its subfolders; three levels at most.
const SUBTREE: &str = "SELECT id FROM folders WHERE account_id = $1
    AND (id = $5 OR parent_id = $5 OR parent_id IN (SELECT id FROM folders WHERE parent_id = $5))";
/// The filter value for "in no folder".
const NO_FOLDER: &str = "none";
/// A number that no project has.
const NO_PROJECT: i64 = -1;

/// A document in a list.
#[derive(Debug, Serialize, ToSchema, sqlx::FromRow)]
pub struct DocumentSummary {
    pub id: String,
    pub title: String,
    /// The beginning of the text, without Markdown.
    #[sqlx(skip)]
    pub excerpt: String,
    /// Where the search matched; absent in lists without a search.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[sqlx(skip)]
    pub(super) found: Option<Found>,
    pub tool: String,
    /// Words charged for it.
    pub words: i64,
    /// Whether it is a plugin's own draft, made without a model.
    pub drafted: bool,
    pub favourite: bool,
    /// The folder; null if it is in none.
    #[schema(required)]
    pub folder_id: Option<String>,
    /// Its project; null if it was created without one.
    #[schema(required)]
    pub project_id: Option<i64>,
    pub created_at: Timestamp,
    pub updated_at: Timestamp,
    /// When it was moved to the trash; null if it was not.
    #[schema(required)]
    pub deleted_at: Option<Timestamp>,
}

#[derive(sqlx::FromRow)]
struct Row {
    #[sqlx(flatten)]
    document: DocumentSummary,
    opening: String,
    version: i64,
}

impl Row {
    fn summary(self, wanted: Option<&Wanted>, names: &Names) -> DocumentSummary {
        let Self { document, opening, version } = self;
        let title = names.shown(document.title, &document.tool, version);
        let found = wanted.map(|wanted| Found::of(&title, &opening, wanted));
        DocumentSummary { title, found, excerpt: excerpt_of(&opening, EXCERPT_CHARS), ..document }
    }
}

/// How the frames of tools tell the reader to fill them in, as the SDK writes it; it is not part of the text.
const INSTRUCTIONS: [&str; 2] = ["**A frame to fill in.**", "**Szkielet do uzupełnienia.**"];

/// The beginning of a text on one line, at most this many characters, cut at a word.
pub(super) fn excerpt_of(text: &str, most: usize) -> String {
    let opening = text.char_indices().nth(OPENING as usize).map_or(text, |(end, _)| &text[..end]);
    // "Variant 1" and the names of the parts are not part of the text.
    let is_label = |line: &str| {
        line.starts_with('#')
            || (line.starts_with("**") && line.ends_with("**"))
            || INSTRUCTIONS.iter().any(|instruction| line.starts_with(instruction))
    };
    let text: Vec<&str> = opening.lines().filter(|line| !is_label(line.trim())).collect();
    let text = export::plain(&text.join("\n"));
    let text = if text.is_empty() { export::plain(opening) } else { text };
    let is_cut = opening.chars().count() >= OPENING as usize;
    let end = text.char_indices().nth(most).map(|(end, _)| end);
    match end.or(is_cut.then_some(text.len())) {
        Some(end) => {
            // A word ends here if a space follows.
            let word = if text[end..].starts_with(' ') { Some(end) } else { text[..end].rfind(' ') };
            let whole = text[..word.unwrap_or(end)].trim_end_matches([',', ';', ':', '–', '-', ' ']);
            format!("{whole}…")
        }
        None => text,
    }
}

/// The filter of documents.
#[derive(Debug, Default, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(super) struct Filter {
    /// Words that title or text must contain, with any ending; case and Polish accents are ignored.
    q: Option<String>,
    /// Only documents of this tool.
    tool: Option<String>,
    /// Only documents of the project with this number.
    project: Option<i64>,
    /// Only documents in this folder and its subfolders; `none` for those in no folder.
    folder: Option<String>,
    /// Only favourites.
    #[serde(default)]
    favourite: bool,
    /// Documents in the trash, instead of others.
    #[serde(default)]
    trash: bool,
}

/// The order.
#[derive(Debug, Clone, Copy, Default, PartialEq, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub(super) enum Sort {
    /// Newest first; in a search first those whose title matches, in the trash those deleted last.
    #[default]
    Best,
    Newest,
    Oldest,
    /// Edited last first.
    Edited,
    Title,
}

#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(super) struct Order {
    #[serde(default)]
    #[param(inline)]
    sort: Sort,
}

/// The SQL conditions of a filter.
pub(super) struct Chosen {
    account: String,
    filter: Filter,
    wanted: Option<Wanted>,
    /// Only these; empty for all.
    pub ids: Vec<String>,
    /// Only of these tools; empty for all.
    tools: Vec<String>,
}

impl Chosen {
    pub(super) fn new(user: &User, filter: Filter) -> Self {
        let wanted = filter.q.as_deref().and_then(Wanted::of);
        Self { account: user.id.clone(), filter, wanted, ids: Vec::new(), tools: Vec::new() }
    }

    /// The same for a key: only documents of its tools and its project.
    pub(super) fn open_to(caller: &Caller, filter: Filter) -> Self {
        let mut chosen = Self::new(caller, filter);
        chosen.tools = caller.tools().unwrap_or_default().to_vec();
        if let Some(own) = caller.project() {
            let is_other = chosen.filter.project.is_some_and(|asked| asked != own);
            chosen.filter.project = Some(if is_other { NO_PROJECT } else { own });
        }
        chosen
    }

    fn order(&self, sort: Sort) -> &'static str {
        match sort {
            Sort::Best if self.wanted.is_some() => "{rank} DESC, d.id DESC",
            Sort::Best if self.filter.trash => "d.deleted_at DESC, d.id DESC",
            Sort::Best | Sort::Newest => "d.id DESC",
            Sort::Oldest => "d.id",
            Sort::Edited => "d.updated_at DESC, d.id DESC",
            Sort::Title => "d.folded, d.id DESC",
        }
    }

    /// Selects the columns `what` of the matching documents, in the order of `tail`; both are SQL from the code. In
    /// `tail`, `{rank}` is the rank of a match.
    pub(super) fn select<'q, T: Record + 'q>(
        &'q self,
        conn: &Conn,
        what: &str,
        tail: &str,
    ) -> QueryAs<'q, T> {
        let Filter { tool, project, favourite, folder, trash, .. } = &self.filter;
        let trash = if *trash { "IS NOT NULL" } else { "IS NULL" };
        let lies = match folder.as_deref() {
            Some(NO_FOLDER) => "(d.folder_id IS NULL AND $5 IS NOT NULL)".to_owned(),
            _ => format!("($5 IS NULL OR d.folder_id IN ({SUBTREE}))"),
        };
        let ids = db::places(TAKEN + 1, self.ids.len());
        let ids = if self.ids.is_empty() { String::new() } else { format!(" AND d.id IN ({ids})") };
        let tools = db::places(TAKEN + self.ids.len() + 1, self.tools.len());
        let tools = if self.tools.is_empty() { String::new() } else { format!(" AND d.tool IN ({tools})") };
        let from = format!(
            "SELECT {what} FROM documents d WHERE d.account_id = $1 AND d.deleted_at {trash} AND ($2 IS NULL OR d.tool = $2)
             AND ($3 IS NULL OR d.project_id = $3) AND (d.favourite OR NOT $4) AND {lies}{ids}{tools}"
        );
        let (found, rank) = search::conditions(TAKEN + self.ids.len() + self.tools.len() + 1);
        let write = |found: &str, rank: &str| {
            let found = if self.wanted.is_some() { format!(" AND {found}") } else { String::new() };
            AssertSqlSafe(format!("{from}{found} {}", tail.replace("{rank}", rank)))
        };
        let sql = Either { lite: write(&found.lite, &rank.lite), pg: write(&found.pg, &rank.pg) };
        let query = query_as(sql).binds((&self.account, tool, project, *favourite, folder));
        let query = self.ids.iter().chain(&self.tools).fold(query, |query, value| query.bind(value));
        let Some(wanted) = &self.wanted else { return query };
        let [all, title, some] = wanted.questions(&self.account, conn.is_sqlite());
        if tail.contains("{rank}") { query.binds((all, title, some)) } else { query.bind(all) }
    }
}

/// Documents, newest first
#[utoipa::path(get, path = "/api/documents", tag = "documents", security(("key" = ["documents:read"])), params(Filter, Order, Page), responses((status = 200, body = Paged<DocumentSummary>)))]
pub(super) async fn list_documents(
    app: App,
    caller: Scoped<DocumentsRead>,
    Query(filter): Query<Filter>,
    Query(Order { sort }): Query<Order>,
    page: Page,
) -> Result<Json<Paged<DocumentSummary>>> {
    Ok(Json(page_of(&app, Chosen::open_to(&caller, filter), sort, page).await?))
}

/// Documents that the caller may access, newest first.
pub async fn newest(app: &App, caller: &Caller, page: Page) -> Result<Paged<DocumentSummary>> {
    page_of(app, Chosen::open_to(caller, Filter::default()), Sort::Newest, page).await
}

async fn page_of(app: &App, chosen: Chosen, sort: Sort, page: Page) -> Result<Paged<DocumentSummary>> {
    let looked_through = if chosen.wanted.is_some() { LOOKED_THROUGH } else { OPENING };
    let columns = format!(
        "d.id, d.title, substr(d.text, 1, {looked_through}) AS opening, d.tool, d.words, d.drafted, d.favourite,
         d.folder_id, d.project_id, d.created_at, d.updated_at, d.deleted_at,
         d.version"
    );
    // Parsed numbers, so they are safe in SQL.
    let order = format!("ORDER BY {} LIMIT {} OFFSET {}", chosen.order(sort), page.limit(), page.offset());

    // One snapshot, so that the rows match the total.
    let mut tx = app.db.read().begin().await?;
    let (total,): (i64,) = chosen.select(&tx, "count(*)", "").fetch_one(&mut *tx).await?;
    let rows: Vec<Row> = chosen.select(&tx, &columns, &order).fetch_all(&mut *tx).await?;
    drop(tx);
    // A hundred texts of twenty thousand searched characters each take some tens of milliseconds.
    let names = Names::of(app);
    let rows = app
        .conversions
        .short(move || rows.into_iter().map(|row| row.summary(chosen.wanted.as_ref(), &names)).collect());
    Ok(page.of(rows.await?, total))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn excerpt(text: &str) -> String {
        excerpt_of(text, EXCERPT_CHARS)
    }

    #[test]
    fn an_excerpt_begins_with_the_text() {
        // The lines of the SDK, so that a change there fails here.
        for texts in [
            include_str!("../../../../plugins/sdk/texts/en.toml"),
            include_str!("../../../../plugins/sdk/texts/pl.toml"),
        ] {
            let heading =
                texts.lines().find_map(|line| line.strip_prefix("frame.heading = \"")).expect("a heading");
            let frame = format!("{}\n\n**Post**\n\n[What is new?]", heading.trim_end_matches('"'));
            assert_eq!(excerpt(&frame), "[What is new?]");
        }
    }

    #[test]
    fn an_excerpt_ends_with_a_word() {
        assert_eq!(excerpt("# Variant 1\n\nShort."), "Short.");
        let long = excerpt(&"zażółć, ".repeat(100));
        assert!(long.chars().count() <= EXCERPT_CHARS && long.ends_with("zażółć…"), "{long}");
        assert_eq!(excerpt(&"x".repeat(700)), "x".repeat(EXCERPT_CHARS) + "…");
        let links = format!("[a](https://example.com/{}) b", "x".repeat(700));
        assert!(excerpt(&links).ends_with('…'));
    }
}
