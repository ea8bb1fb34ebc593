//! A headless Chromium. Other tests use this file, too.

use std::io::{BufRead as _, BufReader};
use std::os::unix::process::CommandExt as _;
use std::process::{Child, Command, Stdio};

use tempfile::TempDir;

const PROGRAMS: [&str; 3] = ["chromium-headless-shell", "chromium", "google-chrome"];
const FLAGS: [&str; 9] = [
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--remote-debugging-port=0",
];

/// A browser of its own, which ends with this.
pub struct Chromium {
    child: Child,
    /// The address of its socket.
    pub socket: String,
    _profile: TempDir,
}

impl Chromium {
    pub fn start() -> Self {
        let profile = tempfile::tempdir().expect("a folder");
        let started = PROGRAMS.iter().find_map(|program| {
            let mut command = Command::new(program);
            command.args(FLAGS).arg(format!("--user-data-dir={}", profile.path().display()));
            // Debian's program is a script that starts the browser.
            command.process_group(0).stderr(Stdio::piped()).stdout(Stdio::null()).spawn().ok()
        });
        let mut child = started.expect("a Chromium; `make` installs one");
        let lines = BufReader::new(child.stderr.take().expect("its messages")).lines();
        let mut sockets = lines.map_while(Result::ok).filter_map(|line| {
            line.strip_prefix("DevTools listening on ").map(|socket| socket.trim().to_owned())
        });
        let socket = sockets.next().expect("the address of its socket");
        // Nothing else is written that would fill the pipe.
        std::thread::spawn(move || sockets.for_each(drop));
        Self { child, socket, _profile: profile }
    }

    /// The DevTools server.
    pub fn server(&self) -> String {
        let rest = self.socket.trim_start_matches("ws://");
        format!("http://{}", rest.split('/').next().unwrap_or_default())
    }

    /// Kills the browser and its processes.
    pub fn kill(&mut self) {
        let group = format!("kill -KILL -{}", self.child.id());
        Command::new("sh").args(["-c", &group]).stderr(Stdio::null()).status().expect("a shell");
        self.child.wait().expect("ended");
    }
}

impl Drop for Chromium {
    fn drop(&mut self) {
        self.kill();
    }
}
