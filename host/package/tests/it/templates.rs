//! Templates: a valid one, and every way in which one can be invalid, each reported at its location.

use serde_json::Value;
use sitewright_package::{Code, Files, Package, Permission, Program, Template, pack};

use crate::fixture::{PLUGIN, case, codes, component, development, files, hold, problems};

pub const TEMPLATE: &str = r#"
name = { en = "Release", pl = "Informacja prasowa" }
summary = { en = "Says what is new.", pl = "Mówi, co nowego." }

[[fields]]
id = "news"
kind = "text"
required = true
max = 100
title = { en = "News", pl = "Nowość" }
help = { en = "What happened.", pl = "Co się stało." }

[[fields]]
id = "facts"
kind = "list"
title = { en = "Facts", pl = "Fakty" }
examples = { en = ["a"], pl = ["b", "c"] }

[[fields]]
id = "length"
kind = "choice"
default = "short"
title = { en = "Length", pl = "Długość" }
options = [
  { id = "short", title = { en = "Short", pl = "Krótka" }, prompt = { en = "Be brief.", pl = "Krótko." } },
  { id = "long", title = { en = "Long", pl = "Długa" } },
]

[[fields]]
id = "staff"
kind = "number"
min = 1
max = 9
title = { en = "Staff", pl = "Ludzie" }

[[fields]]
id = "urgent"
kind = "boolean"
title = { en = "Urgent", pl = "Pilne" }
prompt = { en = "It is urgent.", pl = "To pilne." }

[result]
subject = "news"
variants = { default = 2, max = 3 }

[[result.parts]]
id = "headline"
title = { en = "Headline", pl = "Nagłówek" }
limits = [{ unit = "pixels_title", max = 561, level = "recommended" }]

[[result.parts]]
id = "points"
kind = "list"
format = "markdown"
optional = true
title = { en = "Points", pl = "Punkty" }
labels = { en = ["facts"], pl = ["fakty"] }
limits = [{ unit = "items", min = 1, max = 5, level = "hard" }]

[prompt]
max_words = 200
temperature = 0.7
[prompt.en]
role = "You announce {news}, {length}."
rules = ["Use <data> of {facts}.", "{staff} people."]
[prompt.pl]
role = "Ogłaszasz {news}, {length}."
angles = ["Zacznij od faktów."]

[draft.en]
headline = ["News: {news}", "{news}"]
[draft.pl]
headline = "Nowość: {news}"
points = ["{facts}"]

[example.en]
news = "A new oven"
[example.pl]
news = "Nowy piec"
"#;

/// The files of a valid template package.
pub fn template_files(template: &str) -> Files {
    let mut files = files();
    files.remove("component.wasm");
    let plugin = PLUGIN.replace("permissions = [\"model\"]\n", "");
    files.insert("plugin.toml".to_owned(), plugin.into_bytes());
    files.insert("template.toml".to_owned(), template.as_bytes().to_vec());
    files
}

fn packed(template: &str) -> Vec<u8> {
    pack(template_files(template)).expect("it can be packed")
}

fn with(from: &str, to: &str) -> Vec<u8> {
    assert!(TEMPLATE.contains(from), "{from}");
    packed(&TEMPLATE.replacen(from, to, 1))
}

#[test]
fn a_good_template_becomes_what_the_runner_reads() {
    let package = Package::read(&packed(TEMPLATE), &development()).expect("it is good");
    assert!(package.is_template());
    assert_eq!(package.permissions, [Permission::Context, Permission::Model, Permission::Progress]);
    let Program::Template(source) = package.program() else { panic!("a template") };
    let source: Value = serde_json::from_str(source).expect("JSON");
    assert_eq!(source["fields"][0]["id"], "news");
    assert_eq!((&source["fields"][1]["max"], &source["fields"][1]["widget"]), (&50.into(), &"tags".into()));
    assert_eq!(source["fields"][2]["options"], serde_json::json!(["short", "long"]));
    assert_eq!(source["parts"][1]["limits"][0]["unit"], "items");
    assert_eq!((&source["temperature"], &source["max_words"]), (&70.into(), &200.into()));
    assert_eq!((&source["subject"], &source["has_drafts"]), (&"news".into(), &true.into()));
    for (place, rule) in [(0, "Be brief."), (1, "Krótko.")] {
        let texts = source["texts"][place].as_array().expect("texts");
        assert!(texts.contains(&serde_json::json!(["prompt.when.length.short", rule])), "{texts:?}");
    }
    let again = Template::read(TEMPLATE).expect("it is good");
    assert_eq!(
        Program::Template(again.source()),
        package.program(),
        "the same template gives the same source"
    );
}

