//! The catalogue as a list: paged, searched and filtered on the server, so that ten thousand tools cost a client no
//! more than a hundred.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use super::tool::Own;
use super::view::ListedTool;
use super::{
    CATEGORIES, Guests, NeedsModel, Reach, Reader, Shelf, Terms, Tool, Tools, category_title, favourites,
    guests_of, json, terms,
};
use crate::billing::plans::Locks;
use crate::platform::auth::{Caller, Scoped, ToolsRead};
use crate::platform::page::WholePage;
use crate::platform::prelude::*;

/// Most ids of a request.
const MOST_IDS: usize = 100;

/// A group of tools.
#[derive(Debug, Serialize, ToSchema)]
pub struct Category {
    #[schema(example = "social")]
    pub id: &'static str,
    /// In the reader's language.
    pub title: String,
}

/// A page of matching tools, and the non-empty categories of the catalogue.
#[derive(Debug, Serialize, ToSchema)]
pub struct Catalogue {
    pub tools: Vec<ListedTool>,
    pub categories: Vec<Category>,
    pub page: u32,
    pub per_page: u32,
    /// Tools on all pages.
    pub total: i64,
    /// Unlisted tools that the account has access to, regardless of the filter.
    pub invited: i64,
}

/// The search in the catalogue.
#[derive(Debug, Default, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(super) struct Search {
    /// Words that name, summary, category or search terms of either language must contain, in any order; case, Polish
    /// accents and words such as "for" and "do" are ignored.
    q: Option<String>,
    /// Only tools of this category.
    category: Option<String>,
    /// Only tools with these ids, separated by commas, in this order; at most a hundred are used.
    #[param(example = "facebook-post,linkedin-post")]
    ids: Option<String>,
    /// Only favourites, or only others.
    favourite: Option<bool>,
    /// Only unlisted tools that the account was invited to, or only others.
    invited: Option<bool>,
    /// Only tools that the account's plan does not include, or only those that it includes.
    locked: Option<bool>,
    /// Only tools that are limited without a model while none is connected, or only others.
    needs_model: Option<bool>,
    /// Only tools with this UI module.
    #[param(example = "form")]
    module: Option<String>,
    #[serde(default)]
    #[param(inline)]
    sort: Sort,
    /// `false` omits `input`, `output` and `example`, by far the longest parts of a tool.
    #[serde(default = "yes")]
    #[param(default = true)]
    schemas: bool,
}

fn yes() -> bool {
    true
}

/// The order.
#[derive(Debug, Clone, Copy, Default, PartialEq, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
#[schema(as = ToolSort)]
enum Sort {
    /// By category, then by name.
    #[default]
    Category,
    /// Favourites first.
    Favourites,
}

/// The catalogue of tools
#[utoipa::path(get, path = "/api/tools", tag = "tools", security(("key" = ["tools:read"])), params(Search, WholePage), responses((status = 200, body = Catalogue)))]
pub(super) async fn list_tools(
    app: App,
    caller: Scoped<ToolsRead>,
    locale: Locale,
    Query(search): Query<Search>,
    WholePage(page): WholePage,
) -> Result<Response> {
    let tools = app.part::<Tools>();
    let shelf = tools.shelf();
    let Terms { plan, locks, has_model } = terms(&app, &caller.id).await?;
    let guests = guests_of(&app, &shelf, &caller.id).await?;
    let view = View {
        shelf: &shelf,
        reader: Reader { account: &caller.id, plan: Some(plan), reach: Reach::Guest(&guests) },
        guests: &guests,
        caller: &caller,
        locale,
        favourites: favourites::of(&app, &caller.id).await?,
        costs: tools.costs.of(&app, &caller.id).await?,
        locks,
        has_model,
    };
    let (found, used) = view.find(&search);
    let total = found.len();
    let from = usize::try_from(page.offset()).unwrap_or(usize::MAX);
    let shown = found.into_iter().skip(from).take(page.per_page as usize);
    view.write(shown, search.schemas, &used, page, total).await.map(json)
}

/// The catalogue for one user.
struct View<'a> {
    shelf: &'a Shelf,
    reader: Reader<'a>,
    /// The unlisted tools that the user has access to.
    guests: &'a Guests,
    caller: &'a Caller,
    locale: Locale,
    favourites: HashSet<String>,
    costs: HashMap<String, u32>,
    locks: Locks,
    has_model: bool,
}

