//! Pictures of the site: uploaded by administrators, encoded again in the widths and formats of web pages, and served
//! under names that never get another content.
//!
//! A picture's id is the hash of the uploaded file. WebP and JPEG, or PNG with transparency, are made at the upload; AVIF
//! takes seconds and is made by a background job. Texts refer to `/pictures/{id}`, and [`html`] shows the files.

mod avif;
mod files;
mod html;
mod list;
mod store;
mod upload;
mod uses;

use crate::platform::picture::Format;
use crate::platform::prelude::*;

pub use html::html;
pub use store::find;
pub use uses::{Use, UsesOf, used};

pub const SLICE: Slice = Slice {
    routes,
    tables: &[Table::new("pictures"), Table::new("picture_files")],
    open: |app| Ok(app.with(uses::Users::default())),
    jobs: &[Kind::of::<avif::EncodeAvif>()],
    ..Slice::new("pictures")
};

fn routes() -> OpenApiRouter<App> {
    endpoints![(list::list_pictures, upload::upload_picture), list::delete_picture]
}

/// The files of pictures, for everyone.
pub fn files() -> Router<App> {
    files::routes()
}

/// Widths of the files. A picture is never enlarged: a smaller one also has its own width.
const WIDTHS: [i64; 4] = [480, 800, 1200, 1600];

/// An uploaded picture.
#[derive(Debug, Clone, Serialize, ToSchema, sqlx::FromRow)]
pub struct Picture {
    pub id: String,
    /// Pixels of its largest file.
    pub width: i64,
    pub height: i64,
    #[serde(skip)]
    is_transparent: bool,
    /// Whether its AVIF files are made.
    #[serde(skip)]
    has_avif: bool,
}

impl Picture {
    /// The address in texts: its largest file in the format that every program reads.
    pub fn url(&self) -> String {
        format!("/pictures/{}", self.id)
    }

    /// The widths of its files, ascending.
    fn widths(&self) -> impl Iterator<Item = i64> {
        WIDTHS.into_iter().filter(|width| *width < self.width).chain([self.width])
    }

    /// The formats of its files, the smallest first; every program reads the last one.
    fn formats(&self) -> impl Iterator<Item = Format> {
        let avif = self.has_avif.then_some(Format::Avif);
        avif.into_iter().chain([Format::Webp, plain(self.is_transparent)])
    }

    /// The address of a file.
    fn file(&self, width: i64, format: Format) -> String {
        format!("/pictures/{}-{width}.{}", self.id, format.ending())
    }

    /// The address of its smallest file for an icon; `None` if it is much wider than high, or higher than wide.
    pub fn icon(&self) -> Option<String> {
        let (short, long) = (self.width.min(self.height), self.width.max(self.height));
        let width = self.widths().next()?;
        (long * 4 <= short * 5).then(|| self.file(width, plain(self.is_transparent)))
    }

    /// The address of the largest file in the format that every program reads, with its ending.
    pub fn plain_file(&self) -> String {
        self.file(self.width, plain(self.is_transparent))
    }

    /// The media type of that file.
    pub fn plain_type(&self) -> &'static str {
        plain(self.is_transparent).media_type()
    }
}

/// The format that every program reads.
fn plain(is_transparent: bool) -> Format {
    if is_transparent { Format::Png } else { Format::Jpeg }
}
