//! Makes cargo rebuild for new sources of the SDK, and passes the commit of the sources to the program.

use std::path::Path;
use std::process::Command;
use std::{env, fs};

/// Set by packagers who build from their own sources.
const COMMIT: &str = "SITEWRIGHT_COMMIT";

fn main() {
    println!("cargo:rerun-if-changed=build.rs");
    println!("cargo:rerun-if-changed=commit.txt");
    println!("cargo:rerun-if-env-changed={COMMIT}");
    println!("cargo:rustc-env={COMMIT}={}", commit().unwrap_or_default());

    // These files are embedded in release builds only.
    if env::var("PROFILE").as_deref() == Ok("release") {
        // The files that `plugin sdk` writes.
        for folder in ["plugins/sdk", "plugins/build", "wit"] {
            println!("cargo:rerun-if-changed=../{folder}");
        }
    }
}

/// The commit of the sources: from the environment, from `commit.txt` as `git archive` wrote it, or from the
/// repository. `None` if there is none of these. A debug build does not read the repository, since each commit would
/// recompile it.
fn commit() -> Option<String> {
    let named = env::var(COMMIT).ok();
    let archived = fs::read_to_string("commit.txt").ok().filter(|text| !text.starts_with('$'));
    let found = named.or(archived).or_else(|| {
        let is_release = env::var("PROFILE").as_deref() == Ok("release");
        is_release.then(of_repository).flatten()
    });
    found.map(|commit| commit.trim().to_owned()).filter(|commit| !commit.is_empty())
}

fn of_repository() -> Option<String> {
    let log = git(&["rev-parse", "--path-format=absolute", "--git-path", "logs/HEAD"])?;
    if Path::new(&log).exists() {
        println!("cargo:rerun-if-changed={log}");
    }
    git(&["rev-parse", "--short", "HEAD"])
}

/// The output of git; `None` if there is no git or no repository.
fn git(arguments: &[&str]) -> Option<String> {
    let output = Command::new("git").args(arguments).output().ok()?;
    let text = String::from_utf8(output.stdout).ok()?;
    output.status.success().then(|| text.trim().to_owned())
}
