//! Templates: a valid one, and every way in which one can be invalid, each reported at its location.

use serde_json::Value;
use sitewright_package::Code::{self, *};
use sitewright_package::{Files, Package, Permission, Program, Template, pack};

use crate::fixture::{Case, PLUGIN, case, codes, component, development, files, hold, problems};

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

/// The template with one change, and the problem at a place of it.
fn edit(code: Code, place: &str, from: &str, to: &str) -> Case {
    case(code, &format!("template.toml: {place}"), with(from, to))
}

#[test]
fn a_valid_template_becomes_the_input_of_the_runner() {
    let package = Package::read(&packed(TEMPLATE), &development()).expect("it is good");
    assert!(package.is_data());
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
        case(ProgramTwice, "template.toml", pack(both).expect("packed")),
        case(FileMissing, "component.wasm", pack(neither).expect("packed")),
        // The runner uses all three, whatever a template contains.
        case(ImportNotPermitted, "component.wasm", declares("\"model\"")),
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
        case(NeedsModelWrong, "plugin.toml: needs_model", packed(&without)),
        case(NeedsModelWrong, "plugin.toml: needs_model", package(TEMPLATE, "always")),
        case(NeedsModelWrong, "plugin.toml: needs_model", package(&without, "sometimes")),
    ]);
    assert_eq!(problems(&package(&without, "always")), []);
    assert!(!Template::read(&without).expect("it is good").has_drafts());
}

#[test]
fn fields_are_checked_one_by_one() {
    hold(vec![
        edit(TemplateId, "fields.News.id", "id = \"news\"", "id = \"News\""),
        edit(TemplateId, "fields.a-b.id", "id = \"facts\"", "id = \"a-b\""),
        edit(TemplateIdTaken, "fields.tone.id", "id = \"facts\"", "id = \"tone\""),
        edit(TemplateIdTaken, "fields.news.id", "id = \"facts\"", "id = \"news\""),
        edit(FieldMissing, "fields.2.id", "id = \"facts\"", ""),
        edit(ValueUnknown, "fields.news.kind", "kind = \"text\"", "kind = \"texts\""),
        edit(FieldUnknown, "fields.news.maxx", "max = 100", "maxx = 100"),
        edit(FieldType, "fields.news.required", "required = true", "required = 1"),
        edit(NumberWrong, "fields.news.max", "max = 100", "max = 100000"),
        edit(NumberWrong, "fields.news.max", "max = 100", "max = -1"),
        edit(RangeEmpty, "fields.staff.min", "min = 1", "min = 10"),
        edit(FieldUnknown, "fields.urgent.max", "\"boolean\"", "\"boolean\"\nmax = 2"),
        edit(FieldMissing, "fields.news.title.pl", ", pl = \"Nowość\"", ""),
        edit(TextEmpty, "fields.news.title.pl", "\"Nowość\"", "\" \""),
        edit(FieldUnknown, "fields.news.title.de", "pl = \"Nowość\"", "pl = \"N\", de = \"N\""),
        edit(Markup, "fields.news.help.en", "What happened.", "<script>x</script>"),
        edit(Markup, "fields.facts.examples", "\"a\"", "\"<img src=x>\""),
        edit(
            CountWrong,
            "fields.length.options",
            ",\n  { id = \"long\", title = { en = \"Long\", pl = \"Długa\" } },",
            "",
        ),
        edit(TemplateIdTaken, "fields.length.options.short.id", "id = \"long\"", "id = \"short\""),
        edit(ValueUnknown, "fields.length.default", "default = \"short\"", "default = \"tiny\""),
        edit(
            FieldUnknown,
            "fields.length.options.long.hint",
            "{ id = \"long\",",
            "{ id = \"long\", hint = 1,",
        ),
        edit(TextTooLong, "name.en", "\"Release\"", &format!("{:?}", "x".repeat(101))),
        case(
            FieldType,
            "template.toml: fields",
            packed(&format!("fields = 3\n{}", TEMPLATE.replace("[[fields]]", "[[others]]"))),
        ),
    ]);
    let many = "[[fields]]\nid = \"news\"\n".repeat(21);
    assert!(codes(&packed(&format!("{many}{TEMPLATE}"))).contains(&CountWrong));
}

