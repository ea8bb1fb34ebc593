//! Compiles untrusted components in a separate process.
//!
//! A compiler's time and memory depend on the component in ways that cannot be predicted. So this program starts
//! itself again as a child that compiles one component. The child gets the component and nothing else: no
//! environment, no open files and no secrets. The kernel kills it when it exceeds its limits or when its parent dies.
//! Its output is trusted as the compiler itself is: it is the same code.

use std::fs::File;
use std::io::{self, Read, Seek, Write};
use std::os::fd::FromRawFd;
use std::os::unix::process::ExitStatusExt;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode, ExitStatus, Stdio};

use tempfile::NamedTempFile;

use crate::limits::{bytes_in_words, time_in_words};
use crate::pool;
use crate::prelude::*;

const MIB: u64 = 1 << 20;

/// The number of children that compile at the same time; each may use [`Costs::memory_bytes`]. The second one lets a
/// user's tool be compiled while a package is checked.
pub(crate) const AT_ONCE: usize = 2;
/// Threads of a child: the largest components compile in half the time, and two functions are in memory instead of
/// one.
const THREADS: &str = "2";
/// The child runs at a lower priority than the threads that serve requests.
const NICENESS: libc::c_int = 10;
/// The exit status of a child that found the component invalid and wrote the reason to stderr.
const INVALID: u8 = 3;
/// Messages of a child that is out of memory: from the allocator, and from the kernel for a mapping or a thread.
const NO_MEMORY: [&str; 5] = ["memory allocation of", "os error 12", "os error 11", "code: 12,", "code: 11,"];
/// The number of bytes of stderr that are read.
const WHY_BYTES: u64 = 4 << 10;

/// How untrusted components are compiled.
#[derive(Clone, Debug)]
pub struct Compiler {
    /// The program to start. It passes its last argument to [`compile_job`].
    pub program: PathBuf,
    /// The arguments before that last one.
    pub arguments: Vec<String>,
    pub costs: Costs,
}

/// Limits for compiling one component.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
pub struct Costs {
    /// CPU time of all threads. The 12 MB of a tool in TypeScript take about 20 s on one core of 2020.
    pub cpu: Duration,
    /// Time from start to exit: a busy machine may give the child half a core.
    pub wall: Duration,
    /// Writable memory. The same tool takes about 600 MiB.
    pub memory_bytes: u64,
    /// Size of the compiled code: 37 MB for the same tool.
    pub output_bytes: u64,
}

impl Default for Costs {
    fn default() -> Self {
        Costs {
            cpu: Duration::from_secs(60),
            wall: Duration::from_secs(180),
            memory_bytes: 1024 * MIB,
            output_bytes: 256 * MIB,
        }
    }
}

/// The input of a child, as JSON in its last argument.
#[derive(Serialize, Deserialize)]
struct Job {
    script: bool,
    memory_bytes: usize,
    stack_bytes: usize,
    table_elements: usize,
    costs: Costs,
    /// The parent's process id. A child that was orphaned before it set its parent-death signal exits by itself.
    parent: u32,
}

impl Compiler {
    pub fn new(program: impl Into<PathBuf>, arguments: &[&str]) -> Compiler {
        let arguments = arguments.iter().map(|&argument| argument.to_owned()).collect();
        Compiler { program: program.into(), arguments, costs: Costs::default() }
    }

    /// Compiles into a file in this folder; blocks until the child exits. The calling thread must outlive the call:
    /// the child is killed with the thread that started it.
    pub(crate) fn compile(
        &self,
        shape: Shape,
        limits: &Limits,
        wasm: &[u8],
        dir: &Path,
    ) -> Result<NamedTempFile, InstallError> {
        let failed = |error: io::Error| InstallError::Internal(error.to_string());
        let mut input = tempfile::tempfile_in(dir).map_err(failed)?;
        input.write_all(wasm).and_then(|()| input.rewind()).map_err(failed)?;
        let output = NamedTempFile::new_in(dir).map_err(failed)?;
        let mut errors = tempfile::tempfile_in(dir).map_err(failed)?;
        let job = Job {
            script: shape == Shape::Script,
            memory_bytes: limits.memory_bytes,
            stack_bytes: limits.stack_bytes,
            table_elements: limits.table_elements,
            costs: self.costs,
            parent: std::process::id(),
        };
        let job = serde_json::to_string(&job).map_err(|error| InstallError::Internal(error.to_string()))?;
        let status = Command::new(&self.program)
            .args(&self.arguments)
            .arg(job)
            .env_clear()
            .env("RAYON_NUM_THREADS", THREADS)
            .current_dir("/")
            .stdin(input)
            .stdout(Stdio::from(output.reopen().map_err(failed)?))
            .stderr(errors.try_clone().map_err(failed)?)
            .status()
            .map_err(failed)?;
        if status.success() {
            return Ok(output);
        }
        let mut why = Vec::new();
        errors.rewind().and_then(|()| errors.take(WHY_BYTES).read_to_end(&mut why)).map_err(failed)?;
        Err(self.failure(status, String::from_utf8_lossy(&why).trim()))
    }

