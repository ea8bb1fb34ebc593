//! Runs Sitewright plugins: WebAssembly components that can use only what they import.
//!
//! An [`Engine`] installs components as [`Plugin`]s. Each run has a fresh instance from a pool, its own limits
//! ([`Limits`]) and the host's answers through [`Ports`], and ends in a [`Report`]. This crate depends on wasmtime
//! and not on the product: no web server, no database.
//!
//! - Guests run on dedicated threads; [`Plugin::run`] may be called from any runtime.
//! - Each limit has its own error, which contains the limit and its value.
//! - A run's instance is dropped with the run, and none of its state is reused.

mod answer;
mod bindings;
mod cache;
mod calls;
mod clock;
mod compile;
mod contract;
mod division;
mod engine;
mod error;
mod lane;
mod limits;
mod octets;
mod permissions;
mod plugin;
mod pool;
mod ports;
mod prelude;
mod quarantine;
pub mod rules;
mod run;
mod runtime;
mod settings;
mod shape;
pub mod shop;
mod state;
mod template;
mod ticker;
mod trim;

pub use calls::http::{Allowance, Connection, DigestRequest, Hash, HttpRequest, HttpResponse, TakenSecret};
pub use calls::model::{Completion, CompletionRequest, Message, Role};
pub use calls::search::{Hit, Keyword, KeywordList, KeywordQuery, Place, SearchAnswer, SearchQuery};
pub use calls::web::{Link, Page};
pub use calls::{Answer, Call};
pub use compile::{Compiler, Costs, compile_job};
pub use contract::{Brand, Context, Descriptor, Failure, FieldError, Outcome, Project, Term};
pub use engine::{Engine, Stats};
pub use error::{EngineError, InstallError, RunError};
pub use futures::future::BoxFuture;
pub use limits::{Limit, Limits, SiteLimits};
pub use permissions::Resources;
pub use plugin::Plugin;
/// The wasmtime engine below this one. The benchmark compares a run with it.
#[doc(hidden)]
pub use pool::engine as wasmtime_engine;
pub use ports::Ports;
pub use quarantine::{ClosedFor, Quarantine};
pub use run::Report;
pub use settings::Settings;
pub use sitewright_contract::Permission;
pub use template::TemplateRunner;
