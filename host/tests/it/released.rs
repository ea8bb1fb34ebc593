//! Compatibility: components of every version of the contract run in this host, and nothing of a released contract
//! has changed. See [`tests/released`](../released/README.md).

mod contract;

use sitewright::catalogue::tools;
use sitewright_package::Program;

use crate::outside::{reply, world_of};
use crate::prelude::*;

fn released() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/released")
}

/// The entries of a folder, by name.
fn entries(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).expect("a folder");
    let mut paths: Vec<PathBuf> = entries.map(|entry| entry.expect("an entry").path()).collect();
    paths.sort();
    paths
}

fn editions() -> Vec<PathBuf> {
    entries(&released()).into_iter().filter(|path| path.is_dir()).collect()
}

/// Every package of the corpus with its file.
fn packages() -> Vec<(PathBuf, Vec<u8>)> {
    let files = editions().iter().flat_map(|edition| entries(edition)).collect::<Vec<_>>();
    let packages = files.into_iter().filter(|path| path.extension().is_some_and(|kind| kind == "plugin"));
    packages.map(|path| (path.clone(), fs::read(path).expect("a package"))).collect()
}

fn read(bytes: &[u8]) -> Package {
    Package::read(bytes, &Rules { development: true, ..Rules::default() }).expect("it is as good as it was")
}

/// Descriptions and results of examples are the same as at their release.
#[app_test]
async fn old_components_describe_themselves_and_run_as_they_did(app: TestApp) {
    let packages = packages();
    assert!(packages.len() >= editions().len(), "no edition is without a package");
    for (path, bytes) in packages {
        let package = read(&bytes);
        assert!(bytes.len() <= 150_000, "{}: {}", path.display(), bytes.len());
        let problems = tools::verify(app.app.part::<Tools>().workshop(), &package).await;
        assert_eq!(problems, [], "{}", path.display());
        assert!(!package.examples.is_empty() && package.descriptors.len() == 2, "{}", path.display());
    }
}

/// A later host installs them, and runs them like any other tool.
#[app_test(workshop())]
async fn old_packages_are_installed_and_run(app: TestApp, mut admin: administrator) {
    for (path, bytes) in packages() {
        let package = read(&bytes);
        let answer = admin.install(bytes, "").await;
        assert_eq!(answer.status, 201, "{}: {}", path.display(), answer.body);
        let digest = answer.body["digest"].as_str().expect("a digest");
        // For some of them the host has a newer version.
        let release = json!({ "digest": digest, "stage": "all" });
        let id = &package.manifest.id;
        let released = admin.post(&format!("/api/admin/plugins/{id}/release"), release).await;
        assert_eq!(released.status, 200, "{}: {}", path.display(), released.body);
        let (_, example) = &package.examples[0];
        let run = admin.run_to_end(id, example.input.clone()).await;
        assert_eq!(run.body["status"], "succeeded", "{}: {}", path.display(), run.body);
        assert_eq!(run.body["tool_version"], json!(package.manifest.version), "{}", path.display());
    }
}

/// Egress interfaces, called by a component from the time when they were new.
#[tokio::test]
async fn an_old_component_reaches_outside_as_it_did() {
    let bytes = fs::read(released().join("0.1.0-2/outside.plugin")).expect("a package");
    let package = read(&bytes);
    let Program::Component(component) = package.program() else { panic!("it has a component") };
    let world = world_of(component, r#"["shop.test"]"#, None, |_, _| {}).await;
    let mut client = world.app.user().await;
    let post = format!("POST {}", world.url("shop.test", "/echo?a=b"));
    let answer = reply(&mut client, ["send", &post, "X-One: 1", "Chleb"]).await;
    assert!(
        answer.starts_with("200\n") && answer.contains("x-one=1\n") && answer.ends_with("\nChleb"),
        "{answer}"
    );
    for (input, answer) in [
        (["set", "shop/1", "Chleb"], "kept"),
        (["get", "shop/1", ""], "Chleb"),
        (["keys", "shop/", ""], "shop/1"),
        (["delete", "shop/1", ""], "gone"),
        (["get", "shop/1", ""], "nothing"),
        (["connections", "", ""], ""),
        (
            ["read", "file:///etc/passwd", ""],
            "refused: The tool requested something that is not a web address.",
        ),
        (
            ["query", "chleb", "10"],
            "unavailable: No search provider is connected to this server. An administrator can connect one.",
        ),
    ] {
        assert_eq!(reply(&mut client, input).await, answer, "{input:?}");
    }
    world.stop().await;
}

/// Everything that a component could be compiled against still exists, unchanged.
#[test]
fn nothing_of_a_released_contract_is_missing_or_changed() {
    let today = contract::read(&Path::new(env!("CARGO_MANIFEST_DIR")).join("../wit/plugin.wit"));
    let editions = editions();
    assert!(!editions.is_empty());
    for edition in editions {
        let then = contract::read(&edition.join("plugin.wit"));
        assert!(then.len() > 20, "{}: {}", edition.display(), then.len());
        for (name, shape) in then {
            assert_eq!(today.get(&name), Some(&shape), "{}: {name}", edition.display());
        }
    }
}

/// The comparison detects removals and changes.
#[test]
fn removals_and_changes_of_a_contract_are_detected() {
    let text = fs::read_to_string(released().join("0.1.0-1/plugin.wit")).expect("a contract");
    let then = contract::parse(&text);
    for (from, to) in [
        ("now: func() -> u64;", ""),
        ("now: func() -> u64;", "now: func() -> s64;"),
        ("source: string,\n        target: string,", "target: string,\n        source: string,"),
        ("needs-model,", "needs-model,\n        asleep,"),
        ("max-words: u32,", "max-words: u32,\n        more: u32,"),
        ("    import progress;\n", ""),
        ("type json = string;", "type json = list<u8>;"),
    ] {
        assert!(text.contains(from), "{from}");
        let changed = contract::parse(&text.replacen(from, to, 1));
        assert!(then.iter().any(|(name, shape)| changed.get(name) != Some(shape)), "{from} -> {to}");
    }
}
