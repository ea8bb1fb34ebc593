//! The page of a package in a trial: served during the trial, although its version is not released.

use futures::future::BoxFuture;

use super::store;
use crate::{
    market::{publishers, registry},
    platform::{app::App, error::Result},
};

/// A file of the page; `None` if the package is in no trial, or has no such file.
pub fn get_file<'a>(app: &'a App, digest: &'a str, path: &'a str) -> BoxFuture<'a, Result<Option<Vec<u8>>>> {
    Box::pin(async move {
        let mut conn = app.db.read().acquire().await?;
        if !store::is_tried(&mut conn, digest).await? {
            return Ok(None);
        }
        if let Some(file) = registry::page_to_try(&mut conn, digest, path).await? {
            return Ok(Some(file));
        }
        let package = publishers::file_under_review(&mut conn, digest).await?;
        drop(conn);
        match package {
            Some(package) => registry::page_of_file(package, path).await,
            None => Ok(None),
        }
    })
}
