//! Responses with pages of the site.

use super::contact::Contact;
use super::templates::Templates;
use super::view::{self, Frame, rendered};
use super::{docs, listed, og, tool};
use crate::platform::bundle::SiteRequest;
use crate::platform::prelude::*;

/// The page of a request; `None` if it does not exist.
pub fn page<'a>(app: &'a App, request: SiteRequest<'a>) -> BoxFuture<'a, Result<Option<Response>>> {
    Box::pin(async move {
        let build = app.part::<Templates>().build(&app.bundle)?;
        let SiteRequest { page, locale, parts, .. } = request;
        let mut frame = Frame::of(app, locale, |of| request.address(of));
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
                return rendered(&build, page, locale, &frame, ()).map(|html| Some(view::own(html, locale)));
            }
            page => match build.page(page) {
                Some(listed) => listed::page(app, &build, listed, locale, frame, Contact::default()).await?,
                None => return Ok(None),
            },
        };
        Ok(Some(view::everyones(html, locale, parts)))
    })
}
