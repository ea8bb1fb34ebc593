//! AVIF files: smaller than WebP, and slow to encode. A background job makes them for one picture at a time.

use super::plain;
use super::store::{self, File};
use crate::platform::jobs::{Job, Lane, Next, Running};
use crate::platform::picture::{self, Format, Kept};
use crate::platform::prelude::*;

/// Makes the AVIF files of a picture.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct EncodeAvif {
    pub picture: String,
}

impl Job for EncodeAvif {
    const NAME: &'static str = "pictures.encode-avif";
    const LANE: Lane = Lane { name: "pictures", places: 1 };

    async fn run(self, running: &Running) -> Result<Next> {
        let app = &running.app;
        let found = store::one(&mut *app.db.read().begin().await?, &self.picture).await?;
        // It may be deleted, or done by an earlier attempt.
        let Some(picture) = found.filter(|picture| !picture.has_avif) else { return Ok(Next::Done) };
        let source = store::content(app, &picture.id, picture.width, plain(picture.is_transparent)).await?;
        let Some(source) = source else { return Ok(Next::Done) };
        let kept = Arc::new(blocking(move || picture::again(&source)).await??);
        let mut files = Vec::new();
        for width in picture.widths() {
            if running.cancel.is_cancelled() {
                return Ok(Next::Stopped);
            }
            let kept = kept.clone();
            let content = blocking(move || encoded(&kept, width)).await??;
            files.push(File { width, format: Format::Avif, content });
        }
        let mut tx = app.db.write().await?;
        let mark = db::query("UPDATE pictures SET has_avif = TRUE WHERE id = $1").bind(&picture.id);
        if mark.execute(&mut *tx).await?.rows_affected() > 0 {
            store::insert_files(&mut tx, &picture.id, &files).await?;
        }
        running.complete(&mut tx).await?;
        committed(tx, Next::Done).await
    }
}

fn encoded(kept: &Kept, width: i64) -> Result<Vec<u8>> {
    kept.shrunk(u32::try_from(width).map_err(Problem::internal)?).encoded(Format::Avif)
}
