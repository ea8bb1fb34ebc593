//! The editable fields of a plan, with their validation.

use super::{FREE, Plan, ToolNames};
use crate::platform::prelude::*;

/// The largest price, in cents or grosze, and the largest other value.
const MOST: i64 = 1_000_000_000;

/// A plan with all editable fields. It is flattened into `Product`, so unknown fields are accepted; its own are all
/// required.
#[derive(Debug, Clone, Serialize, Deserialize, Validate, ToSchema)]
pub(super) struct ProductEdit {
    #[garde(length(chars, min = 1, max = 60))]
    pub name_en: String,
    #[garde(length(chars, min = 1, max = 60))]
    pub name_pl: String,
    #[garde(length(chars, max = 300))]
    pub description_en: String,
    #[garde(length(chars, max = 300))]
    pub description_pl: String,
    /// Prices in cents and grosze, per month and per year.
    #[garde(range(min = 0, max = MOST))]
    #[schema(minimum = 0, example = 3900)]
    pub monthly_usd: i64,
    #[garde(range(min = 0, max = MOST))]
    #[schema(minimum = 0)]
    pub annual_usd: i64,
    #[garde(range(min = 0, max = MOST))]
    #[schema(minimum = 0)]
    pub monthly_pln: i64,
    #[garde(range(min = 0, max = MOST))]
    #[schema(minimum = 0)]
    pub annual_pln: i64,
    /// Words per month. A change applies to subscribers from their next month on.
    #[garde(range(min = 0, max = MOST))]
    #[schema(minimum = 0)]
    pub ai_words: i64,
    /// Pages that site audits may crawl per month. A change applies like that of the words.
    #[garde(range(min = 0, max = MOST))]
    #[schema(minimum = 0)]
    pub pages: i64,
    /// Null for no limit, as for the next two fields.
    #[garde(inner(range(min = 1, max = MOST)))]
    #[schema(required, minimum = 1)]
    pub projects: Option<i64>,
    #[garde(inner(range(min = 1, max = MOST)))]
    #[schema(required, minimum = 1)]
    pub runs_per_day: Option<i64>,
    /// Rows of a bulk job.
    #[garde(inner(range(min = 1, max = MOST)))]
    #[schema(required, minimum = 1)]
    pub bulk_rows: Option<i64>,
    #[garde(skip)]
    pub all_tools: bool,
    /// Ids of its tools, if it does not include all of them.
    #[garde(length(max = 1000))]
    pub tools: Vec<String>,
    /// Whether its users may connect an own language model, whose use costs no words.
    #[garde(skip)]
    pub own_model: bool,
    /// Position among the displayed plans.
    #[garde(range(min = 0, max = MOST))]
    #[schema(minimum = 0)]
    pub position: i64,
    /// A plan that is not offered any more keeps its subscribers.
    #[garde(skip)]
    pub on_offer: bool,
    /// Whether the plans page recommends it; another plan loses the mark.
    #[garde(skip)]
    #[serde(default)]
    pub recommended: bool,
}

impl ProductEdit {
    pub fn trimmed(mut self) -> Self {
        for text in [&mut self.name_en, &mut self.name_pl, &mut self.description_en, &mut self.description_pl]
        {
            *text = text.trim().to_owned();
        }
        if self.all_tools {
            self.tools.clear();
        }
        self.tools.sort();
        self.tools.dedup();
        self
    }

    pub fn of(plan: Plan, tools: Option<&HashSet<String>>) -> Self {
        let mut tools: Vec<String> = tools.into_iter().flatten().cloned().collect();
        tools.sort();
        Self {
            name_en: plan.name_en,
            name_pl: plan.name_pl,
            description_en: plan.description_en,
            description_pl: plan.description_pl,
            monthly_usd: plan.monthly_usd,
            annual_usd: plan.annual_usd,
            monthly_pln: plan.monthly_pln,
            annual_pln: plan.annual_pln,
            ai_words: plan.ai_words,
            pages: plan.pages,
            projects: plan.projects,
            runs_per_day: plan.runs_per_day,
            bulk_rows: plan.bulk_rows,
            all_tools: plan.all_tools,
            tools,
            own_model: plan.own_model,
            position: plan.position,
            on_offer: plan.on_offer,
            recommended: plan.recommended,
        }
    }

    /// Validation across fields. `known`: tools that the plan includes already, some of which may be uninstalled.
    pub fn check(&self, app: &App, id: Option<i64>, known: &[String]) -> Result<()> {
        let mut errors = FieldErrors::new();
        let mut refuse = |field: &str, text: Text| drop(errors.insert(field.to_owned(), vec![text]));
        for (field, name) in [("name_en", &self.name_en), ("name_pl", &self.name_pl)] {
            if name.is_empty() {
                refuse(field, Text::key("validation.required"));
            }
        }
        if id == Some(FREE) {
            let prices = [
                ("monthly_usd", self.monthly_usd),
                ("annual_usd", self.annual_usd),
                ("monthly_pln", self.monthly_pln),
                ("annual_pln", self.annual_pln),
            ];
            for (field, _) in prices.into_iter().filter(|(_, price)| *price != 0) {
                refuse(field, Text::key("plans.free-costs-nothing"));
            }
            if !self.on_offer {
                refuse("on_offer", Text::key("plans.free-stays"));
            }
        }
        if !self.all_tools {
            let installed = (app.part::<ToolNames>().0)(app, Locale::En);
            let is_known = |id: &String| known.contains(id) || installed.iter().any(|tool| tool.id == *id);
            if self.tools.is_empty() {
                refuse("tools", Text::key("plans.no-tools"));
            } else if let Some(tool) = self.tools.iter().find(|tool| !is_known(tool)) {
                refuse("tools", Text::key("plans.unknown-tool").with("tool", tool.as_str()));
            }
        }
        if errors.is_empty() { Ok(()) } else { Err(Problem::invalid(errors)) }
    }
}
