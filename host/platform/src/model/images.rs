//! Images that a model sees: read by the host, made small, and sent inside the request, so that no provider learns
//! addresses and all of them accept the same.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use futures::future::try_join_all;
use sitewright_engine::{CompletionRequest, Role};

use super::ModelError;
use crate::app::App;
use crate::fetch::Fetcher;
use crate::picture;

/// Images of one request.
pub const MOST_IMAGES: usize = 8;
/// Longer side of an image: details of a product are visible, and it costs about a thousand tokens.
const SIDE: u32 = 1024;

/// Replaces the addresses of a request's images by the images, as `data:` addresses.
pub async fn show(
    app: &App,
    fetcher: &Fetcher,
    request: CompletionRequest,
) -> Result<CompletionRequest, ModelError> {
    if request.images.len() > MOST_IMAGES {
        return Err(ModelError::Image);
    }
    let read = request.images.iter().map(|url| async move {
        let picture =
            picture::fetched(app, fetcher, url, SIDE).await.ok().flatten().ok_or(ModelError::Image)?;
        Ok(format!("data:{};base64,{}", picture.media_type, STANDARD.encode(&picture.content)))
    });
    let images = try_join_all(read).await?;
    Ok(CompletionRequest { images, ..request })
}

/// The place of the message that the images belong to: the last one of the user.
pub(super) fn place(request: &CompletionRequest) -> Option<usize> {
    let is_of_user = |role: Role| role == Role::User;
    if request.images.is_empty() {
        return None;
    }
    request.messages.iter().rposition(|message| is_of_user(message.role))
}

/// The media type and the Base64 of an image.
pub(super) fn parts(image: &str) -> Option<(&str, &str)> {
    image.strip_prefix("data:")?.split_once(";base64,")
}
