//! Responses to agents: server information, the list of tools, and results of calls.

use rmcp::model::{
    CacheScope, CallToolRequestParams, CallToolResponse, DiscoverResult, ErrorCode, Implementation,
    InitializeRequestParams, InitializeResult, ListResourceTemplatesResult, ListResourcesResult,
    ListToolsResult, PaginatedRequestParams, ReadResourceRequestParams, ReadResourceResponse,
    ServerCapabilities, ServerConfig, Tool as ToolView, ToolAnnotations,
};
use rmcp::service::RequestContext;
use rmcp::{ErrorData, RoleServer, ServerHandler};

use super::operations::{self, Asked};
use super::{call, resources};
use crate::catalogue::tools::{self, DescribedText, Schema, Tool};
use crate::platform::prelude::*;

/// Tools per response.
const TOOLS_PER_PAGE: usize = 100;
/// Interfaces that reach beyond this server.
const OPEN_WORLD: [&str; 3] = ["http", "search", "web"];

/// Handles the requests of agents. Cheap to clone: there is one per agent.
#[derive(Clone)]
pub(super) struct Agent {
    app: App,
}

/// The caller and the language of the response.
pub(super) struct Client {
    pub caller: Caller,
    pub locale: Locale,
}

impl Client {
    /// Refuses a client without this scope.
    fn expect(&self, scope: Scope) -> Result<(), ErrorData> {
        self.caller.expect_scope(scope).map_err(|problem| error(&problem, self.locale))
    }
}

impl Agent {
    pub fn new(app: App) -> Self {
        Self { app }
    }

    async fn client(&self, context: &RequestContext<RoleServer>) -> Result<Client, ErrorData> {
        let missing = || ErrorData::internal_error("The request has no HTTP headers.", None);
        let parts = context.extensions.get::<Parts>().ok_or_else(missing)?;
        let visit = visit(parts).map_err(|problem| error(&problem, Locale::En))?;
        let caller = visit.key(&self.app).await.map_err(|problem| error(&problem, Locale::En))?.clone();
        Ok(Client { caller, locale: visit.locale(&self.app).await })
    }

    /// The same, if a scope is required.
    async fn client_with(
        &self,
        context: &RequestContext<RoleServer>,
        scope: Scope,
    ) -> Result<Client, ErrorData> {
        let client = self.client(context).await?;
        client.expect(scope)?;
        Ok(client)
    }

    /// The server information for this client; capabilities that its key may not use are omitted.
    fn introduce(&self, mut info: ServerConfig, client: &Client) -> ServerConfig {
        if !client.caller.has_scope(Scope::DocumentsRead) {
            info.capabilities.resources = None;
        }
        let mut instructions = client.locale.say("mcp.instructions", &Params::new());
        instructions.push_str(&operations::about(&self.app, &client.caller, client.locale));
        info.with_instructions(instructions)
    }

    /// A page of the list: the tools of the catalogue, then the operations.
    async fn tools(&self, client: &Client, from: usize) -> Result<(Vec<ToolView>, Option<usize>)> {
        let Client { caller, locale } = client;
        let operations = operations::open_to(&self.app, caller, *locale);
        let mut open = match caller.has_scope(Scope::ToolsRead) {
            true => tools::open_to(&self.app, &caller.id, *locale).await?,
            false => Vec::new(),
        };
        let is_hidden = |id: &str| operations::scope_of(&self.app, id).is_some();
        open.retain(|tool| caller.has_tool(&tool.id) && !is_hidden(&tool.id));
        let (next, total) = (from + TOOLS_PER_PAGE, open.len() + operations.len());
        let mut page = Vec::with_capacity(TOOLS_PER_PAGE.min(open.len()));
        for tool in open.iter().skip(from).take(TOOLS_PER_PAGE) {
            page.push(view(tool, tool.described().await?.text(*locale), *locale));
        }
        let left = TOOLS_PER_PAGE - page.len();
        page.extend(operations.into_iter().skip(from.saturating_sub(open.len())).take(left));
        Ok((page, (next < total).then_some(next)))
    }
}

/// A tool as agents see it: with the texts and schemas of the catalogue.
fn view(tool: &Tool, described: &DescribedText, locale: Locale) -> ToolView {
    let text = tool.text(locale);
    let is_open = tool.code.permissions().iter().any(|permission| OPEN_WORLD.contains(&permission.name()));
    let annotations = ToolAnnotations::with_title(&text.name)
        .read_only(false)
        .destructive(false)
        .idempotent(false)
        .open_world(is_open);
    ToolView::new(tool.id.clone(), text.summary.clone(), object(&described.input))
        .with_title(&text.name)
        .with_raw_output_schema(object(&described.output))
        .with_annotations(annotations)
}

