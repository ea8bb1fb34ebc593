//! ZIP archives that are sent while they are packed: at most one of their files is in memory.

use std::io::{self, Write};

use futures::{Stream, StreamExt as _, pin_mut};
use time::OffsetDateTime;
use zip::write::{SimpleFileOptions, StreamWriter};
use zip::{DateTime, ZipWriter};

use crate::clock::Timestamp;
use crate::conversions::Turn;
use crate::error::{Problem, Result};
use crate::libraries::*;
use crate::personal_data::File;

/// Bytes that are packed but not sent yet.
#[derive(Clone, Default)]
struct Packed(Arc<Mutex<Vec<u8>>>);

impl Packed {
    fn take(&self) -> Bytes {
        std::mem::take(&mut *self.0.lock().unwrap_or_else(PoisonError::into_inner)).into()
    }
}

impl Write for Packed {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

type Writer = ZipWriter<StreamWriter<Packed>>;

/// Responds with an archive. The account's turn lasts until the last byte is sent. If a file cannot be made, the
/// connection is closed, because the status is already sent.
pub fn answer(name: &str, turn: Turn, files: impl Stream<Item = Result<File>> + Send + 'static) -> Response {
    let pieces = async_stream::try_stream! {
        pin_mut!(files);
        let packed = Packed::default();
        let mut writer = ZipWriter::new_stream(packed.clone());
        while let Some(file) = files.next().await {
            let file = file?;
            writer = turn.run(move || add(writer, &file)).await??;
            yield packed.take();
        }
        turn.run(move || writer.finish().map(drop).map_err(Problem::internal)).await??;
        yield packed.take();
    };
    let pieces = pieces.inspect(|piece: &Result<Bytes>| {
        if let Err(problem) = piece {
            tracing::error!(%problem, "an archive could not be completed");
        }
    });
    let headers = [
        (header::CONTENT_TYPE, "application/zip".to_owned()),
        (header::CONTENT_DISPOSITION, format!("attachment; filename=\"{name}.zip\"")),
        (header::CACHE_CONTROL, "no-store".to_owned()),
    ];
    (headers, Body::from_stream(pieces)).into_response()
}

fn add(mut writer: Writer, file: &File) -> Result<Writer> {
    let options = SimpleFileOptions::default().last_modified_time(dos_time(file.changed_at));
    writer.start_file(&file.path, options).map_err(Problem::internal)?;
    writer.write_all(&file.content).map_err(Problem::internal)?;
    Ok(writer)
}

/// The time of a file in the format of archives: without a time zone, here UTC. It begins in 1980.
fn dos_time(at: Timestamp) -> DateTime {
    let time = OffsetDateTime::from_unix_timestamp(at.0.div_euclid(1_000)).ok();
    let year = |time: OffsetDateTime| u16::try_from(time.year()).ok();
    time.and_then(|time| {
        let (month, day) = (u8::from(time.month()), time.day());
        let (hour, minute, second) = time.to_hms();
        DateTime::from_date_and_time(year(time)?, month, day, hour, minute, second).ok()
    })
    .unwrap_or_default()
}
