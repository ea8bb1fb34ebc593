//! What a slice adds to the server. Each slice has one constant, `SLICE`; `lib.rs` lists them.

use axum::extract::Request;
use axum::handler::Handler;
use axum::response::Response;
use futures::future::BoxFuture;
use utoipa_axum::router::OpenApiRouter;

use super::app::App;
use super::jobs::Kind;
use super::personal_data::Belongings;

/// A slice: its routes, its personal data, and its steps when the server starts.
///
/// The server first opens all slices, then loads all, then starts all, each time in the order of the list in `lib.rs`.
/// A step may use what an earlier step or an earlier slice has added to the application.
pub struct Slice {
    /// The module's name.
    pub name: &'static str,
    pub routes: fn() -> OpenApiRouter<App>,
    /// Its tables. No other slice uses them, except through the views.
    pub tables: &'static [Table],
    /// The views of its tables that the slices after it may read.
    pub views: &'static [&'static str],
    pub personal_data: fn() -> Belongings,
    /// Adds parts that need no database. Commands that run while a server runs take only this step.
    pub open: fn(App) -> anyhow::Result<App>,
    /// Loads what the slice keeps in memory.
    pub load: Option<Step>,
    /// Starts the slice's tasks.
    pub start: Option<Step>,
    /// The kinds of its background jobs.
    pub jobs: &'static [Kind],
}

/// A table of the database, which one slice owns.
#[derive(Debug, Clone, Copy)]
pub struct Table {
    pub name: &'static str,
    /// Columns with account ids. Rows with the id of a deleted account are deleted, and so are rows that refer to them.
    pub accounts: &'static [&'static str],
}

impl Table {
    /// A table without rows of accounts, or with rows that are deleted with those of another table.
    pub const fn new(name: &'static str) -> Self {
        Self { name, accounts: &[] }
    }

    /// A table with rows of accounts.
    pub const fn personal(name: &'static str, accounts: &'static [&'static str]) -> Self {
        Self { name, accounts }
    }
}

/// An asynchronous step.
pub type Step = fn(App) -> BoxFuture<'static, anyhow::Result<App>>;

impl Slice {
    /// A slice that adds nothing yet.
    pub const fn new(name: &'static str) -> Self {
        Self {
            name,
            routes: OpenApiRouter::new,
            tables: &[],
            views: &[],
            personal_data: Belongings::default,
            open: Ok,
            load: None,
            start: None,
            jobs: &[],
        }
    }
}

/// A handler of any signature as one type, so that the router's code is compiled once and not for each handler.
#[derive(Clone, Copy)]
pub struct Endpoint(pub fn(Request, App) -> BoxFuture<'static, Response>);

impl Handler<(), App> for Endpoint {
    type Future = BoxFuture<'static, Response>;

    fn call(self, request: Request, app: App) -> Self::Future {
        (self.0)(request, app)
    }
}

/// The handlers of one path: what `utoipa_axum::routes!` gives, with each handler as an [`Endpoint`].
#[macro_export]
macro_rules! routes {
    ($($handler:path),+ $(,)?) => {{
        use utoipa_axum::PathItemExt as _;
        let (mut schemas, mut paths) = (Vec::new(), utoipa::openapi::path::Paths::new());
        let mut router = axum::routing::MethodRouter::<$crate::app::App>::new();
        $(
            let (path, item, methods) = utoipa_axum::routes!(@resolve_types $handler : schemas);
            let endpoint = $crate::slice::Endpoint(|request, app| {
                axum::handler::Handler::call($handler, request, app)
            });
            for method in &methods {
                router = router.on(method.to_method_filter(), endpoint);
            }
            paths.add_path_operation(&path, methods, item);
        )+
        (schemas, paths, router)
    }};
}

/// A router with these handlers, in the order of the API's document. Handlers of the same path are in parentheses.
#[macro_export]
macro_rules! endpoints {
    [$($(($($same:tt)*))? $($($part:ident)::+)?),*] => {
        utoipa_axum::router::OpenApiRouter::new()
            $($(.routes($crate::routes!($($same)*)))? $(.routes($crate::routes!($($part)::+)))?)*
    };
}
