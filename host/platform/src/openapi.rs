//! The OpenAPI document: built from the routes, completed with what applies to all of them.

use axum::Router;
use axum::http::header;
use axum::routing::get;
use bytes::Bytes;
use utoipa::PartialSchema as _;
use utoipa::openapi::path::{Operation, Parameter, ParameterIn};
use utoipa::openapi::security::{
    ApiKey, ApiKeyValue, Http, HttpAuthScheme, SecurityRequirement, SecurityScheme,
};
use utoipa::openapi::tag::TagBuilder;
use utoipa::openapi::{
    Components, Content, HttpMethod, Info, OpenApi, OpenApiBuilder, PathItem, Ref, RefOr, Response,
    ResponseBuilder,
};

use crate::app::App;
use crate::auth;
use crate::error::ProblemView;

/// Groups of routes, in document order.
const TAGS: [(&str, &str); 17] = [
    ("accounts", "Registration, sign-in, and the current user"),
    ("projects", "Websites that users work on, the selected one, and their locations"),
    ("dashboard", "What was used and written per day, and what changed"),
    ("tools", "The catalogue"),
    ("runs", "Runs of tools: start, watch, cancel"),
    ("keys", "API keys for programs and agents"),
    ("bulk", "Bulk jobs, which run a tool for each row of a table: check, price, start, pause, download"),
    ("documents", "The archive of results"),
    ("folders", "Folders of documents"),
    ("brand", "The brand kit of a project, and proposals from its website"),
    ("words", "The word balance of an account and its ledger"),
    ("pages", "The balance of pages that site audits may crawl, and its ledger"),
    ("plans", "Available plans, the current one, and requests for another"),
    ("plugins", "Plugin development: versions in development, preflight, recordings"),
    ("publishers", "Publishers of plugins: registration, packages and their review"),
    ("admin", "Administration"),
    ("health", "Health and metrics for operators"),
];

/// Errors of many operations: the name of the component, the status, and what it means.
const ERRORS: [(&str, &str, &str); 12] = [
    ("UnreadableBody", "400", "The body is not JSON in UTF-8"),
    ("UnreadableAddress", "400", "A value in the address has the wrong form"),
    ("Unauthenticated", "401", "The request has no valid session or key"),
    ("Forbidden", "403", "The email address is not verified yet, or a right is missing"),
    ("NotFound", "404", "It does not exist, or belongs to another account"),
    ("BodyTooLarge", "413", "The body is too large"),
    ("NoJson", "415", "The content type is not JSON"),
    ("NoCsrfToken", "419", "A browser's request without a valid CSRF token"),
    ("InvalidFields", "422", "Invalid fields; `errors` lists them"),
    ("TooManyRequests", "429", "Too many requests with this key; `Retry-After` says when to retry"),
    ("InternalError", "500", "Internal error"),
    ("Unavailable", "503", "The server is overloaded or stopping"),
];

/// The document before the routes are merged.
pub fn document() -> OpenApi {
    let mut info = Info::new("Sitewright", env!("CARGO_PKG_VERSION"));
    info.description = Some(
        "Tools that write and check the texts of websites.\n\n\
         **Sign-in.** Browsers fetch `/sanctum/csrf-cookie`, sign in and keep the session cookie; they repeat the cookie `XSRF-TOKEN` \
         in the header `X-XSRF-TOKEN` of every request that changes something. Programs send the `token` of the sign-in as \
         `Authorization: Bearer …` and need nothing else.\n\n\
         **API keys.** Create a key (`sw_…`) for a program or an agent in the settings, and send it as `Authorization: Bearer sw_…`. A \
         key opens only the operations that list one of its scopes under `key`. Status 402 means that the key has used up its words, \
         429 that it sends too many requests. Agents use the same tools at `/mcp` (Model Context Protocol, streamable HTTP).\n\n\
         **Problems.** Every error has the same shape, `Problem`: a message in the reader's language (cookie `locale`, then the account's \
         language, then `Accept-Language`), a stable `code`, and with status 422 messages by field."
            .to_owned(),
    );
    let tags = TAGS.map(|(name, meaning)| TagBuilder::new().name(name).description(Some(meaning)).build());
    OpenApiBuilder::new().info(info).tags(Some(tags)).build()
}

/// The route that serves the document. It is rendered once; every request gets the same bytes.
pub fn routes(document: OpenApi) -> Router<App> {
    let json = Bytes::from(complete(document).to_json().unwrap_or_default());
    Router::new().route(
        "/api/openapi.json",
        get(move || async move {
            ([(header::CONTENT_TYPE, "application/json"), (header::CACHE_CONTROL, "no-cache")], json)
        }),
    )
}

