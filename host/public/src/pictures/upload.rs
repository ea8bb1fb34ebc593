//! Uploads: a file is checked, decoded and encoded in every width.

use super::avif::EncodeAvif;
use super::store::{self, File};
use super::{Picture, WIDTHS, plain};
use crate::messages::audit_log::{ByAdmin, Subject};
use crate::platform::jobs::Enqueue;
use crate::platform::picture::{self, Format, Unusable};
use crate::platform::prelude::*;

/// The largest file.
const MOST_BYTES: usize = 20 * 1024 * 1024;

/// An uploaded picture with its address.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct Uploaded {
    #[serde(flatten)]
    picture: Picture,
    /// The address for texts.
    url: String,
}

/// Upload a picture of the site
///
/// The body is the file itself: JPEG, PNG or WebP, detected by its content, of at most 20 MB and 40 megapixels. It is
/// encoded again without metadata such as the location. The same file gets the same id.
#[utoipa::path(post, path = "/api/admin/pictures", tag = "admin",
    request_body(content(("image/jpeg"), ("image/png"), ("image/webp"))),
    responses((status = 201, body = Uploaded), (status = 429, description = "Another conversion of the account is running")))]
pub(super) async fn upload_picture(
    app: App,
    by: ByAdmin,
    headers: HeaderMap,
    body: Body,
) -> Result<(StatusCode, Json<Uploaded>)> {
    let turn = app.conversions.turn(&by.admin.id).await?;
    let bytes =
        json::read(&app, &headers, body, MOST_BYTES).await.map_err(|problem| match problem.code() {
            "request.too-large" => refused("pictures.too-large"),
            _ => problem,
        })?;
    let id = hex::encode(&Sha256::digest(&bytes)[..16]);
    let known = store::one(&mut *app.db.read().begin().await?, &id).await?;
    let picture = match known {
        Some(known) => known,
        None => {
            let (picture, files) = turn.run(move || encoded(id, &bytes)).await??;
            keep(&app, &by, picture, &files).await?
        }
    };
    Ok((StatusCode::CREATED, Json(Uploaded { url: picture.url(), picture })))
}

fn refused(key: &'static str) -> Problem {
    Problem::invalid_field("file", Text::key(key))
}

/// The picture of a file, and its files except AVIF.
fn encoded(id: String, bytes: &[u8]) -> Result<(Picture, Vec<File>)> {
    let largest = u32::try_from(WIDTHS[WIDTHS.len() - 1]).map_err(Problem::internal)?;
    let kept = picture::kept(bytes, largest).map_err(|unusable| match unusable {
        Unusable::NotAPicture => refused("pictures.not-a-picture"),
        Unusable::TooWide => refused("pictures.too-many-pixels"),
    })?;
    let (width, height) = (i64::from(kept.width()), i64::from(kept.height()));
    let picture = Picture { id, width, height, is_transparent: kept.is_transparent, has_avif: false };
    let mut files = Vec::new();
    for width in picture.widths() {
        let shrunk = kept.shrunk(u32::try_from(width).map_err(Problem::internal)?);
        for format in [Format::Webp, plain(kept.is_transparent)] {
            files.push(File { width, format, content: shrunk.encoded(format)? });
        }
    }
    Ok((picture, files))
}

async fn keep(app: &App, by: &ByAdmin, picture: Picture, files: &[File]) -> Result<Picture> {
    let mut tx = app.db.write().await?;
    // The same file may have been uploaded in the meantime.
    if let Some(known) = store::one(&mut tx, &picture.id).await? {
        return Ok(known);
    }
    store::insert(&mut tx, &picture, files).await?;
    let job = EncodeAvif { picture: picture.id.clone() };
    Enqueue::new(&job)?.key(&picture.id).put(app, &mut tx).await?;
    let details = json!({ "width": picture.width, "height": picture.height });
    by.record(&mut tx, "picture.uploaded", Subject::of("picture", &picture.id, &picture.id), details).await?;
    committed(tx, picture).await
}
