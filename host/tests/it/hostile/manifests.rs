//! Manifests with another publisher's name, or with excessive requests.

use super::base::{Base, Spoilt, spoilt};

const fn id(name: &'static str, make: fn(&Base) -> Vec<u8>) -> Spoilt {
    spoilt(name, "package.id-malformed", "plugin.toml: id", make)
}

/// A host that no manifest may request.
const fn host(name: &'static str, make: fn(&Base) -> Vec<u8>) -> Spoilt {
    spoilt(name, "package.host-malformed", "plugin.toml: hosts", make)
}

pub const ALL: &[Spoilt] = &[
    id("an id with a Cyrillic о", |b| named(b, "m\u{43e}tto")),
    id("an id with a path traversal", |b| named(b, "../motto")),
    id("an id in capitals", |b| named(b, "Motto")),
    id("an id with NUL", |b| named(b, "motto\\u0000")),
    spoilt("the id of a built-in tool", "registry.other-publisher", "plugin.toml: id", |b| {
        named(b, "facebook-post")
    }),
    spoilt("an id that looks like that of a built-in tool", "registry.id-alike", "plugin.toml: id", |b| {
        named(b, "faceb00k-post")
    }),
    spoilt("the id of a built-in tool without its hyphen", "registry.id-alike", "plugin.toml: id", |b| {
        named(b, "facebookpost")
    }),
    spoilt("the publisher of the built-in tools", "package.signer-other", "manifest.json.minisig", |b| {
        b.edited("plugin.toml", "\"acme\"", "\"sitewright\"")
    }),
    spoilt("a trust level in the manifest", "package.field-unknown", "plugin.toml: level", |b| {
        b.manifest("level = \"official\"")
    }),
    spoilt("a version with build metadata", "package.version-malformed", "plugin.toml: version", |b| {
        b.edited("plugin.toml", "1.0.0", "1.0.0+9.9.9")
    }),
    host("every host", |b| calling(b, "*")),
    host("every host of a country's top-level domain", |b| calling(b, "*.pl")),
    host("every host of a public suffix", |b| calling(b, "*.com.pl")),
    host("a wildcard in the middle", |b| calling(b, "api.*.com")),
    host("localhost", |b| calling(b, "localhost")),
    host("a loopback address", |b| calling(b, "127.0.0.1")),
    host("a loopback address as one number", |b| calling(b, "2130706433")),
    host("an IPv6 loopback address", |b| calling(b, "[::1]")),
    host("the metadata address of a cloud", |b| calling(b, "169.254.169.254")),
    host("a host with a port", |b| calling(b, "example.com:22")),
    host("a host with a user name", |b| calling(b, "good.com@evil.com")),
    spoilt("an unknown permission", "package.permission-unknown", "plugin.toml: permissions.disk", |b| {
        b.edited("plugin.toml", "permissions = []", "permissions = [\"disk\"]")
    }),
    spoilt("hosts without the permission `http`", "package.hosts-without-http", "plugin.toml: hosts", |b| {
        b.manifest("hosts = [\"api.example.com\"]")
    }),
    spoilt("a built-in module by its path", "package.module-malformed", "plugin.toml: ui.module", |b| {
        b.edited("plugin.toml", "\"form\"", "\"../admin\"")
    }),
    spoilt("an unknown module", "registry.module-unknown", "plugin.toml: ui.module", |b| {
        b.edited("plugin.toml", "\"form\"", "\"evil\"")
    }),
    spoilt("markup among its search terms", "package.markup", "plugin.toml: search.en", |b| {
        let terms = "[search]\nen = [\"<img src=x onerror=alert(1)>\"]\npl = [\"x\"]\n";
        b.edited("plugin.toml", "[ui]", &format!("{terms}[ui]"))
    }),
    spoilt("sixty thousand nested brackets", "package.toml-malformed", "plugin.toml", |b| {
        b.with_file("plugin.toml", format!("id = {}", "[".repeat(60_000)))
    }),
];

fn named(b: &Base, id: &str) -> Vec<u8> {
    b.edited("plugin.toml", "\"motto\"", &format!("\"{id}\""))
}

fn calling(b: &Base, host: &str) -> Vec<u8> {
    b.manifest(&format!("hosts = [\"{host}\"]"))
}
