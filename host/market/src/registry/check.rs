//! All checks before a package is installed: the file, its signature, its component, its examples, and conflicts with
//! this server.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use semver::Version;
use sitewright_package::{PAGE, Package, Permission, digest};
use tokio::runtime::Handle;
use unicode_security::confusable_detection::skeleton;

use super::reason::Reason;
use super::{Registry, publishers, store};
use crate::catalogue::tools::{self, Tools};
use crate::platform::prelude::*;

/// The shared UI module, which every bundle has.
const FORM: &str = "form";

/// A checked package.
pub struct Checked {
    /// SHA-256 of the file.
    pub digest: String,
    pub bytes: Bytes,
    pub found: std::result::Result<Package, Vec<Reason>>,
}

/// Reads the package, compiles its component and runs its examples. Stores only the compiled code. Packages of one
/// `sender` are checked one after the other.
pub async fn check(app: &App, sender: &str, bytes: Bytes) -> Result<Checked> {
    check_as(app, sender, bytes, app.config.plugin_development).await
}

/// The same; with `development` the signature is optional.
pub async fn check_as(app: &App, sender: &str, bytes: Bytes, development: bool) -> Result<Checked> {
    let turn = app.part::<Registry>().turns.wait(sender).await?;
    let app = app.clone();
    let runtime = Handle::current();
    // Reading, describing and comparing can take long for a hostile package, so they run on a blocking thread. A
    // client that disconnects keeps its turn until the work is done; otherwise it could start any number of checks.
    let checked = app.tasks.clone().spawn_blocking(move || {
        let _turn = turn;
        runtime.block_on(look_at(&app, bytes, development))
    });
    checked.await.map_err(Problem::internal)?
}

async fn look_at(app: &App, bytes: Bytes, development: bool) -> Result<Checked> {
    let rules = publishers::rules(&mut app.db.read().acquire().await?, development).await?;
    let digest = digest(&bytes);
    let found = match Package::read(&bytes, &rules) {
        Ok(package) => {
            let problems = tools::verify(app.part::<Tools>().workshop(), &package).await;
            let mut reasons: Vec<Reason> = problems.into_iter().map(Reason::from).collect();
            let module = &package.manifest.module;
            let is_built = || app.bundle.read(&format!("modules/{module}/mf-manifest.json")).is_some();
            let is_known = [FORM, PAGE].contains(&module.as_str()) || is_built();
            if !is_known {
                let reason = Reason::new("registry.module-unknown", "plugin.toml: ui.module");
                reasons.push(reason.with("module", module.as_str()));
            }
            if reasons.is_empty() { Ok(package) } else { Err(reasons) }
        }
        Err(problems) => Err(problems.into_iter().map(Reason::from).collect()),
    };
    Ok(Checked { digest, bytes, found })
}

/// Conflicts of a valid package with this server. Runs inside the transaction that installs it.
pub async fn objections(app: &App, tx: &mut Conn, package: &Package) -> Result<Vec<Reason>> {
    let manifest = &package.manifest;
    let mut reasons = revocations(tx, package).await?;
    let query = db::query_scalar(
        "SELECT EXISTS (SELECT 1 FROM packages WHERE plugin = $1 AND version = $2 AND digest <> $3 AND state NOT IN ('refused', 'removed'))",
    );
    let taken: bool =
        query.binds((&manifest.id, &manifest.version, &package.digest)).fetch_one(&mut *tx).await?;
    if taken {
        let reason = Reason::new("registry.version-taken", "plugin.toml: version");
        reasons.push(reason.with("version", manifest.version.as_str()));
    }
    if let Some(other) = taken_for(app, &manifest.id, &manifest.publisher) {
        reasons.push(Reason::new("registry.id-alike", "plugin.toml: id").with("other", other));
    }
    let known = store::plugin(tx, &manifest.id).await?.map(|plugin| plugin.publisher);
    let bundled = app.part::<Tools>().bundled().get(&manifest.id).map(|tool| tool.publisher.clone());
    if let Some(owner) = known.or(bundled).filter(|owner| *owner != manifest.publisher) {
        let reason = Reason::new("registry.other-publisher", "plugin.toml: id");
        reasons.push(reason.with("publisher", owner));
    }
    Ok(reasons)
}

