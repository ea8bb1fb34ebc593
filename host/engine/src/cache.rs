//! Compiled components on disk. Compiling takes a second, loading a fraction of a millisecond.
//!
//! A compiled component is machine code that runs without further checks, so no file is trusted: the folder belongs
//! to this user alone (0700), the files too (0600), and a file is loaded only when its digest matches the one stored
//! beside it. A file that is truncated, damaged or made by another engine is recompiled.

use std::fs::{self, DirBuilder};
use std::hash::{DefaultHasher, Hash, Hasher};
use std::io::{Read, Write};
use std::path::{Path, PathBuf};

use sha2::{Digest, Sha256};
use wasmtime::Engine;
use wasmtime::component::Component;

use crate::compile::Compiler;
use crate::prelude::*;

pub(crate) struct Cache {
    dir: PathBuf,
    /// Compiled code fits only the engine, version and settings that made it.
    compatibility: String,
}

impl Cache {
    pub(crate) fn open(dir: &Path, engine: &Engine) -> std::io::Result<Cache> {
        let mut builder = DirBuilder::new();
        builder.recursive(true);
        #[cfg(unix)]
        std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
        builder.create(dir)?;
        let mut hasher = DefaultHasher::new();
        engine.precompile_compatibility_hash().hash(&mut hasher);
        Ok(Cache { dir: dir.to_owned(), compatibility: format!("{:016x}", hasher.finish()) })
    }

    /// Returns the component of these bytes. Blocks while it is compiled: by a child process if there is a compiler,
    /// otherwise in this process.
    pub(crate) fn component(
        &self,
        engine: &Engine,
        (shape, limits): (Shape, &Limits),
        digest: &str,
        wasm: &[u8],
        compiler: Option<&Compiler>,
    ) -> Result<Component, InstallError> {
        let code = self.code(shape, digest);
        if let Some(component) = load(engine, &code) {
            return Ok(component);
        }
        let started = std::time::Instant::now();
        let component = match compiler {
            Some(compiler) => {
                let compiled = compiler.compile(shape, limits, wasm, &self.dir)?;
                let kept = keep(&code, compiled).map_err(|error| InstallError::Internal(error.to_string()));
                let missing = || InstallError::Internal("the compiled code cannot be loaded".to_owned());
                kept.and_then(|()| load(engine, &code).ok_or_else(missing))
            }
            None => compile_here(engine, &code, wasm),
        };
        // The first start compiles every tool, so this would log too many lines at a higher level.
        tracing::debug!(
            digest,
            bytes = wasm.len(),
            ms = started.elapsed().as_millis() as u64,
            "plugin compiled"
        );
        component
    }

    /// Loads the component of this digest if it was compiled before.
    pub(crate) fn compiled(&self, engine: &Engine, shape: Shape, digest: &str) -> Option<Component> {
        load(engine, &self.code(shape, digest))
    }

    /// The shape of the compiled code with this digest, if there is any. The code is not checked.
    pub(crate) fn shape_of(&self, digest: &str) -> Option<Shape> {
        [Shape::Compiled, Shape::Script].into_iter().find(|shape| self.has(*shape, digest))
    }

    /// Whether there is compiled code of this digest and shape. The code is not checked.
    pub(crate) fn has(&self, shape: Shape, digest: &str) -> bool {
        self.code(shape, digest).exists()
    }

    /// Loads the same component for another engine with the same settings.
    pub(crate) fn reload(
        &self,
        engine: &Engine,
        shape: Shape,
        digest: &str,
        loaded: &Component,
    ) -> wasmtime::Result<Component> {
        if let Some(component) = load(engine, &self.code(shape, digest)) {
            return Ok(component);
        }
        // SAFETY: these are the bytes of code that already runs.
        unsafe { Component::deserialize(engine, loaded.serialize()?) }
    }

    /// The file name contains the shape, so that the shape is known before the code is loaded.
    fn code(&self, shape: Shape, digest: &str) -> PathBuf {
        let shape = if shape == Shape::Script { "script-" } else { "" };
        self.dir.join(format!("{digest}-{shape}{}.cwasm", self.compatibility))
    }
}

fn load(engine: &Engine, code: &Path) -> Option<Component> {
    let written = fs::read_to_string(sum_of(code)).ok()?;
    if written != sha256_of_file(code).ok()? {
        tracing::warn!(file = %code.display(), "a compiled plugin is damaged; recompiling it");
        return None;
    }
    // SAFETY: the file has the digest that `store` wrote for it, in a folder that only this user can write to.
    match unsafe { Component::deserialize_file(engine, code) } {
        Ok(component) => Some(component),
        Err(error) => {
            tracing::warn!(file = %code.display(), %error, "a compiled plugin cannot be loaded; recompiling it");
            None
        }
    }
}

fn compile_here(engine: &Engine, code: &Path, wasm: &[u8]) -> Result<Component, InstallError> {
    let compiled = engine
        .precompile_component(wasm)
        .map_err(|error| InstallError::Invalid(error.root_cause().to_string()))?;
    if let Err(error) = store(code, &compiled) {
        tracing::warn!(file = %code.display(), %error, "the compiled plugin could not be stored; it will be compiled again");
    } else if let Some(component) = load(engine, code) {
        return Ok(component);
    }
    // SAFETY: this engine compiled these bytes a moment ago.
    unsafe { Component::deserialize(engine, &compiled) }
        .map_err(|error| InstallError::Invalid(error.root_cause().to_string()))
}

/// Stores the output of a child process.
fn keep(code: &Path, compiled: tempfile::NamedTempFile) -> std::io::Result<()> {
    let sum = sha256_of_file(compiled.path())?;
    compiled.persist(code)?;
    write_atomically(&sum_of(code), sum.as_bytes())
}

fn store(code: &Path, compiled: &[u8]) -> std::io::Result<()> {
    write_atomically(code, compiled)?;
    write_atomically(&sum_of(code), sha256(compiled).as_bytes())
}

/// A reader sees the old file or the new one, never a part of it; a file that is in use stays unchanged.
fn write_atomically(path: &Path, bytes: &[u8]) -> std::io::Result<()> {
    let dir = path.parent().unwrap_or(Path::new("."));
    // Created readable by this user alone.
    let mut file = tempfile::NamedTempFile::new_in(dir)?;
    file.write_all(bytes)?;
    file.persist(path)?;
    Ok(())
}

fn sum_of(code: &Path) -> PathBuf {
    code.with_extension("sha256")
}

/// Reads in chunks: the compiled interpreter of a script has 37 MB, and hashing must not hold it in memory.
fn sha256_of_file(path: &Path) -> std::io::Result<String> {
    let mut file = fs::File::open(path)?;
    let mut hasher = Sha256::new();
    let mut piece = vec![0; 64 << 10];
    loop {
        match file.read(&mut piece)? {
            0 => return Ok(hex::encode(hasher.finalize())),
            length => hasher.update(&piece[..length]),
        }
    }
}

/// SHA-256 in hexadecimal.
pub(crate) fn sha256(bytes: &[u8]) -> String {
    hex::encode(Sha256::digest(bytes))
}
