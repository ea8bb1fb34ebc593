//! The pages of the legal texts: the version of today, earlier and coming ones, and the templates of the product.

use minijinja::context;

use super::data;
use super::days::spoken;
use super::templates::Build;
use super::view::{Frame, rendered};
use crate::operator::{self, Legal, Version};
use crate::platform::bundle::SiteRequest;
use crate::platform::http::parameters;
use crate::platform::prelude::*;
use crate::posts;

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
    let text = match shown {
        Some(version) => operator::text(&mut conn, kind, locale, version.version).await?,
        None => None,
    };
    drop(conn);
    let text = match text {
        Some(text) => text,
        None => operator::template(app, kind, locale).await?,
    };
    let number = |version: &Version| version.version;
    let today = operator::today();
    let list = |is_listed: &dyn Fn(&Version) -> bool| -> Vec<Listed> {
        let listed = versions.iter().filter(|version| is_listed(version));
        listed.map(|version| entry(version, &address, locale)).collect()
    };
    let title =
        build.page(kind.page()).and_then(|page| page.about.get(&locale)).map_or("", |about| &about.title);
    let name = title.split(" · ").next().unwrap_or_default();
    frame.data = vec![data::breadcrumbs(app, locale, &[(name, &address)])];
    let own = context! {
        html => posts::printed(&text, locale),
        since => shown.map(|version| spoken(Timestamp(version.valid_from * DAY_MS), locale)),
        // Its operator is unknown as long as the template has no company.
        is_blank => shown.is_none() && !operator::settings(app).company.is_known(),
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
