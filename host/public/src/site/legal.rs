//! The pages of the legal texts: the version of today, earlier and coming ones, and the templates of the product.

use minijinja::context;

use super::data;
use super::templates::Build;
use super::view::{Frame, rendered};
use crate::operator::{self, Legal, Version};
use crate::platform::bundle::SiteRequest;
use crate::platform::days::spoken;
use crate::platform::http::parameters;
use crate::platform::prelude::*;
use crate::posts;

/// The HTML of legal texts, with its Markdown: of each kind and language the last one that a page has shown.
#[derive(Clone, Default)]
pub struct Printed(Arc<Mutex<Known>>);

type Known = HashMap<(Legal, Locale), (String, String)>;

impl Printed {
    fn html(&self, kind: Legal, locale: Locale, text: String) -> String {
        let known = || self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((_, html)) = known().get(&(kind, locale)).filter(|(known, _)| *known == text) {
            return html.clone();
        }
        let html = posts::printed(&text, locale);
        known().insert((kind, locale), (text, html.clone()));
        html
    }
}

/// The parameter that names a version.
const VERSION: &str = "version";

/// A version in a list.
#[derive(Serialize)]
struct Listed {
    date: String,
    note: String,
    address: String,
}

/// The HTML of a legal page; `None` if the requested version does not exist.
pub async fn page(
    app: &App,
    build: &Build,
    request: &SiteRequest<'_>,
    kind: Legal,
    mut frame: Frame,
) -> Result<Option<String>> {
    let (locale, address) = (request.locale, request.address(request.locale));
    let mut conn = app.db.read().acquire().await?;
    let versions = operator::versions(&mut conn, kind, locale).await?;
    let current = operator::current(&versions);
    let asked = asked(request);
    let shown = match &asked {
        None => current,
        Some(number) => match versions.iter().find(|version| version.version.to_string() == *number) {
            Some(version) => Some(version),
            None => return Ok(None),
        },
    };
    let text = operator::markdown(app, &mut conn, (kind, locale), shown, &versions).await?;
    drop(conn);
    let number = |version: &Version| version.version;
    let today = operator::today();
    let list = |is_listed: &dyn Fn(&Version) -> bool| -> Vec<Listed> {
        let listed = operator::shown(&versions).into_iter().filter(|version| is_listed(version));
        listed.map(|version| entry(version, &address, locale)).collect()
    };
    let title =
        build.page(kind.page()).and_then(|page| page.about.get(&locale)).map_or("", |about| &about.title);
    let name = title.split(" · ").next().unwrap_or_default();
    frame.data = vec![data::breadcrumbs(app, locale, &[(name, &address)])];
    let own = context! {
        html => app.part::<Printed>().html(kind, locale, text),
        since => shown.map(|version| spoken(Timestamp(version.valid_from * DAY_MS), locale)),
        // Its operator is unknown as long as the template has no company.
        is_blank => shown.is_none_or(|version| version.is_template) && !operator::settings(app).company.is_known(),
        is_other => shown.map(number) != current.map(number),
        is_coming => shown.is_some_and(|version| version.valid_from > today),
        // The next one first.
        coming => list(&|version| version.valid_from > today && Some(version.version) != shown.map(number)).into_iter().rev().collect::<Vec<_>>(),
        earlier => list(&|version| version.valid_from <= today && Some(version.version) != current.map(number)),
        address => address.as_str(),
    };
    rendered(build, kind.page(), locale, &frame, context! { legal => own }).map(Some)
}

/// The number of the requested version.
fn asked(request: &SiteRequest) -> Option<String> {
    let parameters = parameters(request.parts.uri.query().unwrap_or_default());
    parameters.into_iter().find(|(name, _)| name == VERSION).map(|(_, value)| value)
}

fn entry(version: &Version, address: &str, locale: Locale) -> Listed {
    Listed {
        date: spoken(Timestamp(version.valid_from * DAY_MS), locale),
        note: version.note.clone(),
        address: format!("{address}?{VERSION}={}", version.version),
    }
}
