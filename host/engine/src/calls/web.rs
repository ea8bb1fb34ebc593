//! The interface `web`: web pages.

use crate::bindings::sitewright::plugin::web;
pub use crate::bindings::sitewright::plugin::web::Link;
use crate::prelude::*;

/// A parsed web page.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Page {
    pub url: String,
    pub status: u16,
    pub title: String,
    pub description: String,
    pub canonical: String,
    pub language: String,
    /// Level and text.
    pub headings: Vec<(u8, String)>,
    pub text: String,
    pub links: Vec<Link>,
}

impl From<Page> for web::Page {
    fn from(page: Page) -> Self {
        let Page { url, status, title, description, canonical, language, headings, text, links } = page;
        let headings = headings.into_iter().map(|(level, text)| web::Heading { level, text }).collect();
        web::Page { url, status, title, description, canonical, language, headings, text, links }
    }
}

impl web::Host for State {
    async fn read(&mut self, url: String) -> Result<Answered<web::Page>> {
        Ok(self.call::<Page>(Call::WebRead { url }).await?.map(Into::into))
    }
}
