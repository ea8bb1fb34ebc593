//! Packages whose archive is valid and whose content is not. Each is refused with its code, at its location.

use sitewright_package::Code;

use crate::fixture::{ICON, PLUGIN, case, codes, component, hold, with, with_file, with_plugin};

fn without(name: &str) -> Vec<u8> {
    with(|files| drop(files.remove(name)))
}

fn icon(part: &str) -> Vec<u8> {
    with_file("icon.svg", ICON.replace("<path", &format!("{part}<path")))
}

#[test]
fn files_are_there_or_missed() {
    let names = ["plugin.toml", "component.wasm", "icon.svg", "describe/pl.json", "texts/pl.toml"];
    hold(names.into_iter().map(|name| case(Code::FileMissing, name, without(name))).collect());
    hold(vec![
        case(Code::LicenseMissing, "LICENSE", without("LICENSE-MIT")),
        case(Code::ExampleMissing, "examples/", without("examples/bread.json")),
        case(Code::FileUnknown, "texts/de.toml", with_file("texts/de.toml", "name = \"x\"")),
        case(Code::FileUnknown, "component.cwasm", with_file("component.cwasm", "x")),
    ]);
}

#[test]
fn a_plugin_toml_is_checked_field_by_field() {
    let id = |id: &str| with_plugin("\"slogan\"", &format!("\"{id}\""));
    let version = |version: &str| with_plugin("1.2.3", version);
    hold(vec![
        case(Code::IdMalformed, "plugin.toml: id", id("Slogan")),
        case(Code::IdMalformed, "plugin.toml: id", id("../evil")),
        case(Code::IdMalformed, "plugin.toml: id", id("sl\u{43e}gan")),
        case(Code::IdMalformed, "plugin.toml: id", id(&"a".repeat(65))),
        case(Code::VersionMalformed, "plugin.toml: version", version("1")),
        case(Code::VersionMalformed, "plugin.toml: version", version("01.2.3")),
        case(Code::VersionMalformed, "plugin.toml: version", version("1.2.3+evil")),
        case(Code::PublisherMalformed, "plugin.toml: publisher", with_plugin("acme", "Acme Inc.")),
        case(Code::CategoryUnknown, "plugin.toml: category", with_plugin("\"ads\"", "\"games\"")),
        case(Code::WordsTooMany, "plugin.toml: words", with_plugin("words = 100", "words = -1")),
        case(Code::WordsZero, "plugin.toml: words", with_plugin("words = 100", "words = 0")),
        case(Code::FieldType, "plugin.toml: words", with_plugin("words = 100", "words = \"many\"")),
        case(Code::FieldMissing, "plugin.toml: words", with_plugin("words = 100", "")),
        case(Code::FieldUnknown, "plugin.toml: level", with_plugin("words", "level = \"official\"\nwords")),
        case(Code::FieldUnknown, "plugin.toml: ui.src", with_plugin("\"form\"", "\"form\"\nsrc = \"x\"")),
        case(Code::ModuleMalformed, "plugin.toml: ui.module", with_plugin("\"form\"", "\"../form\"")),
        case(Code::SearchTerms, "plugin.toml: search.en", with_plugin("[\"claim\"]", "[\"\"]")),
        case(Code::Markup, "plugin.toml: search.en", with_plugin("[\"claim\"]", "[\"<b>claim\"]")),
        case(
            Code::PermissionUnknown,
            "plugin.toml: permissions.disk",
            with_plugin("\"model\"", "\"model\", \"disk\""),
        ),
        case(
            Code::PermissionTwice,
            "plugin.toml: permissions.model",
            with_plugin("\"model\"", "\"model\", \"model\""),
        ),
        case(
            Code::NeedsModelUnknown,
            "plugin.toml: needs_model",
            with_plugin("words", "needs_model = \"maybe\"\nwords"),
        ),
        case(Code::TomlMalformed, "plugin.toml", with_plugin("words = 100", "words = = 100")),
        case(
            Code::TomlMalformed,
            "plugin.toml",
            with_file("plugin.toml", format!("a = {}", "[".repeat(20_000))),
        ),
        case(Code::NotText, "plugin.toml", with_file("plugin.toml", [PLUGIN.as_bytes(), b"\xff"].concat())),
    ]);
}