#[test]
fn a_plugin_is_a_component_or_a_template() {
    let mut both = template_files(TEMPLATE);
    both.insert("component.wasm".to_owned(), component("0.1.0", "import model; export tool;"));
    let mut neither = template_files(TEMPLATE);
    neither.remove("template.toml");
    let declares = |permission: &str| {
        let mut files = template_files(TEMPLATE);
        let plugin = PLUGIN.replace("\"model\"", permission);
        files.insert("plugin.toml".to_owned(), plugin.into_bytes());
        pack(files).expect("packed")
    };
    hold(vec![
        case(Code::ProgramTwice, "template.toml", pack(both).expect("packed")),
        case(Code::FileMissing, "component.wasm", pack(neither).expect("packed")),
        // The runner uses all three, whatever a template contains.
        case(Code::ImportNotPermitted, "component.wasm", declares("\"model\"")),
    ]);
}

#[test]
fn the_model_is_needed_where_there_are_no_drafts() {
    let without = &TEMPLATE[..TEMPLATE.find("[draft.en]").expect("it is there")];
    let example = &TEMPLATE[TEMPLATE.find("[example.en]").expect("it is there")..];
    let without = format!("{without}{example}");
    let package = |template: &str, needs: &str| {
        let mut files = template_files(template);
        let plugin = String::from_utf8(files["plugin.toml"].clone()).expect("text");
        let plugin = plugin.replace("words = 100", &format!("words = 100\nneeds_model = \"{needs}\""));
        files.insert("plugin.toml".to_owned(), plugin.into_bytes());
        pack(files).expect("packed")
    };
    hold(vec![
        case(Code::NeedsModelWrong, "plugin.toml: needs_model", packed(&without)),
        case(Code::NeedsModelWrong, "plugin.toml: needs_model", package(TEMPLATE, "always")),
        case(Code::NeedsModelWrong, "plugin.toml: needs_model", package(&without, "sometimes")),
    ]);
    assert_eq!(problems(&package(&without, "always")), []);
    assert!(!Template::read(&without).expect("it is good").has_drafts());
}