    fn failure(&self, status: ExitStatus, why: &str) -> InstallError {
        let Costs { cpu, wall, memory_bytes, output_bytes } = self.costs;
        let words = |bytes: u64| bytes_in_words(usize::try_from(bytes).unwrap_or(usize::MAX));
        let limit = match status.signal() {
            Some(libc::SIGXCPU) => format!("{} CPU", time_in_words(cpu)),
            Some(libc::SIGALRM) => time_in_words(wall),
            Some(libc::SIGXFSZ) => words(output_bytes),
            // The kernel kills processes like this when the machine has no memory left.
            Some(libc::SIGKILL) => words(memory_bytes),
            _ if NO_MEMORY.iter().any(|sign| why.contains(sign)) => words(memory_bytes),
            _ if status.code() == Some(INVALID.into()) => return InstallError::Invalid(why.to_owned()),
            _ => {
                tracing::warn!(%status, ?why, "the compiler failed on a component");
                return InstallError::Invalid("the compiler failed".to_owned());
            }
        };
        InstallError::TooCostly { limit }
    }
}

/// Runs in the child: compiles standard input to standard output.
pub fn compile_job(job: &str) -> ExitCode {
    match compiled(job) {
        Ok(()) => ExitCode::SUCCESS,
        Err(why) => {
            eprintln!("{why}");
            ExitCode::from(INVALID)
        }
    }
}

fn compiled(job: &str) -> Result<(), String> {
    let job: Job = serde_json::from_str(job).map_err(|error| error.to_string())?;
    confine(&job).map_err(|error| format!("the compiler cannot be confined: {error}"))?;
    let shape = if job.script { Shape::Script } else { Shape::Compiled };
    let limits = Limits {
        memory_bytes: job.memory_bytes,
        stack_bytes: job.stack_bytes,
        table_elements: job.table_elements,
        ..Limits::default()
    };
    // Compiled code fits every engine with these settings, whatever its number of instances.
    let engine = pool::engine_for(shape, &limits, 1).map_err(|error| format!("{error:#}"))?;
    let mut wasm = Vec::new();
    io::stdin().lock().read_to_end(&mut wasm).map_err(|error| error.to_string())?;
    let compiled = engine.precompile_component(&wasm).map_err(|error| error.root_cause().to_string())?;
    // SAFETY: nothing else uses the descriptor. A `File` avoids a line buffer of megabytes.
    let mut output = unsafe { File::from_raw_fd(libc::STDOUT_FILENO) };
    output.write_all(&compiled).map_err(|error| error.to_string())
}

/// Drops privileges and sets limits before the first untrusted byte is read.
fn confine(job: &Job) -> io::Result<()> {
    let Costs { cpu, wall, memory_bytes, output_bytes } = job.costs;
    #[cfg(target_os = "linux")]
    {
        // SAFETY: the arguments are plain numbers.
        unsafe {
            libc::prctl(libc::PR_SET_PDEATHSIG, libc::SIGKILL);
            libc::setpriority(libc::PRIO_PROCESS, 0, NICENESS);
        }
        // The kernel kills this process before the server when the machine has no memory left. Some containers refuse
        // the write, which is harmless.
        let _ = std::fs::write("/proc/self/oom_score_adj", "1000");
    }
    if std::os::unix::process::parent_id() != job.parent {
        return Err(io::Error::other("its parent has exited"));
    }
    limit(libc::RLIMIT_CPU, cpu.as_secs().max(1))?;
    // RLIMIT_DATA, not the address space: the slots of a pool reserve gigabytes of address space but no memory.
    limit(libc::RLIMIT_DATA, memory_bytes)?;
    limit(libc::RLIMIT_FSIZE, output_bytes)?;
    limit(libc::RLIMIT_CORE, 0)?;
    limit(libc::RLIMIT_NOFILE, 32)?;
    // SAFETY: the argument is a plain number; the signal ends the process.
    unsafe { libc::alarm(u32::try_from(wall.as_secs()).unwrap_or(u32::MAX).max(1)) };
    Ok(())
}

#[cfg(target_env = "gnu")]
type Resource = libc::__rlimit_resource_t;
#[cfg(not(target_env = "gnu"))]
type Resource = libc::c_int;

fn limit(of: Resource, most: u64) -> io::Result<()> {
    // For CPU time the kernel sends the signal at the soft limit and kills at the hard one.
    let hard = most.saturating_add(if of == libc::RLIMIT_CPU { 5 } else { 0 });
    let limit = libc::rlimit { rlim_cur: most, rlim_max: hard };
    // SAFETY: the struct is only read.
    match unsafe { libc::setrlimit(of, &limit) } {
        0 => Ok(()),
        _ => Err(io::Error::last_os_error()),
    }
}
