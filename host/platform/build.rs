//! Makes cargo rebuild for new migrations and a new front end.

use std::path::Path;
use std::{env, fs};

fn main() {
    println!("cargo:rerun-if-changed=build.rs");
    println!("cargo:rerun-if-changed=../../migrations");

    // The bundle is embedded in release builds only; a debug build reads it from disk and must not be rebuilt for it.
    if env::var("PROFILE").as_deref() == Ok("release") {
        let bundle = Path::new("../../target/bundle");
        // An empty folder is enough to compile: the server then reports that the front end is not built.
        if let Err(error) = fs::create_dir_all(bundle) {
            println!("cargo:warning=target/bundle cannot be made ({error})");
        }
        println!("cargo:rerun-if-changed=../../target/bundle");
    }
}