#[test]
fn fields_are_checked_one_by_one() {
    let at = |field: &'static str| field;
    hold(vec![
        case(Code::TemplateId, at("template.toml: fields.News.id"), with("id = \"news\"", "id = \"News\"")),
        case(Code::TemplateId, at("template.toml: fields.a-b.id"), with("id = \"facts\"", "id = \"a-b\"")),
        case(
            Code::TemplateIdTaken,
            at("template.toml: fields.tone.id"),
            with("id = \"facts\"", "id = \"tone\""),
        ),
        case(
            Code::TemplateIdTaken,
            at("template.toml: fields.news.id"),
            with("id = \"facts\"", "id = \"news\""),
        ),
        case(Code::FieldMissing, at("template.toml: fields.2.id"), with("id = \"facts\"", "")),
        case(
            Code::ValueUnknown,
            at("template.toml: fields.news.kind"),
            with("kind = \"text\"", "kind = \"texts\""),
        ),
        case(Code::FieldUnknown, at("template.toml: fields.news.maxx"), with("max = 100", "maxx = 100")),
        case(
            Code::FieldType,
            at("template.toml: fields.news.required"),
            with("required = true", "required = 1"),
        ),
        case(Code::NumberWrong, at("template.toml: fields.news.max"), with("max = 100", "max = 100000")),
        case(Code::NumberWrong, at("template.toml: fields.news.max"), with("max = 100", "max = -1")),
        case(Code::RangeEmpty, at("template.toml: fields.staff.min"), with("min = 1", "min = 10")),
        case(
            Code::FieldUnknown,
            at("template.toml: fields.urgent.max"),
            with("\"boolean\"", "\"boolean\"\nmax = 2"),
        ),
        case(Code::FieldMissing, at("template.toml: fields.news.title.pl"), with(", pl = \"Nowość\"", "")),
        case(Code::TextEmpty, at("template.toml: fields.news.title.pl"), with("\"Nowość\"", "\" \"")),
        case(
            Code::FieldUnknown,
            at("template.toml: fields.news.title.de"),
            with("pl = \"Nowość\"", "pl = \"N\", de = \"N\""),
        ),
        case(
            Code::Markup,
            at("template.toml: fields.news.help.en"),
            with("What happened.", "<script>x</script>"),
        ),
        case(Code::Markup, at("template.toml: fields.facts.examples"), with("\"a\"", "\"<img src=x>\"")),
        case(
            Code::CountWrong,
            at("template.toml: fields.length.options"),
            with(",\n  { id = \"long\", title = { en = \"Long\", pl = \"Długa\" } },", ""),
        ),
        case(
            Code::TemplateIdTaken,
            at("template.toml: fields.length.options.short.id"),
            with("id = \"long\"", "id = \"short\""),
        ),
        case(
            Code::ValueUnknown,
            at("template.toml: fields.length.default"),
            with("default = \"short\"", "default = \"tiny\""),
        ),
        case(
            Code::FieldUnknown,
            at("template.toml: fields.length.options.long.hint"),
            with("{ id = \"long\",", "{ id = \"long\", hint = 1,"),
        ),
        case(
            Code::TextTooLong,
            at("template.toml: name.en"),
            with("\"Release\"", &format!("{:?}", "x".repeat(101))),
        ),
        case(
            Code::FieldType,
            at("template.toml: fields"),
            packed(&format!("fields = 3\n{}", TEMPLATE.replace("[[fields]]", "[[others]]"))),
        ),
    ]);
    let many = "[[fields]]\nid = \"news\"\n".repeat(21);
    assert!(codes(&packed(&format!("{many}{TEMPLATE}"))).contains(&Code::CountWrong));
}

#[test]
fn results_are_checked_part_by_part() {
    let subject = "template.toml: result.subject";
    hold(vec![
        case(Code::SubjectWrong, subject, with("subject = \"news\"", "subject = \"facts\"")),
        case(Code::SubjectWrong, subject, with("required = true", "")),
        case(Code::NumberWrong, "template.toml: result.variants.max", with("max = 3 }", "max = 30 }")),
        case(Code::NumberWrong, "template.toml: result.variants.default", with("default = 2", "default = 4")),
        case(
            Code::TemplateIdTaken,
            "template.toml: result.parts.checks.id",
            with("id = \"headline\"", "id = \"checks\""),
        ),
        case(
            Code::TitleWrong,
            "template.toml: result.parts.points.title",
            with("en = \"Points\"", "en = \"headline\""),
        ),
        case(
            Code::TitleWrong,
            "template.toml: result.parts.headline.title",
            with("en = \"Headline\"", "en = \"A: b\""),
        ),
        case(
            Code::ValueUnknown,
            "template.toml: result.parts.points.format",
            with("\"markdown\"", "\"html\""),
        ),
        case(
            Code::ValueUnknown,
            "template.toml: result.parts.headline.limits.1.unit",
            with("\"pixels_title\"", "\"pixels\""),
        ),
        case(
            Code::NotForThis,
            "template.toml: result.parts.headline.limits.1.unit",
            with("\"pixels_title\"", "\"items\""),
        ),
        case(
            Code::ValueUnknown,
            "template.toml: result.parts.points.limits.1.level",
            with("\"hard\"", "\"soft\""),
        ),
        case(
            Code::FieldMissing,
            "template.toml: result.parts.headline.limits.1.max",
            with("max = 561, ", ""),
        ),
        case(
            Code::NotForThis,
            "template.toml: result.parts.headline.blocks",
            with("id = \"headline\"", "id = \"headline\"\nblocks = true"),
        ),
        case(
            Code::FieldUnknown,
            "template.toml: result.shape",
            with("subject = \"news\"", "subject = \"news\"\nshape = 1"),
        ),
    ]);
}

