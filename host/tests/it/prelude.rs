//! What most tests use.

pub use std::collections::{BTreeMap, BTreeSet, HashMap};
pub use std::fs;
pub use std::net::SocketAddr;
pub use std::path::{Path, PathBuf};
pub use std::process::{Child, Command, Stdio};
pub use std::sync::{Arc, Mutex, PoisonError};
pub use std::time::Duration;

pub use futures::future::join_all;
pub use reqwest::Method;
pub use serde_json::{Value, json};
pub use sitewright::catalogue::tools::Tools;
pub use sitewright::market::registry;
pub use sitewright::platform::auth::Role;
pub use sitewright::platform::clock::Timestamp;
pub use sitewright::platform::config::Config;
pub use sitewright::platform::db;
pub use sitewright::platform::locale::Locale;
pub use sitewright_package::pack;
pub use tempfile::TempDir;
pub use tokio::net::TcpListener;

pub use crate::admin::{PASSWORD, actions, administrator, anna, ewa, id, jan, person, super_administrator};
pub use crate::packages::Partner;
pub use crate::registry::{run, version, workshop};
pub use crate::util::model_server::{ModelServer, Reply};
pub use crate::util::packages::{Key, Plain};
pub use crate::util::tools::{HOSTILE, SCRIPTED, add_plugin, bundle, guest, manifest};
pub use crate::util::{
    Answer, Client, Frame, Has, KEY, RedisServer, Socket, Store, TestApp, contains_all, has, mentions,
    output, program, share_compiled_plugins,
};
