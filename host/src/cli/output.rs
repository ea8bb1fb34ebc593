//! What the program prints, where the reader may stop reading: `sitewright … | head -1`.
//!
//! Rust's own `println!` breaks down when the output is closed. A program that has nobody to print for ends without a
//! message; one that works for others, as a server does, goes on. Signals are left as they are: with the default of
//! `SIGPIPE`, a server that closes a connection early would end this program as well.

use std::{
    fmt::Arguments,
    io::{ErrorKind, Write as _, stderr, stdout},
    process,
    sync::atomic::{AtomicBool, Ordering::Relaxed},
};

use tokio::sync::Notify;

/// Whether the program goes on when nobody reads its output any more.
static GOES_ON: AtomicBool = AtomicBool::new(false);
static LEFT: Notify = Notify::const_new();

/// From here on a closed output does not end the program.
pub fn go_on_without_readers() {
    GOES_ON.store(true, Relaxed);
}

/// Waits until the output is found closed, in a program that goes on.
pub async fn reader_left() {
    LEFT.notified().await;
}

/// Prints to the standard output.
pub fn print(text: Arguments<'_>) {
    let mut out = stdout().lock();
    let Err(error) = out.write_fmt(text).and_then(|()| out.flush()) else { return };
    if GOES_ON.load(Relaxed) {
        LEFT.notify_one();
    } else if error.kind() == ErrorKind::BrokenPipe {
        // The reader has what they wanted.
        process::exit(0);
    } else {
        tell(format_args!("sitewright: cannot write the output: {error}"));
        process::exit(1);
    }
}

/// Prints a line to the standard error, if somebody reads that.
pub fn tell(text: Arguments<'_>) {
    let mut out = stderr().lock();
    let _ = out.write_fmt(text).and_then(|()| out.write_all(b"\n"));
}
