//! Packages whose archive is valid and whose content is not. Each is refused with its code, at its location.

use sitewright_package::Code::{self, *};

use crate::fixture::{Case, ICON, PLUGIN, case, codes, component, hold, with, with_file, with_plugin};

fn without(name: &str) -> Vec<u8> {
    with(|files| drop(files.remove(name)))
}

fn icon(part: &str) -> Vec<u8> {
    with_file("icon.svg", ICON.replace("<path", &format!("{part}<path")))
}

/// A change of `plugin.toml`, and the problem at a place of it.
fn plugin(code: Code, place: &str, from: &str, to: &str) -> Case {
    case(code, &format!("plugin.toml: {place}"), with_plugin(from, to))
}

#[test]
fn missing_files_are_reported() {
    let names = ["plugin.toml", "component.wasm", "icon.svg", "describe/pl.json", "texts/pl.toml"];
    hold(names.into_iter().map(|name| case(FileMissing, name, without(name))).collect());
    hold(vec![
        case(LicenseMissing, "LICENSE", without("LICENSE-MIT")),
        case(ExampleMissing, "examples/", without("examples/bread.json")),
        case(FileUnknown, "texts/de.toml", with_file("texts/de.toml", "name = \"x\"")),
        case(FileUnknown, "component.cwasm", with_file("component.cwasm", "x")),
    ]);
}

#[test]
fn a_plugin_toml_is_checked_field_by_field() {
    let id = |id: &str| with_plugin("\"slogan\"", &format!("\"{id}\""));
    let version = |version: &str| with_plugin("1.2.3", version);
    hold(vec![
        case(IdMalformed, "plugin.toml: id", id("Slogan")),
        case(IdMalformed, "plugin.toml: id", id("../evil")),
        case(IdMalformed, "plugin.toml: id", id("sl\u{43e}gan")),
        case(IdMalformed, "plugin.toml: id", id(&"a".repeat(65))),
        case(VersionMalformed, "plugin.toml: version", version("1")),
        case(VersionMalformed, "plugin.toml: version", version("01.2.3")),
        case(VersionMalformed, "plugin.toml: version", version("1.2.3+evil")),
        plugin(PublisherMalformed, "publisher", "acme", "Acme Inc."),
        plugin(CategoryUnknown, "category", "\"ads\"", "\"games\""),
        plugin(WordsTooMany, "words", "words = 100", "words = -1"),
        plugin(WordsZero, "words", "words = 100", "words = 0"),
        plugin(FieldType, "words", "words = 100", "words = \"many\""),
        plugin(FieldMissing, "words", "words = 100", ""),
        plugin(FieldUnknown, "level", "words", "level = \"official\"\nwords"),
        plugin(FieldUnknown, "ui.src", "\"form\"", "\"form\"\nsrc = \"x\""),
        plugin(ModuleMalformed, "ui.module", "\"form\"", "\"../form\""),
        plugin(SearchTerms, "search.en", "[\"claim\"]", "[\"\"]"),
        plugin(Markup, "search.en", "[\"claim\"]", "[\"<b>claim\"]"),
        plugin(PermissionUnknown, "permissions.disk", "\"model\"", "\"model\", \"disk\""),
        plugin(PermissionTwice, "permissions.model", "\"model\"", "\"model\", \"model\""),
        plugin(NeedsModelUnknown, "needs_model", "words", "needs_model = \"maybe\"\nwords"),
        case(TomlMalformed, "plugin.toml", with_plugin("words = 100", "words = = 100")),
        case(TomlMalformed, "plugin.toml", with_file("plugin.toml", format!("a = {}", "[".repeat(20_000)))),
        case(NotText, "plugin.toml", with_file("plugin.toml", [PLUGIN.as_bytes(), b"\xff"].concat())),
    ]);
}

