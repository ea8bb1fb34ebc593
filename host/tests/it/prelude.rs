//! What most tests use.

pub use std::collections::{BTreeMap, BTreeSet, HashMap};
pub use std::fs;
pub use std::io::{BufRead as _, BufReader, Cursor, Read as _};
pub use std::net::SocketAddr;
pub use std::os::unix::fs::PermissionsExt as _;
pub use std::path::{Path, PathBuf};
pub use std::process::{Child, Command, Stdio};
pub use std::sync::{Arc, LazyLock, Mutex, PoisonError};
pub use std::time::Duration;

pub use axum::body::Body;
pub use axum::extract::State;
pub use axum::http::{HeaderMap, StatusCode};
pub use axum::routing::post;
pub use axum::{Json, Router};
pub use base64::Engine as _;
pub use base64::engine::general_purpose::STANDARD;
pub use futures::StreamExt as _;
pub use futures::future::join_all;
pub use reqwest::{Method, header};
pub use serde_json::{Map, Value, json};
pub use sitewright::billing::meters::{self, Meter};
pub use sitewright::catalogue::tools::Tools;
pub use sitewright::market::registry;
pub use sitewright::platform::app::App;
pub use sitewright::platform::auth::Role;
pub use sitewright::platform::clock::Timestamp;
pub use sitewright::platform::config::Config;
pub use sitewright::platform::db::{self, Db, Place};
pub use sitewright::platform::locale::Locale;
pub use sitewright::workspace::documents::NewDocument;
pub use sitewright_package::{Files, Package, Rules, pack};
pub use tempfile::TempDir;
pub use tokio::io::AsyncWriteExt as _;
pub use tokio::net::{TcpListener, TcpStream};

pub use crate::admin::{PASSWORD, actions, administrator, anna, ewa, id, jan, person, super_administrator};
pub use crate::packages::Partner;
pub use crate::registry::{run, version, workshop};
pub use crate::util::model_server::{ModelServer, Reply};
pub use crate::util::packages::{Key, Plain};
pub use crate::util::tools::{HOSTILE, SCRIPTED, add_plugin, bundle, guest, manifest};
pub use crate::util::{
    Answer, Client, Frame, Has, KEY, RedisServer, Socket, Store, TestApp, becomes, contains_all, eventually,
    has, mentions, output, program, share_compiled_plugins,
};
