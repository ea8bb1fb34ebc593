//! Responses with pages of the site.

use super::brand::allowing;
use super::listed::Forms;
use super::templates::Templates;
use super::view::{self, Frame, rendered};
use super::{blog, docs, legal, listed, og, tool};
use crate::operator::{self, Legal};
use crate::platform::bundle::SiteRequest;
use crate::platform::prelude::*;

/// The page of a request; `None` if it does not exist.
pub fn page<'a>(app: &'a App, request: SiteRequest<'a>) -> BoxFuture<'a, Result<Option<Response>>> {
    Box::pin(async move {
        let build = app.part::<Templates>().build(&app.bundle)?;
        let SiteRequest { page, locale, parts, .. } = request;
        if operator::settings(app).is_hidden(page) {
            return Ok(None);
        }
        if blog::is_its(page) {
            let response = blog::page(app, &build, &request).await?;
            // A preview runs no scripts of others.
            let is_preview = page == "blogPreview";
            return Ok(response.map(|response| if is_preview { response } else { allowing(app, response) }));
        }
        let mut conn = app.db.read().acquire().await?;
        let mut frame = Frame::of(app, &mut conn, locale, |of| request.address(of)).await?;
        drop(conn);
        frame.picture = og::shown(app, &build, locale, &og::name_of(&build, &request)).await?;
        let html = match page {
            "docs" => match docs::page(app, &build, &request, frame)? {
                Some(html) => html,
                None => return Ok(None),
            },
            "aiTool" => match tool::find(app, request.param("tool").unwrap_or_default()).await {
                Some(tool) => tool::page(app, &build, &tool, locale, frame, None).await?,
                None => return Ok(None),
            },
            "missing" => {
                let html = rendered(&build, page, locale, &frame, ())?;
                return Ok(Some(allowing(app, view::own(html, locale))));
            }
            page => match build.page(page) {
                Some(listed) if let Some(kind) = Legal::of_page(&listed.name) => {
                    match legal::page(app, &build, &request, kind, frame).await? {
                        Some(html) => html,
                        None => return Ok(None),
                    }
                }
                Some(listed) => listed::page(app, &build, listed, locale, frame, Forms::default()).await?,
                None => return Ok(None),
            },
        };
        Ok(Some(allowing(app, view::everyones(html, locale, parts))))
    })
}
