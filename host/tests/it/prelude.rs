//! What most tests use.

pub use std::{
    collections::{BTreeMap, BTreeSet, HashMap},
    fs,
    net::SocketAddr,
    path::{Path, PathBuf},
    process::{Child, Command, Stdio},
    sync::{Arc, Mutex, PoisonError},
    time::Duration,
};

pub use futures::future::join_all;
pub use reqwest::Method;
pub use serde_json::{Value, json};
pub use sitewright::{
    catalogue::tools::Tools,
    market::registry,
    platform::{auth::Role, clock::Timestamp, config::Config, db, locale::Locale},
};
pub use sitewright_package::pack;
pub use tempfile::TempDir;
pub use tokio::net::TcpListener;

pub use crate::{
    admin::{PASSWORD, actions, administrator, anna, id, person, super_administrator},
    packages::Partner,
    registry::{run, version, workshop},
    util::{
        Answer, Client, Frame, KEY, RedisServer, Socket, Store, TestApp, has,
        model_server::{ModelServer, Reply},
        packages::{Key, Plain},
        test_app::share_compiled_plugins,
        tools::{HOSTILE, SCRIPTED, add_plugin, bundle, guest, manifest},
    },
};
