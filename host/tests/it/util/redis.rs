//! A Redis on a loopback port, for tests with several processes.

use std::net::TcpListener;

use crate::prelude::*;

pub struct RedisServer {
    process: Child,
    pub url: String,
    port: u16,
    folder: TempDir,
}

impl RedisServer {
    /// Starts Redis; `None` if the machine has none. `make test` installs it.
    pub async fn start() -> Option<Self> {
        let port =
            TcpListener::bind("127.0.0.1:0").and_then(|free| free.local_addr()).expect("a free port").port();
        let folder = TempDir::new().expect("a folder");
        let Some(process) = spawn(port, &folder) else {
            eprintln!(
                "redis-server is missing: this test cannot run. Install it: apt-get install redis-server"
            );
            return None;
        };
        let server = Self { process, url: format!("redis://127.0.0.1:{port}"), port, folder };
        server.wait().await;
        Some(server)
    }

    async fn wait(&self) {
        let connects = async || tokio::net::TcpStream::connect(("127.0.0.1", self.port)).await.is_ok();
        becomes("it accepts connections", connects).await;
    }

    /// Kills it and starts it again at the same address.
    pub async fn restart(&mut self) {
        self.stop();
        self.process = spawn(self.port, &self.folder).expect("it was there before");
        self.wait().await;
    }

    fn stop(&mut self) {
        self.process.kill().expect("it runs");
        self.process.wait().expect("it ends");
    }
}

fn spawn(port: u16, folder: &TempDir) -> Option<Child> {
    Command::new("redis-server")
        .args(["--bind", "127.0.0.1", "--save", "", "--appendonly", "no", "--port", &port.to_string()])
        .current_dir(folder.path())
        .stdout(Stdio::null())
        .spawn()
        .ok()
}

impl Drop for RedisServer {
    fn drop(&mut self) {
        self.stop();
    }
}