/// A built-in tool with a look-alike id, for a package of another publisher.
fn taken_for(app: &App, id: &str, publisher: &str) -> Option<String> {
    let wanted = drawn(id);
    let bundled = app.part::<Tools>().bundled().values();
    let mut alike =
        bundled.filter(|tool| tool.publisher != publisher && tool.id != id && drawn(&tool.id) == wanted);
    alike.next().map(|tool| tool.id.clone())
}

/// Whether the package, or the key that signed it, is revoked.
pub async fn revocations(conn: &mut Conn, package: &Package) -> Result<Vec<Reason>> {
    let mut reasons = Vec::new();
    let key = key_of(package);
    for (kind, value) in [("package", Some(&package.digest)), ("key", key.as_ref())] {
        let Some(value) = value else { continue };
        if let Some(why) = revoked(conn, kind, value).await? {
            reasons.push(Reason::new("registry.revoked", "").with("reason", why));
        }
    }
    Ok(reasons)
}

async fn revoked(conn: &mut Conn, kind: &str, value: &str) -> Result<Option<String>> {
    let reason = db::query_scalar("SELECT reason FROM revocations WHERE kind = $1 AND value = $2");
    Ok(reason.binds((kind, value)).fetch_optional(conn).await?)
}

/// The id of a package's key, if it is known.
pub fn key_of(package: &Package) -> Option<String> {
    package.signer.as_ref()?;
    let signature = package.files.get("manifest.json.minisig")?;
    key_id(std::str::from_utf8(signature).ok()?)
}

/// The id of the key in a public key or signature of minisign: its second line has two letters for the algorithm, the
/// eight bytes of the id, and the rest.
pub fn key_id(text: &str) -> Option<String> {
    let bytes = STANDARD.decode(text.lines().nth(1)?.trim()).ok()?;
    bytes.get(2..10).map(hex::encode)
}

/// The id of a key as minisign shows it, with the bytes in reverse order.
pub fn shown_key(id: &str) -> String {
    turned(id).to_ascii_uppercase()
}

/// The possible stored forms of a key id: as it is, or as minisign shows it.
pub fn key_forms(id: &str) -> [String; 2] {
    let id = id.to_ascii_lowercase();
    let turned = turned(&id);
    [id, turned]
}

fn turned(id: &str) -> String {
    let pairs = id.as_bytes().rchunks(2).flatten().copied().collect();
    String::from_utf8(pairs).unwrap_or_else(|_| id.to_owned())
}

/// Permissions of a version that another does not have.
pub fn more_than(of: &[Permission], before: &[Permission]) -> Vec<Permission> {
    let before: BTreeSet<_> = before.iter().collect();
    of.iter().filter(|permission| !before.contains(permission)).copied().collect()
}

pub fn is_older(version: &str, than: &str) -> bool {
    match (Version::parse(version), Version::parse(than)) {
        (Ok(version), Ok(than)) => version < than,
        _ => false,
    }
}

/// Permissions from the JSON names of a row.
pub fn permissions_of(json: Option<&str>) -> Vec<Permission> {
    let names: Vec<Arc<str>> = json.and_then(|json| serde_json::from_str(json).ok()).unwrap_or_default();
    names.iter().filter_map(|name| Permission::named(name)).collect()
}

/// The prefix of the product's own names.
const OURS: &str = "sitewright";

