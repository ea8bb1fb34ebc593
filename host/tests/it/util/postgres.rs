//! A PostgreSQL server for tests and benchmarks: in a temporary folder, on a socket, stopped with the tests.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::OnceLock;

use tempfile::TempDir;

/// A template database with all tables and no rows.
const TEMPLATE: &str = "sitewright_template";

#[derive(Debug)]
pub struct Postgres {
    programs: PathBuf,
    folder: PathBuf,
}

/// The server of this test program, started on first use.
pub fn server() -> &'static Postgres {
    static SERVER: OnceLock<Postgres> = OnceLock::new();
    SERVER.get_or_init(Postgres::start)
}

impl Postgres {
    fn start() -> Self {
        let folder = std::env::temp_dir().join(format!("sitewright-postgres-{}", std::process::id()));
        let made = owner("mkdir").arg(&folder).status().expect("mkdir runs");
        assert!(made.success(), "a folder that the server's own user can take away again");
        let server = Self { programs: programs(), folder };
        let data = server.folder.join("data");
        let made = server
            .as_owner("initdb")
            .args(["--no-sync", "--auth=trust", "--username=postgres", "--encoding=UTF8", "--locale=C", "-D"])
            .arg(&data)
            .output()
            .expect("initdb runs");
        assert!(made.status.success(), "initdb: {}", String::from_utf8_lossy(&made.stderr));
        server.serve(&data);
        server.until_ready();
        server.client("createdb").arg(TEMPLATE).status().expect("createdb runs");
        let migrated = Command::new(super::PROGRAM)
            .arg("migrate")
            .env("DATABASE_URL", server.url(TEMPLATE))
            .env("SITEWRIGHT_DATA", TempDir::new().expect("a folder").path())
            .stdout(Stdio::null())
            .status()
            .expect("the program runs");
        assert!(migrated.success(), "the tables are made");
        server
    }

    /// The shell waits for our end of its pipe to close, which happens however this program ends.
    fn serve(&self, data: &Path) {
        let script = r#""$0" "$@" >"$PWD/log" 2>&1 & server=$!; read -r _; kill -INT $server; wait $server; rm -rf "$PWD""#;
        let mut command = owner("sh");
        let child = command
            .args(["-c", script])
            .arg(self.programs.join("postgres"))
            .arg("-D")
            .arg(data)
            .arg("-k")
            .arg(&self.folder)
            .args(["-c", "listen_addresses=", "-c", "fsync=off", "-c", "full_page_writes=off"])
            .args(["-c", "synchronous_commit=off", "-c", "max_connections=400"])
            .current_dir(&self.folder)
            .stdin(Stdio::piped())
            .spawn()
            .expect("the server starts");
        // The pipe stays open as long as this program runs.
        std::mem::forget(child);
    }

    fn until_ready(&self) {
        for _ in 0..600 {
            if self.client("pg_isready").arg("-q").status().is_ok_and(|status| status.success()) {
                return;
            }
            std::thread::sleep(std::time::Duration::from_millis(50));
        }
        panic!("PostgreSQL does not start: {:?}", fs::read_to_string(self.folder.join("log")));
    }

    pub fn copy_template(&self, name: &str) {
        let made = self.client("createdb").args(["-T", TEMPLATE, name]).output().expect("createdb runs");
        assert!(made.status.success(), "createdb: {}", String::from_utf8_lossy(&made.stderr));
    }

    pub fn url(&self, name: &str) -> String {
        format!("postgres://postgres@localhost/{name}?host={}", self.folder.display())
    }

    /// Where it listens.
    #[allow(dead_code, reason = "only the benchmark puts a distance before it")]
    pub fn socket(&self) -> PathBuf {
        self.folder.join(".s.PGSQL.5432")
    }

    fn client(&self, program: &str) -> Command {
        let mut command = Command::new(self.programs.join(program));
        command.arg("-h").arg(&self.folder).args(["-U", "postgres"]);
        command
    }

    fn as_owner(&self, program: &str) -> Command {
        let mut command = owner(self.programs.join(program));
        command.current_dir(&self.folder);
        command
    }
}

/// The server refuses to run as root; then it runs as its package's user.
fn owner(program: impl AsRef<std::ffi::OsStr>) -> Command {
    // SAFETY: only reads the user id.
    if unsafe { libc::geteuid() } != 0 {
        return Command::new(program);
    }
    let mut command = Command::new("runuser");
    command.args(["-u", "postgres", "--"]).arg(program);
    command
}

/// The newest of Debian's, or those on the path.
fn programs() -> PathBuf {
    let versions = fs::read_dir("/usr/lib/postgresql").into_iter().flatten().flatten();
    let mut folders: Vec<_> = versions
        .map(|version| version.path().join("bin"))
        .filter(|bin| bin.join("postgres").exists())
        .collect();
    folders.sort();
    folders.pop().unwrap_or_default()
}
