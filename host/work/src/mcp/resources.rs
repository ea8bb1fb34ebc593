//! The archive as MCP resources: documents as Markdown, newest first.

use rmcp::ErrorData;
use rmcp::model::{
    CacheScope, ListResourceTemplatesResult, ListResourcesResult, ReadResourceResponse, ReadResourceResult,
    Resource, ResourceContents, ResourceTemplate,
};

use super::agent::{Client, error};
use crate::platform::prelude::*;
use crate::workspace::documents::{self, Document, DocumentSummary};

/// Documents per response.
const PER_PAGE: u32 = 50;
const ADDRESS: &str = "sitewright://documents/";
const MARKDOWN: &str = "text/markdown";

pub(super) async fn list(app: &App, client: &Client, page: usize) -> Result<ListResourcesResult, ErrorData> {
    let page = Page { page: u32::try_from(page).unwrap_or(u32::MAX), per_page: PER_PAGE };
    let found = documents::newest(app, &client.caller, page).await;
    let found = found.map_err(|problem| error(&problem, client.locale))?;
    let is_last = i64::from(page.page) * i64::from(PER_PAGE) >= found.total;
    let mut list = ListResourcesResult::with_all_items(found.data.into_iter().map(resource).collect());
    (list.ttl_ms, list.cache_scope) = (Some(0), Some(CacheScope::Private));
    list.next_cursor = (!is_last).then(|| (page.page + 1).to_string());
    Ok(list)
}

fn resource(document: DocumentSummary) -> Resource {
    Resource::new(format!("{ADDRESS}{}", document.id), document.title.clone())
        .with_title(document.title)
        .with_description(document.excerpt)
        .with_mime_type(MARKDOWN)
}

pub(super) fn templates(locale: Locale) -> ListResourceTemplatesResult {
    let template = ResourceTemplate::new(format!("{ADDRESS}{{id}}"), "document")
        .with_title(locale.say("mcp.document", &Params::new()))
        .with_mime_type(MARKDOWN);
    ListResourceTemplatesResult::with_all_items(vec![template])
}

pub(super) async fn read(app: &App, client: &Client, uri: &str) -> Result<ReadResourceResponse, ErrorData> {
    let document = find(app, client, uri).await.map_err(|problem| error(&problem, client.locale))?;
    let content = ResourceContents::text(document.text, uri).with_mime_type(MARKDOWN);
    let read = ReadResourceResult::new(vec![content]).with_ttl_ms(0).with_cache_scope(CacheScope::Private);
    Ok(read.into())
}

async fn find(app: &App, client: &Client, uri: &str) -> Result<Document> {
    let id = uri.strip_prefix(ADDRESS).ok_or_else(Problem::not_found)?;
    documents::find_open(&mut app.db.read().acquire().await?, &client.caller, id).await
}