/// The visual skeleton of a text: letters and digits only, in lower case, with look-alike characters of all scripts
/// unified (Unicode TR 39).
pub fn drawn(text: &str) -> String {
    let plain: String = skeleton(&text.to_lowercase()).flat_map(char::to_lowercase).collect();
    // A skeleton looks the same for a lower-case and an upper-case letter.
    let kept: String = plain.chars().filter(|char| char.is_alphanumeric()).collect();
    kept.replace("rn", "m").replace("vv", "w").replace('0', "o").replace(['1', 'i'], "l").replace('5', "s")
}

/// Whether a text looks like the product's own: its skeleton contains the product's name, or nearly.
pub fn looks_ours(text: &str) -> bool {
    let (text, ours) = (drawn(text), drawn(OURS));
    text.contains(&ours) || strsim::osa_distance(&text, &ours) <= 1
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_key_has_the_same_id_in_both_files() {
        let (secret, public) = sitewright_package::generate("acme", "").expect("a pair");
        assert_eq!(key_id(&public).expect("an id").len(), 16);
        assert_ne!(key_id(&public), key_id(&secret));
        assert_eq!(key_id(""), None);
        // A comment line has no meaning, whatever it looks like.
        let (_, other) = sitewright_package::generate("acme", "").expect("a pair");
        let forged = other.lines().skip(1).chain(public.lines().skip(1)).collect::<Vec<_>>().join("\n");
        assert_eq!(key_id(&forged), key_id(&public));
    }

    #[test]
    fn p12_a_key_is_shown_as_minisign_shows_it() {
        assert_eq!(shown_key("7c9db46ab22ecd89"), "89CD2EB26AB49D7C");
        for named in ["89CD2EB26AB49D7C", "89cd2eb26ab49d7c", "7c9db46ab22ecd89"] {
            assert!(key_forms(named).contains(&"7c9db46ab22ecd89".to_owned()), "{named}");
        }
        // No input may panic.
        assert_eq!(key_forms("ąb"), ["ąb".to_owned(), "ąb".to_owned()]);
        // minisign writes the id into the comment of a public key.
        let (_, public) = sitewright_package::generate("acme", "").expect("a pair");
        let shown = shown_key(&key_id(&public).expect("an id"));
        assert!(public.lines().next().is_some_and(|comment| comment.contains(&shown)), "{public}");
    }

    #[test]
    fn only_new_permissions_are_additional() {
        use Permission::{Context, Model, Progress};
        assert_eq!(more_than(&[Context, Model], &[Context]), [Model]);
        assert_eq!(more_than(&[Context], &[Context, Progress]), []);
    }

    #[test]
    fn versions_are_compared_as_versions() {
        assert!(is_older("0.9.0", "0.10.0") && is_older("1.0.0-beta.1", "1.0.0"));
        assert!(!is_older("1.0.0", "1.0.0") && !is_older("2.0.0", "1.9.9"));
    }

    #[test]
    fn ids_that_look_alike_are_equal() {
        for (one, other) in [
            ("facebook-post", "faceb00k-post"),
            ("email", "e-mail"),
            ("article-intro", "artic1e-1ntro"),
            ("amazon", "arnazon"),
            ("Acme", "а\u{441}m\u{435}"),
            ("Acme Tools", "acme-tools"),
            ("Lodz", "Łódź"),
        ] {
            assert_eq!(drawn(one), drawn(other), "{one} {other}");
        }
        assert_ne!(drawn("facebook-post"), drawn("facebook-posts"));
        assert_ne!(drawn("acme"), drawn("acne"));
    }

    #[test]
    fn names_like_the_products_are_recognised() {
        let texts = "\
            sitewright|s1tewright|sitewr1ght|site-wright|sitevvright|Sitewright Tools|the-sitewright-team|\
            sitewrigth|sitewrght|sitewrightt|ѕіt\u{435}wright|ｓｉｔｅｗｒｉｇｈｔ";
        for text in texts.split('|') {
            assert!(looks_ours(text), "{text}");
        }
        for text in ["acme", "playwright", "site", "wright-tools", "sitemap", "cartwright"] {
            assert!(!looks_ours(text), "{text}");
        }
    }
}
