//! The page of a tool: what it writes, which limits it keeps, an example, and a form that runs it for a visitor.

use minijinja::context;

use super::data;
use super::form::{self, Field, Typed};
use super::listed::{listed, tools_and_shops};
use super::samples::Samples;
use super::shown::variants;
use super::templates::Build;
use super::view::{self, Frame, rendered};
use crate::catalogue::tools::{NeedsModel, Tool, Tools};
use crate::platform::prelude::*;

/// Tools of the same kind below a page.
const MOST_RELATED: usize = 4;

/// A visitor's run, or an attempt at one.
#[derive(Default)]
pub struct Tried {
    pub typed: Typed,
    pub errors: FieldErrors,
    /// What is wrong besides the fields.
    pub problem: String,
    /// The result's data.
    pub data: Option<Value>,
}

/// The address of a tool's page: below that of all tools.
pub fn address(build: &Build, locale: Locale, id: &str) -> String {
    let safe: String = id.chars().filter(|c| c.is_ascii_alphanumeric() || *c == '-').collect();
    format!("{}/{safe}", build.path("aiTools", locale))
}

/// A tool that has a page; `None` for one that serves only some accounts, and for shop systems.
pub async fn find(app: &App, id: &str) -> Option<Arc<Tool>> {
    let tool = app.part::<Tools>().find_listed(id)?;
    (!tool.is_shop().await).then_some(tool)
}

/// The HTML of a tool's page.
pub async fn page(
    app: &App,
    build: &Build,
    tool: &Tool,
    locale: Locale,
    mut frame: Frame,
    tried: Option<Tried>,
) -> Result<String> {
    let described = tool.described().await?;
    let text = described.text(locale);
    let example: Value = serde_json::from_str(&text.example).map_err(Problem::internal)?;
    let tried = tried.unwrap_or_default();
    let fields: Vec<Field> = form::fields(&text.input, &tried.typed, &tried.errors, locale);
    let result = tried.data.as_ref().map(|data| variants(&text.output, data, locale));
    let sample = app.part::<Samples>().of(app, &tool.id, locale).await;
    let shown = sample.map(|sample| variants(&text.output, &sample.data, locale)).unwrap_or_default();
    let (name, path) = (&tool.text(locale).name, view::path_of(&frame));
    let all = (locale.pick("Tools", "Narzędzia"), build.path("aiTools", locale));
    frame.data = vec![
        data::product(app, build, locale, name, &[]),
        data::breadcrumbs(app, locale, &[all, (name, &path)]),
    ];
    let own = context! {
        tool => listed(tool, locale),
        needs_model => matches!(tool.needs_model(false), NeedsModel::Always),
        related => related(app, tool, locale).await,
        problem => tried.problem,
        example_input => json!(form::typed(&example)).to_string(),
        // The form of the application takes it over.
        input => json!(form::input(&text.input, &tried.typed)).to_string(),
        fields, result, example => shown
    };
    rendered(build, "aiTool", locale, &frame, own)
}

/// Other tools of the same category, and then of the others.
async fn related(app: &App, tool: &Tool, locale: Locale) -> Vec<impl Serialize + use<>> {
    let (all, _) = tools_and_shops(app, locale).await;
    let (same, others): (Vec<_>, Vec<_>) = all
        .into_iter()
        .filter(|other| other.id != tool.id)
        .partition(|other| other.category == tool.category);
    same.iter().chain(&others).take(MOST_RELATED).map(|other| listed(other, locale)).collect()
}