#[test]
fn a_component_imports_what_the_manifest_declares() {
    let world = |world: &str| with_file("component.wasm", component("0.1.0", world));
    let place = "component.wasm";
    let good = component("0.1.0", "import model; export tool;");
    hold(vec![
        case(ImportNotPermitted, place, world("import model; import progress; export tool;")),
        case(PermissionUnused, place, world("export tool;")),
        case(ImportNotPermitted, place, world("import model; import http; export tool;")),
        case(ImportUnknown, place, world("import model; import odd; export tool;")),
        case(ImportUnknown, place, world("import model; import launch: func(); export tool;")),
        case(ExportMissing, place, world("import model;")),
        case(ExportMissing, place, world("import model; export odd;")),
        case(ContractUnknown, place, with_file(place, component("0.2.0", "import model; export tool;"))),
        case(ContractUnknown, place, with_file(place, component("9.1.0", "export tool;"))),
        case(ComponentIsModule, place, with_file(place, b"\0asm\x01\0\0\0")),
        case(ComponentNotWasm, place, with_file(place, b"\x7fELF")),
        case(ComponentNotWasm, place, with_file(place, b"")),
        case(ComponentMalformed, place, with_file(place, &good[..good.len() - 9])),
        case(ComponentMalformed, place, with_file(place, b"\0asm\x0d\0\x01\0\xff\xff\xff\xff")),
    ]);
}

#[test]
fn texts_have_the_same_keys_in_each_language() {
    let texts = |text: &str| with_file("texts/pl.toml", text);
    hold(vec![
        case(TextMissing, "texts/pl.toml: name", texts("[prompt]\nrole = \"x\"\n[example]\n")),
        case(
            TextMissing,
            "texts/en.toml: more",
            texts("name = \"x\"\nmore = \"x\"\n[prompt]\nrole = \"x\"\n[example]\n"),
        ),
        case(Markup, "texts/pl.toml: name", texts("name = \"<img src=x onerror=alert(1)>\"")),
        case(Markup, "texts/pl.toml: draft.lines", texts("[draft]\nlines = [\"fine\", \"<script>\"]")),
        case(TextType, "texts/pl.toml: name", texts("name = 5")),
        case(TomlMalformed, "texts/pl.toml", texts("name")),
        case(NotText, "texts/pl.toml", with_file("texts/pl.toml", b"name = \"\xc3\x28\"")),
    ]);
}

#[test]
fn an_icon_contains_only_shapes() {
    hold(vec![
        case(IconElement, "icon.svg", icon("<script>fetch('/api/user')</script>")),
        case(IconElement, "icon.svg", icon("<foreignObject><p/></foreignObject>")),
        case(IconAttribute, "icon.svg", icon("<g onclick=\"x()\"/>")),
        case(IconOutside, "icon.svg", icon("<g fill=\"url(https://evil.example/x)\"/>")),
        case(
            IconMalformed,
            "icon.svg",
            with_file("icon.svg", format!("<!DOCTYPE svg SYSTEM 'file:///etc/passwd'>{ICON}")),
        ),
        case(IconMalformed, "icon.svg", with_file("icon.svg", "<svg>".repeat(5000))),
        case(NotText, "icon.svg", with_file("icon.svg", b"\x89PNG\xff")),
    ]);
}

#[test]
fn a_ui_module_is_small_and_complete() {
    let noise: Vec<u8> =
        (0..1_200_000_u32).map(|number| (number.wrapping_mul(2_654_435_761) >> 24) as u8).collect();
    let two = with(|files| {
        files.insert("ui/a.js".to_owned(), noise[..600_000].to_vec());
        files.insert("ui/b.js".to_owned(), noise[600_000..].to_vec());
    });
    hold(vec![
        case(UiTooLarge, "ui/", two),
        case(UiFileKind, "ui/run.exe", with_file("ui/run.exe", "MZ")),
        case(UiFileKind, "ui/page.html", with_file("ui/page.html", "<script>")),
        case(IconElement, "ui/logo.svg", with_file("ui/logo.svg", "<svg><script>alert(1)</script></svg>")),
        case(UiEntryMissing, "ui/mf-manifest.json", without("ui/mf-manifest.json")),
        case(UiEntryMissing, "ui/mf-manifest.json", without("ui/entry.js")),
        case(JsonMalformed, "ui/mf-manifest.json", with_file("ui/mf-manifest.json", "{")),
    ]);
}

