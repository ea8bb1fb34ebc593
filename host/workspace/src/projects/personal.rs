//! The export of a user's projects.

use crate::platform::prelude::*;

use super::store;

/// The personal data of this slice.
pub fn belongings() -> Belongings {
    Belongings { export: Some(own_files), ..Default::default() }
}

fn own_files<'a>(conn: &'a mut Conn, account: &'a str) -> BoxFuture<'a, Result<Vec<File>>> {
    Box::pin(async move {
        let projects: Vec<_> = store::list(conn, account)
            .await?
            .iter()
            .map(|project| {
                json!({
                    "domain": super::shown(&project.domain),
                    "name": project.name,
                    "color": project.color,
                    "language_code": project.language_code,
                    "location_code": project.location_code,
                })
            })
            .collect();
        Ok(vec![File::json("projects.json", &projects)?])
    })
}

/// How many projects an account has.
pub async fn count(conn: &mut Conn, account: &str) -> Result<i64> {
    let count = db::query_scalar("SELECT count(*) FROM projects WHERE account_id = $1");
    Ok(count.bind(account).fetch_one(conn).await?)
}
