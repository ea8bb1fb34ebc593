//! Notices to a publisher's members about an administrator's decision on a version.

use futures::future::BoxFuture;
use serde_json::Value;

use super::{
    membership::{self, Letter, To, params},
    store,
};
use crate::{
    market::registry::Decision,
    messages::notifications::NotificationKind,
    platform::{
        app::App,
        db::Conn,
        error::Result,
        locale::{Locale, Params},
    },
};

/// Notifies the members, in the transaction of the decision.
pub fn tell_decision<'a>(app: &'a App, tx: &'a mut Conn, decision: Decision) -> BoxFuture<'a, Result<()>> {
    Box::pin(async move {
        let Decision { publisher, plugin, version, digest, what, why } = decision;
        // An administrator may have installed it without the portal.
        let submission = store::by_digest(tx, &publisher, &digest).await?.map(|row| row.id);
        let mut params =
            params([("plugin", plugin.into()), ("version", version.into()), ("what", what), ("why", why)]);
        params.extend(submission.map(|id| ("about".to_owned(), id.into())));
        let kind = NotificationKind::VersionDecided;
        let letter = Letter { template: "version-decided", link };
        membership::tell(app, tx, &publisher, To::Everybody, kind, &params, Some(letter)).await
    })
}

/// The page of the package, or the list of packages if it was not submitted through the portal.
pub(super) fn link(app: &App, language: Locale, params: &Params) -> String {
    let path = match language {
        Locale::En => "app/publisher/packages",
        Locale::Pl => "app/wydawca/pakiety",
    };
    match params.get("about").and_then(Value::as_str) {
        Some(id) => format!("{}/{path}/{id}", app.url()),
        None => format!("{}/{path}", app.url()),
    }
}
