//! nginx on loopback with the generated pages as files.

use std::net::{TcpListener, TcpStream};
use std::process::{Child, Command};

use tempfile::TempDir;

use super::pages::Pages;
use crate::prelude::*;

/// Ends with the benchmark.
pub struct Nginx {
    process: Child,
    pub port: u16,
    _folder: TempDir,
}

impl Nginx {
    /// Its settings, files and port are its own.
    pub fn start(count: usize) -> Result<Self> {
        let folder = TempDir::new()?;
        let pages = Pages::new(count);
        std::fs::create_dir_all(folder.path().join("site/page"))?;
        for number in 0..count {
            std::fs::write(folder.path().join(format!("site/page/{number}")), pages.page(number))?;
        }
        let port = TcpListener::bind("127.0.0.1:0")?.local_addr()?.port();
        let settings = folder.path().join("nginx.conf");
        std::fs::write(&settings, text(folder.path(), port))?;
        let process = Command::new("nginx").arg("-c").arg(&settings).arg("-p").arg(folder.path()).spawn();
        let process = process.context("nginx is missing: run `make bench-crawl`")?;
        let begin = Instant::now();
        while TcpStream::connect(("127.0.0.1", port)).is_err() {
            ensure!(begin.elapsed() < Duration::from_secs(10), "nginx did not start");
            std::thread::sleep(Duration::from_millis(10));
        }
        Ok(Self { process, port, _folder: folder })
    }
}

impl Drop for Nginx {
    fn drop(&mut self) {
        // Killing fails only if the process has already ended.
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

fn text(folder: &Path, port: u16) -> String {
    let folder = folder.display();
    let kinds = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"];
    let temporary: String =
        kinds.iter().map(|kind| format!("  {kind}_temp_path {folder}/{kind};\n")).collect();
    format!(
        "daemon off;\nmaster_process off;\npid {folder}/pid;\nerror_log stderr crit;\n\
         events {{ worker_connections 1024; }}\nhttp {{\n{temporary}  access_log off;\n  sendfile on;\n  \
         tcp_nopush on;\n  keepalive_requests 10000000;\n  default_type \"text/html; charset=utf-8\";\n  \
         open_file_cache max=5000;\n  server {{ listen 127.0.0.1:{port}; root {folder}/site; }}\n}}\n"
    )
}
