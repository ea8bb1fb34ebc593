//! Where pictures are used. A slice that shows pictures comes after this one and registers itself with [`used`].

use crate::platform::prelude::*;

/// A place that shows a picture.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct Use {
    /// Id of the picture.
    #[serde(skip)]
    pub picture: String,
    /// What shows it, such as `post`, `author` or `site`.
    pub kind: &'static str,
    /// Its id; empty if there is only one of the kind.
    pub id: String,
    /// Its title, as administrators see it.
    pub title: String,
}

/// Finds the uses of these pictures.
pub type UsesOf = for<'a> fn(&'a mut Conn, &'a [String]) -> BoxFuture<'a, Result<Vec<Use>>>;

/// The slices that show pictures.
#[derive(Default)]
pub(super) struct Users(Vec<UsesOf>);

/// Registers a slice, in its step `open`. A picture that it uses can't be deleted.
pub fn used(app: App, uses: UsesOf) -> App {
    let mut all = app.part::<Users>().0.clone();
    all.push(uses);
    app.with(Users(all))
}

/// All uses of these pictures.
pub(super) async fn of(app: &App, conn: &mut Conn, ids: &[String]) -> Result<Vec<Use>> {
    let mut all = Vec::new();
    for uses in &app.part::<Users>().0 {
        all.extend(uses(&mut *conn, ids).await?);
    }
    Ok(all)
}