/// A package whose tool has its own page, with this part added.
fn page(part: &str) -> Vec<u8> {
    with(|files| {
        files.retain(|name, _| !name.starts_with("ui/"));
        files.insert("plugin.toml".to_owned(), PLUGIN.replace("\"form\"", "\"page\"").into_bytes());
        let index = format!(
            "<!doctype html>\n<html lang=\"en\"><head><title>Slogan</title>\n<link rel=\"stylesheet\" href=\"./a/tool.css?v=1\">
             <script type=\"module\" src=\"tool.js\"></script></head><body><a href=\"#top\">Up</a>\n{part}\n</body></html>"
        );
        files.insert("ui/index.html".to_owned(), index.into_bytes());
        files.insert("ui/tool.js".to_owned(), b"export {};".to_vec());
        files.insert("ui/a/tool.css".to_owned(), b"p { color: green }".to_vec());
        files.insert("ui/a/more.html".to_owned(), b"<p><a href=\"../index.html#x\">Back</a></p>".to_vec());
    })
}

#[test]
fn a_page_uses_only_files_of_its_package() {
    assert_eq!(
        codes(&page("<p>Fine</p><script type=\"application/json\">{\"a\":\"<b onclick=x>\"}</script>")),
        []
    );
    let index = "ui/index.html";
    let inline = |part: &str| case(PageInline, index, page(part));
    let address = |part: &str| case(PageAddress, index, page(part));
    let element = |part: &str| case(PageElement, index, page(part));
    hold(vec![
        inline("<script>alert(1)</script>"),
        inline("<ScRiPt type=module>alert(1)</sCrIpT>"),
        inline("<style>p { color: red }</style>"),
        inline("<p style=\"color: red\">x</p>"),
        inline("<img src=\"a/tool.css\" OnError=\"x()\">"),
        inline("<svg><a onfocus=x() tabindex=1></a></svg>"),
        address("<script src=\"https://evil.example/x.js\"></script>"),
        address("<script src=\"//evil.example/x.js\"></script>"),
        address("<script src=\"/api/user\"></script>"),
        address("<script src=\"missing.js\"></script>"),
        address("<link rel=\"stylesheet\" href=\"../icon.svg\">"),
        address("<img src=\"data:image/png;base64,AAAA\">"),
        address("<img srcset=\"a/tool.css 1x, https://evil.example/2.png 2x\">"),
        address("<a href=\"javascript:alert(1)\">x</a>"),
        address("<form action=\"https://evil.example\"></form>"),
        address("<p background=\"?steal\">x</p>"),
        element("<base target=\"_top\">"),
        element("<iframe></iframe>"),
        element("<object></object>"),
        element("<meta http-equiv=\"refresh\" content=\"0;url=https://evil.example\">"),
    ]);
    let without_page = with_plugin("\"form\"", "\"page\"");
    hold(vec![
        case(PageMissing, index, without_page),
        // A module runs in the shell's own page, so it cannot include another page.
        case(UiFileKind, "ui/index.html", with_file("ui/index.html", "<p>x</p>")),
    ]);
}

#[test]
fn every_reason_is_reported_at_once() {
    let bytes = with(|files| {
        files.insert("plugin.toml".to_owned(), b"id = \"A\"\nversion = \"1\"\nlevel = 1".to_vec());
        files.insert("icon.svg".to_owned(), b"<p/>".to_vec());
        files.insert("component.wasm".to_owned(), b"MZ".to_vec());
        files.insert("run.sh".to_owned(), b"rm".to_vec());
        files.remove("LICENSE-MIT");
    });
    let codes = codes(&bytes);
    for code in [FieldMissing, FieldUnknown, IconMalformed, ComponentNotWasm, FileUnknown, LicenseMissing] {
        assert!(codes.contains(&code), "{code:?} is not among {codes:?}");
    }
}