impl<'a> View<'a> {
    /// The matching tools, and the categories of all tools.
    fn find(&self, search: &Search) -> (Vec<&'a Arc<Tool>>, HashSet<&'a str>) {
        let words = search.q.as_deref().map(fold).unwrap_or_default();
        let words = wanted(&words);
        let mut used = HashSet::new();
        let mut found = Vec::new();
        let is_wanted = |tool: &Arc<Tool>| {
            let folded = &tool.text(self.locale).folded;
            self.is_of(search, tool) && words.iter().all(|word| folded.contains(word))
        };
        for tool in self.shelf.of(self.reader, self.locale).filter(|tool| self.caller.has_tool(&tool.id)) {
            used.insert(tool.category.as_str());
            if search.ids.is_none() && is_wanted(tool) {
                found.push(tool);
            }
        }
        if let Some(ids) = &search.ids {
            let mut named = HashSet::new();
            let ids =
                ids.split(',').take(MOST_IDS).filter(|id| named.insert(*id) && self.caller.has_tool(id));
            let named = ids.filter_map(|id| self.shelf.find(id, self.reader));
            found.extend(named.filter(|tool| is_wanted(tool)));
        }
        if search.sort == Sort::Favourites {
            found.sort_by_key(|tool| !self.favourites.contains(&tool.id));
        }
        (found, used)
    }

    fn is_of(&self, search: &Search, tool: &Tool) -> bool {
        let is = |asked: Option<bool>, holds: &dyn Fn() -> bool| asked.is_none_or(|asked| asked == holds());
        search.category.as_deref().is_none_or(|category| category == tool.category)
            && search.module.as_deref().is_none_or(|module| module == &*tool.module)
            && is(search.favourite, &|| self.favourites.contains(&tool.id))
            && is(search.invited, &|| self.shelf.guest(self.guests, &tool.id).is_some())
            && is(search.locked, &|| self.locks.of(&tool.id).is_some())
            && is(search.needs_model, &|| tool.needs_model(self.has_model) != NeedsModel::Never)
    }

    /// The response. The tools were serialized when they were installed and are only joined here.
    async fn write(
        &self,
        shown: impl Iterator<Item = &'a Arc<Tool>>,
        schemas: bool,
        used: &HashSet<&str>,
        Page { page, per_page }: Page,
        total: usize,
    ) -> Result<String> {
        let mut body = String::with_capacity(64 * 1024);
        body.push_str("{\"tools\":[");
        for (place, tool) in shown.enumerate() {
            if place > 0 {
                body.push(',');
            }
            let described = if schemas { Some(tool.described().await?) } else { None };
            let described = described.as_deref().map(|described| described.text(self.locale));
            let own = Own {
                publisher: self.shelf.publisher_name(&tool.publisher),
                average: self.costs.get(&tool.id).copied(),
                favourite: self.favourites.contains(&tool.id),
                lock: self.locks.of(&tool.id),
                guest: self.shelf.guest(self.guests, &tool.id),
                has_model: self.has_model,
            };
            tool.write(self.locale, own, described, &mut body)?;
        }
        let categories = serde_json::to_string(&categories(self.locale, used))?;
        body.push_str(&format!(
            "],\"categories\":{categories},\"page\":{page},\"per_page\":{per_page},\"total\":{total},\"invited\":{}}}",
            self.guests.ids().filter(|id| self.shelf.is_unlisted(id)).count()
        ));
        Ok(body)
    }
}

/// Words that say nothing about a tool, in both languages, folded.
const STOP_WORDS: [&str; 34] = [
    "a", "an", "and", "at", "by", "for", "from", "in", "my", "of", "on", "or", "our", "the", "to", "with",
    "your", "czy", "dla", "do", "i", "lub", "mi", "moj", "moja", "moje", "na", "o", "od", "po", "pod", "w",
    "z", "ze",
];

/// The words of a folded search that count: all of them if it has only stop words.
fn wanted(search: &str) -> Vec<&str> {
    let all: Vec<&str> = search.split(' ').filter(|word| !word.is_empty()).collect();
    let counting: Vec<&str> = all.iter().copied().filter(|word| !STOP_WORDS.contains(word)).collect();
    if counting.is_empty() { all } else { counting }
}

/// The categories of these tools, in display order.
pub fn categories_of<'a>(locale: Locale, tools: impl Iterator<Item = &'a Arc<Tool>>) -> Vec<Category> {
    categories(locale, &tools.map(|tool| tool.category.as_str()).collect())
}

fn categories(locale: Locale, used: &HashSet<&str>) -> Vec<Category> {
    let used = CATEGORIES.into_iter().filter(|id| used.contains(id));
    used.map(|id| Category { id, title: category_title(locale, id) }).collect()
}
