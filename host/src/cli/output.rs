//! Standard output that may be closed: `sitewright … | head -1`.
//!
//! Rust's `println!` panics when the output is closed. Here a command without a reader ends without a message, and a
//! long-running one, such as a server, continues. `SIGPIPE` is left unchanged: with its default, a client that closes
//! a connection early would end the server as well.

use std::fmt::Arguments;
use std::io::{ErrorKind, Write as _, stderr, stdout};
use std::process;
use std::sync::atomic::AtomicBool;
use std::sync::atomic::Ordering::Relaxed;

use tokio::sync::Notify;

/// Whether the program continues when its output is closed.
static GOES_ON: AtomicBool = AtomicBool::new(false);
static LEFT: Notify = Notify::const_new();

/// From here on a closed output does not end the program.
pub fn go_on_without_readers() {
    GOES_ON.store(true, Relaxed);
}

/// Waits until the output is closed, in a program that continues.
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
        // The reader has stopped reading.
        process::exit(0);
    } else {
        print_error_line(format_args!("sitewright: cannot write the output: {error}"));
        process::exit(1);
    }
}

/// Prints a line to standard error, if it is open.
pub fn print_error_line(text: Arguments<'_>) {
    let mut out = stderr().lock();
    let _ = out.write_fmt(text).and_then(|()| out.write_all(b"\n"));
}
