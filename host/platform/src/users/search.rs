//! Names and addresses of users for the search: in lower case without accents.

use crate::app::App;
use crate::db::{self, Conn};
use crate::error::Result;
use crate::fold::fold;

/// Names that are folded in one transaction, so that others can write in between.
const FOLDED_AT_ONCE: i64 = 500;

/// Folds names and addresses that changed since the last search into `user_profiles.folded`. The database clears the
/// folded name when the name changes, so writers do not depend on the search.
pub async fn fold_new(app: &App) -> Result<()> {
    let waits: bool =
        db::query_scalar("SELECT EXISTS (SELECT 1 FROM users WHERE folded IS NULL AND deleted_at IS NULL)")
            .fetch_one(app.db.read())
            .await?;
    if !waits {
        return Ok(());
    }
    loop {
        let mut tx = app.db.write().await?;
        let folded = fold_some(&mut tx).await?;
        tx.commit().await?;
        if folded < FOLDED_AT_ONCE {
            return Ok(());
        }
    }
}

async fn fold_some(tx: &mut Conn) -> Result<i64> {
    let names = db::query_as("SELECT id, name, shown_email FROM user_profiles WHERE folded IS NULL LIMIT $1");
    let names: Vec<(String, String, String)> = names.bind(FOLDED_AT_ONCE).fetch_all(&mut *tx).await?;
    for (id, name, email) in &names {
        let query = db::query("UPDATE users SET folded = $2 WHERE id = $1");
        query.binds((id, format!("{}\n{}", fold(name), fold(email)))).execute(&mut *tx).await?;
    }
    Ok(i64::try_from(names.len()).unwrap_or(FOLDED_AT_ONCE))
}