fn object(schema: &Schema) -> Arc<Map<String, Value>> {
    // Installation checked that it is an object.
    Arc::new(serde_json::from_str(schema.json()).unwrap_or_default())
}

/// The position of a cursor; `first` without one.
pub(super) fn place(request: Option<PaginatedRequestParams>, first: usize) -> Result<usize, ErrorData> {
    match request.and_then(|request| request.cursor) {
        None => Ok(first),
        Some(cursor) => cursor
            .parse()
            .ok()
            .filter(|place| (first..=1_000_000).contains(place))
            .ok_or_else(|| ErrorData::invalid_params("This cursor is not valid.", None)),
    }
}

/// A problem as a protocol error: for invalid requests, not for failed tools.
pub(super) fn error(problem: &Problem, locale: Locale) -> ErrorData {
    let view = problem.render(locale);
    let code = match problem.status() {
        StatusCode::NOT_FOUND => ErrorCode::RESOURCE_NOT_FOUND,
        status if status.is_server_error() => {
            tracing::error!(code = problem.code(), %problem, "an agent's request failed");
            ErrorCode::INTERNAL_ERROR
        }
        _ => ErrorCode::INVALID_REQUEST,
    };
    ErrorData::new(code, view.message.clone(), serde_json::to_value(view).ok())
}

impl ServerHandler for Agent {
    fn get_info(&self) -> ServerConfig {
        let mut us = Implementation::new("sitewright", env!("CARGO_PKG_VERSION"));
        (us.title, us.website_url) = (Some("Sitewright".to_owned()), Some(self.app.url()));
        ServerConfig::new(ServerCapabilities::builder().enable_tools().enable_resources().build())
            .with_server_info(us)
    }

    async fn initialize(
        &self,
        request: InitializeRequestParams,
        context: RequestContext<RoleServer>,
    ) -> Result<InitializeResult, ErrorData> {
        context.peer.set_peer_info(request.clone());
        let client = self.client(&context).await?;
        Ok(self.introduce(self.negotiate_initialize(&request)?, &client))
    }

    async fn discover(&self, context: RequestContext<RoleServer>) -> Result<DiscoverResult, ErrorData> {
        let client = self.client(&context).await?;
        let info = self.introduce(self.get_info(), &client);
        Ok(DiscoverResult::from_server_info(self.supported_protocol_versions().into_owned(), info))
    }

    async fn list_tools(
        &self,
        request: Option<PaginatedRequestParams>,
        context: RequestContext<RoleServer>,
    ) -> Result<ListToolsResult, ErrorData> {
        let client = self.client(&context).await?;
        if operations::open_to(&self.app, &client.caller, client.locale).is_empty() {
            client.expect(Scope::ToolsRead)?;
        }
        let from = place(request, 0)?;
        let tools = self.tools(&client, from).await;
        let (tools, next) = tools.map_err(|problem| error(&problem, client.locale))?;
        let mut list =
            ListToolsResult::with_all_items(tools).with_ttl_ms(0).with_cache_scope(CacheScope::Private);
        list.next_cursor = next.map(|next| next.to_string());
        Ok(list)
    }

    async fn call_tool(
        &self,
        request: CallToolRequestParams,
        context: RequestContext<RoleServer>,
    ) -> Result<CallToolResponse, ErrorData> {
        let client = self.client(&context).await?;
        if let Some(scope) = operations::scope_of(&self.app, &request.name) {
            client.expect(scope)?;
            let asked = Asked {
                caller: client.caller.clone(),
                locale: client.locale,
                input: Value::Object(request.arguments.unwrap_or_default()),
            };
            return Ok(call::answered(
                operations::carry_out(&self.app, &request.name, asked).await,
                &client,
            )?
            .into());
        }
        client.expect(Scope::RunsWrite)?;
        Ok(call::carry_out(&self.app, &client, request, &context).await?.into())
    }

    async fn list_resources(
        &self,
        request: Option<PaginatedRequestParams>,
        context: RequestContext<RoleServer>,
    ) -> Result<ListResourcesResult, ErrorData> {
        let client = self.client_with(&context, Scope::DocumentsRead).await?;
        resources::list(&self.app, &client, place(request, 1)?).await
    }

    async fn list_resource_templates(
        &self,
        _: Option<PaginatedRequestParams>,
        context: RequestContext<RoleServer>,
    ) -> Result<ListResourceTemplatesResult, ErrorData> {
        let client = self.client_with(&context, Scope::DocumentsRead).await?;
        Ok(resources::templates(client.locale))
    }

    async fn read_resource(
        &self,
        request: ReadResourceRequestParams,
        context: RequestContext<RoleServer>,
    ) -> Result<ReadResourceResponse, ErrorData> {
        let client = self.client_with(&context, Scope::DocumentsRead).await?;
        resources::read(&self.app, &client, &request.uri).await
    }
}
