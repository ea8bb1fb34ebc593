//! Documents that a slice above creates for its user, without a run.

use super::{Document, NewDocument, creation, find, room};
use crate::platform::prelude::*;

/// Creates a document in the user's archive. `origin` is stored in the place of a tool.
pub async fn draft(conn: &mut Conn, user: &User, origin: &str, title: &str, text: &str) -> Result<Document> {
    room::expect_room(conn, &user.id).await?;
    let run = db::new_id();
    let new = NewDocument {
        account: &user.id,
        project: None,
        run: &run,
        tool: origin,
        tool_version: "",
        package: None,
        title,
        text,
        data: "{}",
        words: 0,
        drafted: false,
    };
    let (id, statements) = creation(new).await?;
    for statement in statements {
        statement.run(&mut *conn).await?;
    }
    find(conn, user, &id).await
}