#[test]
fn results_are_checked_part_by_part() {
    hold(vec![
        edit(SubjectWrong, "result.subject", "subject = \"news\"", "subject = \"facts\""),
        edit(SubjectWrong, "result.subject", "required = true", ""),
        edit(NumberWrong, "result.variants.max", "max = 3 }", "max = 30 }"),
        edit(NumberWrong, "result.variants.default", "default = 2", "default = 4"),
        edit(TemplateIdTaken, "result.parts.checks.id", "id = \"headline\"", "id = \"checks\""),
        edit(TitleWrong, "result.parts.points.title", "en = \"Points\"", "en = \"headline\""),
        edit(TitleWrong, "result.parts.headline.title", "en = \"Headline\"", "en = \"A: b\""),
        edit(ValueUnknown, "result.parts.points.format", "\"markdown\"", "\"html\""),
        edit(ValueUnknown, "result.parts.headline.limits.1.unit", "\"pixels_title\"", "\"pixels\""),
        edit(NotForThis, "result.parts.headline.limits.1.unit", "\"pixels_title\"", "\"items\""),
        edit(ValueUnknown, "result.parts.points.limits.1.level", "\"hard\"", "\"soft\""),
        edit(FieldMissing, "result.parts.headline.limits.1.max", "max = 561, ", ""),
        edit(
            NotForThis,
            "result.parts.headline.blocks",
            "id = \"headline\"",
            "id = \"headline\"\nblocks = true",
        ),
        edit(FieldUnknown, "result.shape", "subject = \"news\"", "subject = \"news\"\nshape = 1"),
    ]);
}

#[test]
fn placeholders_name_fields() {
    let unknown = PlaceholderUnknown;
    hold(vec![
        edit(unknown, "prompt.en.rules", "{staff} people", "{stuff} people"),
        edit(unknown, "prompt.en.rules", "{staff} people", "{ staff } people"),
        edit(unknown, "prompt.en.rules", "{staff} people", "{urgent} people"),
        edit(unknown, "prompt.pl.angles", "od faktów", "od {"),
        edit(unknown, "draft.pl.headline", "Nowość: {news}", "Nowość: {{news}}"),
        edit(unknown, "draft.en.headline", "\"{news}\"]", "\"{brand}\"]"),
        edit(PlaceholderEmpty, "prompt.en.role", "announce {news}", "announce {facts}"),
    ]);
}

#[test]
fn prompts_drafts_and_examples_are_in_both_languages() {
    hold(vec![
        edit(FieldMissing, "prompt.pl", "[prompt.pl]", "[prompt.de]"),
        edit(FieldUnknown, "prompt.de", "[prompt.pl]", "[prompt.de]"),
        edit(FieldMissing, "prompt.en.role", "role = \"You announce {news}, {length}.\"", ""),
        edit(NumberWrong, "prompt.temperature", "0.7", "2.5"),
        edit(FieldType, "prompt.temperature", "0.7", "\"hot\""),
        edit(NumberWrong, "prompt.max_words", "max_words = 200", "max_words = 99999"),
        edit(FieldMissing, "draft.pl", "[draft.pl]", "[drafts.pl]"),
        edit(FieldUnknown, "drafts", "[draft.pl]", "[drafts.pl]"),
        edit(FieldMissing, "draft.pl.headline", "headline = \"Nowość: {news}\"", ""),
        edit(FieldUnknown, "draft.pl.title", "headline = \"Nowość", "title = \"x\"\nheadline = \"Nowość"),
        edit(FieldType, "draft.pl.points", "points = [\"{facts}\"]", "points = \"{facts}\""),
        edit(Markup, "draft.pl.headline", "Nowość: {news}", "<b>{news}"),
        edit(FieldMissing, "example.en", "[example.en]", "[example.de]"),
        case(TomlMalformed, "template.toml", packed("name = = 1")),
        case(NotText, "template.toml", {
            let mut files = template_files(TEMPLATE);
            files.insert("template.toml".to_owned(), b"name = \"\xc3\x28\"".to_vec());
            pack(files).expect("packed")
        }),
        case(EntryTooLarge, "template.toml", packed(&format!("{TEMPLATE}\n#{}", "x".repeat(70_000)))),
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
