//! Shrinks modules with Binaryen, which `npm ci` installs. It takes seconds for each, so unchanged modules are taken
//! from the last build.

use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::sync::{Mutex, PoisonError};

use anyhow::{Context, Result, ensure};

use crate::package::write_if_changed;

const PROGRAM: &str = "plugins/build/shrink.mjs";
const LIBRARY: &str = "node_modules/binaryen";
const KEPT: &str = "target/guest/shrunk";

/// The process of Binaryen, which starts with the first module that has changed.
#[derive(Default)]
pub struct Shrinker(Mutex<Option<Process>>);

struct Process {
    child: Child,
    to: ChildStdin,
    from: BufReader<ChildStdout>,
}

impl Shrinker {
    /// The module, smaller if Binaryen is installed.
    pub fn shrink(&self, module: &Path) -> Result<Vec<u8>> {
        let bytes = std::fs::read(module).with_context(|| format!("cannot read {}", module.display()))?;
        if !Path::new(LIBRARY).exists() {
            return Ok(bytes);
        }
        let name = module.file_name().context("a module has a name")?;
        let (before, after) = (kept("before", name), kept("after", name));
        if std::fs::read(&before).is_ok_and(|known| known == bytes)
            && let Ok(shrunk) = std::fs::read(&after)
        {
            return Ok(shrunk);
        }
        std::fs::create_dir_all(Path::new(KEPT).join("after"))?;
        self.ask(module, &after)?;
        // Written last, so that an interrupted build is repeated.
        write_if_changed(&before, &bytes)?;
        Ok(std::fs::read(&after)?)
    }

    fn ask(&self, module: &Path, after: &Path) -> Result<()> {
        let mut process = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let process = match &mut *process {
            Some(process) => process,
            none => none.insert(Process::start()?),
        };
        writeln!(process.to, "{}\t{}", module.display(), after.display())?;
        let mut error = String::new();
        let read = process.from.read_line(&mut error)?;
        ensure!(read > 0, "{PROGRAM} ended; see its message above");
        ensure!(error.trim().is_empty(), "{} cannot be shrunk: {}", module.display(), error.trim());
        Ok(())
    }
}

impl Process {
    fn start() -> Result<Self> {
        let mut child = Command::new("node")
            .arg(PROGRAM)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .with_context(|| format!("cannot run node {PROGRAM}"))?;
        let to = child.stdin.take().context("its input is a pipe")?;
        let from = BufReader::new(child.stdout.take().context("its output is a pipe")?);
        Ok(Self { child, to, from })
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        // It has nothing left to write.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn kept(folder: &str, name: &std::ffi::OsStr) -> PathBuf {
    Path::new(KEPT).join(folder).join(name)
}