/// Adds what applies to every route: authentication, and the problems that any of them may return.
pub fn complete(mut document: OpenApi) -> OpenApi {
    let components = document.components.get_or_insert_with(Components::new);
    components.schemas.insert("Problem".to_owned(), ProblemView::schema());
    for (name, _, meaning) in ERRORS {
        let mut response = problem();
        response.description = meaning.to_owned();
        components.responses.insert(name.to_owned(), RefOr::T(response));
    }
    let cookie = SecurityScheme::ApiKey(ApiKey::Cookie(ApiKeyValue::new(auth::SESSION_COOKIE)));
    components.add_security_scheme("session", cookie);
    components.add_security_scheme("token", SecurityScheme::Http(Http::new(HttpAuthScheme::Bearer)));
    components.add_security_scheme("key", SecurityScheme::Http(Http::new(HttpAuthScheme::Bearer)));
    for (path, item) in &mut document.paths.paths {
        for (method, operation) in operations(item) {
            complete_operation(path, method, operation);
        }
    }
    document
}

/// A response with the one shape of errors.
fn problem() -> Response {
    let content = Content::new(Some(Ref::from_schema_name("Problem")));
    ResponseBuilder::new().content("application/json", content).build()
}

fn operations(item: &mut PathItem) -> impl Iterator<Item = (HttpMethod, &mut Operation)> {
    [
        (HttpMethod::Get, item.get.as_mut()),
        (HttpMethod::Put, item.put.as_mut()),
        (HttpMethod::Post, item.post.as_mut()),
        (HttpMethod::Patch, item.patch.as_mut()),
        (HttpMethod::Delete, item.delete.as_mut()),
    ]
    .into_iter()
    .filter_map(|(method, operation)| Some((method, operation?)))
}

/// A route requires sign-in unless it says `security(())`. `security(("key" = [..]))` also allows API keys; a key
/// without a scope allows only keys.
fn complete_operation(path: &str, method: HttpMethod, operation: &mut Operation) {
    let said = serde_json::to_value(&operation.security).unwrap_or_default();
    let is_for_keys = said[0].get("key").is_some();
    let is_for_people = said[0]["key"].as_array().is_none_or(|scopes| !scopes.is_empty());
    let is_open = operation.security.is_some() && !is_for_keys;
    let reads = |wanted: &dyn Fn(&Parameter) -> bool| {
        let mut parameters = operation.parameters.iter().flatten();
        parameters.any(|parameter| matches!(parameter, RefOr::T(parameter) if wanted(parameter)))
    };
    let reads_query = reads(&|parameter| parameter.parameter_in == ParameterIn::Query);
    let reads_version = reads(&|parameter| parameter.name == "If-Match");
    let reads_path = path.contains('{');
    let has_body = operation.request_body.is_some();
    let mut add = |applies: bool, name: &str| {
        let Some((_, status, _)) = ERRORS.iter().find(|(known, ..)| *known == name) else { return };
        let responses = &mut operation.responses.responses;
        if applies && !responses.contains_key(*status) {
            let response = Ref::new(format!("#/components/responses/{name}"));
            responses.insert((*status).to_owned(), RefOr::Ref(response));
        }
    };
    add(has_body, "UnreadableBody");
    add(reads_query || reads_path, "UnreadableAddress");
    add(!is_open, "Unauthenticated");
    add(!is_open, "Forbidden");
    add(is_for_keys, "TooManyRequests");
    add(reads_path, "NotFound");
    add(has_body, "BodyTooLarge");
    add(has_body, "NoJson");
    add(method != HttpMethod::Get, "NoCsrfToken");
    add(has_body || reads_query || reads_version, "InvalidFields");
    add(true, "InternalError");
    add(true, "Unavailable");
    if !is_open {
        let ways = [
            SecurityRequirement::new::<_, _, &str>("session", []),
            SecurityRequirement::new::<_, _, &str>("token", []),
        ];
        let keys = operation.security.take().unwrap_or_default();
        let people = ways.into_iter().filter(|_| is_for_people);
        operation.security = Some(people.chain(keys).collect());
    }
    for (status, response) in &mut operation.responses.responses {
        let RefOr::T(response) = response else { continue };
        if response.description.is_empty() {
            response.description = operation.summary.clone().unwrap_or_default();
        }
        if status.as_str() >= "400" && response.content.is_empty() {
            response.content = problem().content;
        }
    }
}
