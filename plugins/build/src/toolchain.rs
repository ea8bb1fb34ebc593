//! Finds a compiler that can build for `wasm32-unknown-unknown`.
//!
//! The standard library is built from its source with the guests, for size and without panic messages, which are not
//! used: a tool is 10 % smaller. rustup has the source (`rust-src`); if it is not available, Debian's `rustc-web`
//! compiles with `rust-web-src`. The last choice is rustup's prebuilt library.

use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result, bail};

pub const TARGET: &str = "wasm32-unknown-unknown";
/// Vector instructions, which every host supports: texts are searched sixteen bytes at a time. A small stack keeps
/// the memory that a run touches close together, since the host scans it to reset it. A linker warning means that a
/// function and its caller have different signatures, which would trap in the call.
const RUSTFLAGS: &str =
    "-Ctarget-feature=+simd128 -Clink-arg=-zstack-size=262144 -Clink-arg=--fatal-warnings";
/// Uncompressed texts: see `plain` in the SDK.
const UNPACKED: &str = " --cfg sitewright_fast";
/// A panic traps at once without formatting a message.
const TRAPPING: &str = " -Zunstable-options -Zlocation-detail=none -Cpanic=immediate-abort";
const DEBIAN_RUSTC: &str = "/usr/bin/rustc";

/// The optimisation goal of a guest.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Kind {
    /// For size: every tool.
    Small,
    /// For speed.
    Fast,
}

impl Kind {
    /// The profile in `Cargo.toml`.
    pub fn profile(self) -> &'static str {
        if self == Self::Fast { "guest-fast" } else { "guest" }
    }
}

#[derive(Debug, PartialEq)]
pub enum Toolchain {
    /// The default compiler, with the standard library from its source.
    Source,
    /// Debian's compiler, with the standard library from source; `linker` is rustup's `rust-lld`.
    Debian { linker: PathBuf },
    /// The default compiler, with the prebuilt standard library of the target.
    Prebuilt,
}

impl Toolchain {
    /// The first toolchain that works, or an error that names what to install. `SITEWRIGHT_GUEST_TOOLCHAIN=debian`
    /// skips rustup's.
    pub fn find() -> Result<Self> {
        let sysroot = sysroot("rustc")?;
        let debian_wanted = std::env::var("SITEWRIGHT_GUEST_TOOLCHAIN").is_ok_and(|name| name == "debian");
        if !debian_wanted && has_std_source(&sysroot) {
            return Ok(Self::Source);
        }
        if Path::new(DEBIAN_RUSTC).exists() && has_std_source(&self::sysroot(DEBIAN_RUSTC)?) {
            return Ok(Self::Debian { linker: lld(&sysroot)? });
        }
        if sysroot.join("lib/rustlib").join(TARGET).join("lib").is_dir() {
            eprintln!("Without `rustup component add rust-src`, plugins are about 10 % larger.");
            return Ok(Self::Prebuilt);
        }
        bail!(
            "no compiler for {TARGET}: run `rustup component add rust-src`, \
             or on Debian and Ubuntu `apt-get install rustc-web rust-web-src`"
        )
    }

    /// Whether components have the small size that the project promises.
    pub fn is_small(&self) -> bool {
        *self != Self::Prebuilt
    }

    /// Arguments, environment and flags that make `cargo build` use this toolchain.
    pub fn configure(&self, cargo: &mut Command, kind: Kind) {
        // `cargo run` passes its own library path on; another compiler must not see it.
        cargo.env_remove("LD_LIBRARY_PATH").env_remove("RUSTFLAGS").env_remove("CARGO_TARGET_DIR");
        let mut flags = RUSTFLAGS.to_owned();
        if kind == Kind::Fast {
            flags += UNPACKED;
        }
        if self.is_small() {
            flags += TRAPPING;
            // Building the library from source is a nightly feature, which this variable enables in a stable
            // compiler.
            cargo.env("RUSTC_BOOTSTRAP", "1").arg("-Zbuild-std=std,panic_abort");
        }
        if self.is_small() && kind != Kind::Fast {
            cargo.arg("-Zbuild-std-features=optimize_for_size");
        }
        // Only the standard calling convention: LLVM miscompiles `experimental-mv` under link-time optimisation.
        cargo.args(["--target", TARGET]);
        let settings = format!("CARGO_TARGET_{}", TARGET.to_uppercase().replace('-', "_"));
        cargo.env(format!("{settings}_RUSTFLAGS"), flags);
        if let Self::Debian { linker } = self {
            cargo.env("RUSTC", DEBIAN_RUSTC).env(format!("{settings}_LINKER"), linker);
        }
    }
}

fn sysroot(rustc: &str) -> Result<PathBuf> {
    let output = Command::new(rustc)
        .args(["--print", "sysroot"])
        .env_remove("LD_LIBRARY_PATH")
        .output()
        .with_context(|| format!("cannot run {rustc}"))?;
    Ok(PathBuf::from(String::from_utf8_lossy(&output.stdout).trim()))
}

fn has_std_source(sysroot: &Path) -> bool {
    sysroot.join("lib/rustlib/src/rust/library/Cargo.toml").exists()
}

fn lld(sysroot: &Path) -> Result<PathBuf> {
    let lld = sysroot.join("lib/rustlib/x86_64-unknown-linux-gnu/bin/rust-lld");
    if lld.exists() {
        return Ok(lld);
    }
    let arm = sysroot.join("lib/rustlib/aarch64-unknown-linux-gnu/bin/rust-lld");
    if arm.exists() {
        return Ok(arm);
    }
    bail!("rust-lld is missing from {}: reinstall the Rust toolchain with rustup", sysroot.display())
}
