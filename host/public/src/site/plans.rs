//! Plans as the site shows them: prices in the currency of the language, and what they save in a year.

use crate::billing::plans;
use crate::platform::locale::grouped;
use crate::platform::prelude::*;

/// A plan with its prices as texts.
#[derive(Debug, Serialize)]
pub struct Offer {
    id: i64,
    pub name: String,
    description: String,
    is_free: bool,
    recommended: bool,
    /// Per month, such as "$39" or "99 zł".
    monthly: String,
    /// Per year.
    annual: String,
    /// The same for each month.
    annual_month: String,
    /// What a year costs less than twelve months; empty if it costs the same.
    saving: String,
    /// The price per month for programs, such as "39.00".
    pub amount: String,
    pub currency: &'static str,
    /// Words per month.
    words: String,
    /// Pages that site audits may crawl per month.
    pages: String,
    /// Empty without a limit, like the next two.
    projects: String,
    runs_per_day: String,
    bulk_rows: String,
    all_tools: bool,
    tool_count: usize,
    own_model: bool,
}

/// The available plans, the smallest first.
pub async fn on_offer(app: &App, locale: Locale) -> Result<Vec<Offer>> {
    let plans = plans::on_offer(app, locale).await?;
    Ok(plans.into_iter().map(|plan| offer(plan, locale)).collect())
}

fn offer(plan: plans::Offered, locale: Locale) -> Offer {
    let price = |usd: i64, pln: i64| locale.pick(usd, pln);
    let monthly = price(plan.monthly.usd, plan.monthly.pln);
    let annual = price(plan.annual.usd, plan.annual.pln);
    let saved = monthly * 12 - annual;
    let count =
        |number: Option<i64>| number.map(|number| grouped(locale, &number.to_string())).unwrap_or_default();
    Offer {
        id: plan.id,
        is_free: plan.id == 0,
        recommended: plan.recommended,
        monthly: money(monthly, locale),
        annual: money(annual, locale),
        annual_month: money(annual / 12, locale),
        saving: if saved > 0 { money(saved, locale) } else { String::new() },
        amount: format!("{}.{:02}", monthly / 100, monthly % 100),
        currency: locale.pick("USD", "PLN"),
        words: grouped(locale, &plan.ai_words.to_string()),
        pages: grouped(locale, &plan.pages.to_string()),
        projects: count(plan.projects),
        runs_per_day: count(plan.runs_per_day),
        bulk_rows: count(plan.bulk_rows),
        all_tools: plan.all_tools,
        tool_count: plan.tool_count,
        own_model: plan.own_model,
        name: plan.name,
        description: plan.description,
    }
}

/// An amount of cents or grosze, without decimals if it is whole.
fn money(amount: i64, locale: Locale) -> String {
    let (whole, rest) = (grouped(locale, &(amount / 100).to_string()), amount % 100);
    let separator = locale.pick('.', ',');
    let number = if rest == 0 { whole } else { format!("{whole}{separator}{rest:02}") };
    locale.pick(format!("${number}"), format!("{number}\u{a0}zł"))
}
