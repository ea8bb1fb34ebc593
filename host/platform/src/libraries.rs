//! Common imports of all modules from the standard library and from libraries.

pub use std::borrow::Cow;
pub use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet, VecDeque};
pub use std::fmt;
pub use std::marker::PhantomData;
pub use std::net::{IpAddr, SocketAddr};
pub use std::path::PathBuf;
pub use std::sync::atomic::Ordering::Relaxed;
pub use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};
pub use std::time::{Duration, Instant};

pub use axum::Router;
pub use axum::body::{Body, Bytes};
pub use axum::extract::FromRequestParts;
pub use axum::http::request::Parts;
pub use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
pub use axum::response::{IntoResponse, Response};
pub use futures::future::BoxFuture;
pub use reqwest::Url;
pub use serde::de::DeserializeOwned;
pub use serde::{Deserialize, Serialize};
pub use serde_json::value::RawValue;
pub use serde_json::{Map, Value, json};
pub use sha2::{Digest as _, Sha256};
pub use tokio::net::TcpListener;
pub use tokio::sync::{Notify, mpsc};
pub use tokio_util::sync::CancellationToken;
pub use utoipa::{IntoParams, ToSchema};
