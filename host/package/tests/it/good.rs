//! Valid packages.

use std::io::Cursor;

use sitewright_package::{Level, Package, Permission, gather, pack};
use tempfile::TempDir;

use crate::fixture::{component, development, files, good, problems, with, with_file, with_plugin};

#[test]
fn a_valid_package_is_read() {
    let bytes = good();
    let package = Package::read(&bytes, &development()).expect("it is good");
    assert_eq!((package.manifest.id.as_str(), package.manifest.version.as_str()), ("slogan", "1.2.3"));
    assert_eq!(package.permissions, [Permission::Model]);
    assert_eq!(package.contract, "0.1.0");
    assert_eq!((package.level, package.signer), (Level::Local, None));
    assert_eq!(package.digest.len(), 64);
    let names: Vec<_> = package.descriptors.iter().map(|(_, text)| text.name.as_str()).collect();
    assert_eq!(names, ["Slogan (en)", "Slogan (pl)"]);
    assert_eq!(package.examples.len(), 1);
    assert_eq!(package.files["icon.svg"], files()["icon.svg"]);
}

#[test]
fn the_same_files_make_the_same_bytes() {
    assert_eq!(good(), good());
    let again = Package::read(&good(), &development()).expect("it is good").files;
    assert_eq!(pack(again).expect("packed"), good());
}

#[test]
fn any_zip_reader_opens_it() {
    let mut archive = zip::ZipArchive::new(Cursor::new(good())).expect("an archive");
    assert_eq!(archive.len(), files().len() + 1);
    assert_eq!(archive.by_index(0).expect("an entry").name(), "manifest.json");
}

#[test]
fn optional_parts_may_be_omitted() {
    let plain = with(|files| files.retain(|name, _| !name.starts_with("ui/") && !name.starts_with("texts/")));
    assert_eq!(problems(&plain), []);
    assert_eq!(problems(&with_plugin("permissions = [\"model\"]\n", "")), []);
    assert_eq!(problems(&with_plugin("1.2.3", "1.2.3-beta.1")), []);
    let later = component("0.1.9", "import model; export tool;");
    assert_eq!(problems(&with_file("component.wasm", later)), [], "a later version of the same contract");
}

#[test]
fn the_files_of_a_folder_are_collected() {
    let folder = TempDir::new().expect("a folder");
    for (name, file) in files() {
        let path = folder.path().join(&name);
        std::fs::create_dir_all(path.parent().expect("a parent")).expect("made");
        std::fs::write(path, file).expect("written");
    }
    for name in ["Cargo.toml", "examples/drafts.rs", "texts/notes.txt"] {
        std::fs::write(folder.path().join(name), "not for the package").expect("written");
    }
    let mut wanted = files();
    wanted.retain(|name, _| !name.starts_with("describe/"));
    assert_eq!(gather(folder.path()).expect("gathered"), wanted, "descriptions are the component's own");

    std::os::unix::fs::symlink("/etc/hostname", folder.path().join("LICENSE")).expect("linked");
    let refused = gather(folder.path()).expect_err("a link").to_string();
    assert!(refused.contains("LICENSE is a link"), "{refused}");
}
