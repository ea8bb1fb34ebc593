//! Finds a compiler that can build for `wasm32-unknown-unknown`.
//!
//! rustup's own target is used where it is installed. Where it cannot be had, Debian's
//! `rustc-web` compiles with the standard library built from `rust-web-src`.

use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result, bail};

pub const TARGET: &str = "wasm32-unknown-unknown";
/// Vector instructions, which every host of ours has: texts are looked through sixteen bytes at a time.
const RUSTFLAGS: &str = "-Ctarget-feature=+simd128";
const DEBIAN_RUSTC: &str = "/usr/bin/rustc";

#[derive(Debug, PartialEq)]
pub enum Toolchain {
    /// The compiler in use has the target's standard library.
    Rustup,
    /// Debian's compiler plus the standard library from source; `linker` is rustup's `rust-lld`.
    Debian { linker: PathBuf },
}

impl Toolchain {
    /// The first that works, or an error that says what to install.
    /// `SITEWRIGHT_GUEST_TOOLCHAIN=debian` skips rustup's.
    pub fn find() -> Result<Self> {
        let sysroot = sysroot("rustc")?;
        let debian_wanted = std::env::var("SITEWRIGHT_GUEST_TOOLCHAIN").is_ok_and(|name| name == "debian");
        if !debian_wanted && sysroot.join("lib/rustlib").join(TARGET).join("lib").is_dir() {
            return Ok(Self::Rustup);
        }
        if Path::new(DEBIAN_RUSTC).exists() && has_std_source(&self::sysroot(DEBIAN_RUSTC)?) {
            return Ok(Self::Debian { linker: lld(&sysroot)? });
        }
        bail!(
            "no compiler for {TARGET}: run `rustup target add {TARGET}`, \
             or on Debian and Ubuntu `apt-get install rustc-web rust-web-src`"
        )
    }

    /// Environment and flags that make `cargo build` use this toolchain.
    pub fn configure(&self, cargo: &mut Command) {
        // `cargo run` hands its own library path down; another compiler must not see it.
        cargo.env_remove("LD_LIBRARY_PATH").env_remove("RUSTFLAGS").env_remove("CARGO_TARGET_DIR");
        cargo.env("CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_RUSTFLAGS", RUSTFLAGS);
        if let Self::Debian { linker } = self {
            cargo
                .env("RUSTC", DEBIAN_RUSTC)
                .env("RUSTC_BOOTSTRAP", "1")
                .env("CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_LINKER", linker)
                .arg("-Zbuild-std=std,panic_abort");
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