#[test]
fn a_component_takes_what_it_was_said_to_take() {
    let world = |world: &str| with_file("component.wasm", component("0.1.0", world));
    let place = "component.wasm";
    let good = component("0.1.0", "import model; export tool;");
    hold(vec![
        case(Code::ImportNotPermitted, place, world("import model; import progress; export tool;")),
        case(Code::PermissionUnused, place, world("export tool;")),
        case(Code::ImportNotPermitted, place, world("import model; import http; export tool;")),
        case(Code::ImportUnknown, place, world("import model; import odd; export tool;")),
        case(Code::ImportUnknown, place, world("import model; import launch: func(); export tool;")),
        case(Code::ExportMissing, place, world("import model;")),
        case(Code::ExportMissing, place, world("import model; export odd;")),
        case(
            Code::ContractUnknown,
            place,
            with_file(place, component("0.2.0", "import model; export tool;")),
        ),
        case(Code::ContractUnknown, place, with_file(place, component("9.1.0", "export tool;"))),
        case(Code::ComponentIsModule, place, with_file(place, b"\0asm\x01\0\0\0")),
        case(Code::ComponentNotWasm, place, with_file(place, b"\x7fELF")),
        case(Code::ComponentNotWasm, place, with_file(place, b"")),
        case(Code::ComponentMalformed, place, with_file(place, &good[..good.len() - 9])),
        case(Code::ComponentMalformed, place, with_file(place, b"\0asm\x0d\0\x01\0\xff\xff\xff\xff")),
    ]);
}

#[test]
fn texts_say_the_same_in_each_language() {
    let texts = |text: &str| with_file("texts/pl.toml", text);
    hold(vec![
        case(Code::TextMissing, "texts/pl.toml: name", texts("[prompt]\nrole = \"x\"\n[example]\n")),
        case(
            Code::TextMissing,
            "texts/en.toml: more",
            texts("name = \"x\"\nmore = \"x\"\n[prompt]\nrole = \"x\"\n[example]\n"),
        ),
        case(Code::Markup, "texts/pl.toml: name", texts("name = \"<img src=x onerror=alert(1)>\"")),
        case(Code::Markup, "texts/pl.toml: draft.lines", texts("[draft]\nlines = [\"fine\", \"<script>\"]")),
        case(Code::TextType, "texts/pl.toml: name", texts("name = 5")),
        case(Code::TomlMalformed, "texts/pl.toml", texts("name")),
        case(Code::NotText, "texts/pl.toml", with_file("texts/pl.toml", b"name = \"\xc3\x28\"")),
    ]);
}

#[test]
fn an_icon_only_draws() {
    hold(vec![
        case(Code::IconElement, "icon.svg", icon("<script>fetch('/api/user')</script>")),
        case(Code::IconElement, "icon.svg", icon("<foreignObject><p/></foreignObject>")),
        case(Code::IconAttribute, "icon.svg", icon("<g onclick=\"x()\"/>")),
        case(Code::IconOutside, "icon.svg", icon("<g fill=\"url(https://evil.example/x)\"/>")),
        case(
            Code::IconMalformed,
            "icon.svg",
            with_file("icon.svg", format!("<!DOCTYPE svg SYSTEM 'file:///etc/passwd'>{ICON}")),
        ),
        case(Code::IconMalformed, "icon.svg", with_file("icon.svg", "<svg>".repeat(5000))),
        case(Code::NotText, "icon.svg", with_file("icon.svg", b"\x89PNG\xff")),
    ]);
}

#[test]
fn a_ui_module_is_small_and_whole() {
    let noise: Vec<u8> =
        (0..1_200_000_u32).map(|number| (number.wrapping_mul(2_654_435_761) >> 24) as u8).collect();
    let two = with(|files| {
        files.insert("ui/a.js".to_owned(), noise[..600_000].to_vec());
        files.insert("ui/b.js".to_owned(), noise[600_000..].to_vec());
    });
    hold(vec![
        case(Code::UiTooLarge, "ui/", two),
        case(Code::UiFileKind, "ui/run.exe", with_file("ui/run.exe", "MZ")),
        case(Code::UiFileKind, "ui/page.html", with_file("ui/page.html", "<script>")),
        case(
            Code::IconElement,
            "ui/logo.svg",
            with_file("ui/logo.svg", "<svg><script>alert(1)</script></svg>"),
        ),
        case(Code::UiEntryMissing, "ui/mf-manifest.json", without("ui/mf-manifest.json")),
        case(Code::UiEntryMissing, "ui/mf-manifest.json", without("ui/entry.js")),
        case(Code::JsonMalformed, "ui/mf-manifest.json", with_file("ui/mf-manifest.json", "{")),
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
fn a_page_has_what_its_package_holds_and_nothing_else() {
    assert_eq!(
        codes(&page("<p>Fine</p><script type=\"application/json\">{\"a\":\"<b onclick=x>\"}</script>")),
        []
    );
    let index = "ui/index.html";
    let inline = |part: &str| case(Code::PageInline, index, page(part));
    let address = |part: &str| case(Code::PageAddress, index, page(part));
    let element = |part: &str| case(Code::PageElement, index, page(part));
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
        case(Code::PageMissing, index, without_page),
        // A module runs in the shell's own page, so it cannot include another page.
        case(Code::UiFileKind, "ui/index.html", with_file("ui/index.html", "<p>x</p>")),
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
    for code in [
        Code::FieldMissing,
        Code::FieldUnknown,
        Code::IconMalformed,
        Code::ComponentNotWasm,
        Code::FileUnknown,
        Code::LicenseMissing,
    ] {
        assert!(codes.contains(&code), "{code:?} is not among {codes:?}");
    }
}