#[test]
fn placeholders_name_fields() {
    let unknown = Code::PlaceholderUnknown;
    hold(vec![
        case(unknown, "template.toml: prompt.en.rules", with("{staff} people", "{stuff} people")),
        case(unknown, "template.toml: prompt.en.rules", with("{staff} people", "{ staff } people")),
        case(unknown, "template.toml: prompt.en.rules", with("{staff} people", "{urgent} people")),
        case(unknown, "template.toml: prompt.pl.angles", with("od faktów", "od {")),
        case(unknown, "template.toml: draft.pl.headline", with("Nowość: {news}", "Nowość: {{news}}")),
        case(unknown, "template.toml: draft.en.headline", with("\"{news}\"]", "\"{brand}\"]")),
        case(
            Code::PlaceholderEmpty,
            "template.toml: prompt.en.role",
            with("announce {news}", "announce {facts}"),
        ),
    ]);
}

#[test]
fn prompts_drafts_and_examples_stand_in_both_languages() {
    hold(vec![
        case(Code::FieldMissing, "template.toml: prompt.pl", with("[prompt.pl]", "[prompt.de]")),
        case(Code::FieldUnknown, "template.toml: prompt.de", with("[prompt.pl]", "[prompt.de]")),
        case(
            Code::FieldMissing,
            "template.toml: prompt.en.role",
            with("role = \"You announce {news}, {length}.\"", ""),
        ),
        case(Code::NumberWrong, "template.toml: prompt.temperature", with("0.7", "2.5")),
        case(Code::FieldType, "template.toml: prompt.temperature", with("0.7", "\"hot\"")),
        case(
            Code::NumberWrong,
            "template.toml: prompt.max_words",
            with("max_words = 200", "max_words = 99999"),
        ),
        case(Code::FieldMissing, "template.toml: draft.pl", with("[draft.pl]", "[drafts.pl]")),
        case(Code::FieldUnknown, "template.toml: drafts", with("[draft.pl]", "[drafts.pl]")),
        case(
            Code::FieldMissing,
            "template.toml: draft.pl.headline",
            with("headline = \"Nowość: {news}\"", ""),
        ),
        case(
            Code::FieldUnknown,
            "template.toml: draft.pl.title",
            with("headline = \"Nowość", "title = \"x\"\nheadline = \"Nowość"),
        ),
        case(
            Code::FieldType,
            "template.toml: draft.pl.points",
            with("points = [\"{facts}\"]", "points = \"{facts}\""),
        ),
        case(Code::Markup, "template.toml: draft.pl.headline", with("Nowość: {news}", "<b>{news}")),
        case(Code::FieldMissing, "template.toml: example.en", with("[example.en]", "[example.de]")),
        case(Code::TomlMalformed, "template.toml", packed("name = = 1")),
        case(Code::NotText, "template.toml", {
            let mut files = template_files(TEMPLATE);
            files.insert("template.toml".to_owned(), b"name = \"\xc3\x28\"".to_vec());
            pack(files).expect("packed")
        }),
        case(Code::EntryTooLarge, "template.toml", packed(&format!("{TEMPLATE}\n#{}", "x".repeat(70_000)))),
    ]);
}

#[test]
fn all_problems_are_reported_at_once() {
    let problems = Template::read("odd = 1").expect_err("nothing is there");
    let places: Vec<_> = problems.iter().map(|problem| problem.place.as_str()).collect();
    for place in ["name", "summary", "fields", "result", "prompt", "example", "odd"] {
        assert!(places.contains(&format!("template.toml: {place}").as_str()), "{place}: {places:?}");
    }
}
