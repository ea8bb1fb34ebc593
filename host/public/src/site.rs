//! The public site: pages that the build has written as templates, filled with what only the running server knows, such
//! as its origins, plans and tools. Visitors need neither an account nor scripts.

mod answer;
mod blog;
mod brand;
mod contact;
mod data;
mod docs;
mod form;
mod legal;
mod listed;
mod maps;
mod og;
mod page_check;
mod plans;
mod samples;
mod shown;
mod templates;
mod tool;
mod tries;
mod view;
mod visits;

use crate::people::accounts::SignUps;
use crate::platform::bundle::SitePages;
use crate::platform::http;
use crate::platform::prelude::*;

use samples::Samples;
use templates::Templates;

pub const SLICE: Slice = Slice {
    open: |app| {
        Ok(app
            .with(Templates::default())
            .with(Samples::default())
            .with(legal::Printed::default())
            .with(og::Drawings::default())
            .with(SitePages(answer::page))
            .with(SignUps(visits::signed_up)))
    },
    ..Slice::new("site")
};

/// Addresses that are not in the table of pages: files for robots, and pictures for previews of links.
pub fn files() -> Router<App> {
    maps::routes().merge(og::routes()).merge(blog::routes())
}

/// Forms of visitors. Their requests need no CSRF token, because they act for no account.
pub fn forms(app: &App) -> Router<App> {
    let forms = tries::routes().merge(page_check::routes()).merge(contact::routes());
    http::around_signed(app, forms.merge(visits::routes()))
}
