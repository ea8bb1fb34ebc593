//! Values of the pages without parameters: samples of what the product writes, its tools and its plans.

use minijinja::context;

use super::contact::Contact;
use super::data;
use super::page_check::PageCheck;
use super::plans;
use super::samples::Samples;
use super::templates::{About, Build, SitePage};
use super::view::{Frame, rendered};
use crate::catalogue::tools::{Tool, Tools};
use crate::operator;
use crate::platform::prelude::*;

/// A tool in a list.
#[derive(Debug, Serialize)]
pub struct ListedTool {
    id: String,
    name: String,
    summary: String,
    category: String,
}

/// The forms of pages, as a visitor sent them.
#[derive(Debug, Default)]
pub struct Forms {
    pub contact: Contact,
    pub check: PageCheck,
}

/// The HTML of a page without parameters.
pub async fn page(
    app: &App,
    build: &Build,
    page: &SitePage,
    locale: Locale,
    mut frame: Frame,
    Forms { contact, check }: Forms,
) -> Result<String> {
    let samples = app.part::<Samples>();
    let mut sample = BTreeMap::new();
    for (name, tool) in &page.samples {
        sample.insert(name.as_str(), samples.of(app, tool, locale).await);
    }
    let (tools, shops) = tools_and_shops(app, locale).await;
    let listed =
        |all: Vec<Arc<Tool>>| -> Vec<ListedTool> { all.iter().map(|tool| listed(tool, locale)).collect() };
    let (tools, shops) = (listed(tools), listed(shops));
    let plans = plans::on_offer(app, locale).await?;
    match page.name.as_str() {
        "home" => frame.data = data::of_home(app, build, locale),
        name => {
            let about = page.about.get(&locale).map_or("", About::name);
            frame.data = vec![data::breadcrumbs(app, locale, &[(about, build.path(name, locale))])];
        }
    }
    if page.name == "pricing" {
        frame.data.push(data::product(app, build, locale, operator::settings(app).name(), &plans));
    }
    let own = context! { sample, tools, shops, plans, contact, check };
    rendered(build, &page.name, locale, &frame, own)
}

pub fn listed(tool: &Tool, locale: Locale) -> ListedTool {
    let text = tool.text(locale);
    ListedTool {
        id: tool.id.clone(),
        name: text.name.clone(),
        summary: text.summary.clone(),
        category: tool.category.clone(),
    }
}

/// The listed tools in display order: those that write, and the shop systems.
pub async fn tools_and_shops(app: &App, locale: Locale) -> (Vec<Arc<Tool>>, Vec<Arc<Tool>>) {
    let (mut tools, mut shops) = (Vec::new(), Vec::new());
    for tool in app.part::<Tools>().list(locale) {
        if tool.is_shop().await { shops.push(tool) } else { tools.push(tool) }
    }
    (tools, shops)
}
