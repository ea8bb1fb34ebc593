#![no_main]

use std::{env, fs};
use std::path::Path;

use sitewright_package_fuzz::parsers::{files, pack};

libfuzzer_sys::fuzz_target!(init: archives(), |data: &[u8]| {
    sitewright_package_fuzz::timed(sitewright_package_fuzz::package, data);
});

/// Writes the archives of the seeds to the folder that `ARCHIVES` names.
fn archives() {
    let Some(to) = env::var_os("ARCHIVES") else { return };
    let seeds = Path::new(env!("CARGO_MANIFEST_DIR")).join("seeds/package");
    for seed in fs::read_dir(seeds).expect("the seeds are there") {
        let path = seed.expect("a seed").path();
        let archive = pack(files(&fs::read(&path).expect("a seed")));
        let name = path.file_stem().expect("a name");
        fs::write(Path::new(&to).join(name), archive).expect("written");
    }
}
