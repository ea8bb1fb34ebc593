//! Packs a plugin's folder.

use sitewright_package::{
    Code, Example, Expected, Files, Problem, Program, RulePack, Rules, Template, gather, pack,
};

use super::fresh::{self, Building};
use super::{COMPONENT, RULES, TEMPLATE, accepted};
use crate::catalogue::tools;
use crate::cli::prelude::*;

/// The package and its bytes, or all of its problems.
pub(super) type Made = Result<(Vec<u8>, Package), Vec<Problem>>;

/// Packs the folder, building its component first if it is out of date.
pub(super) async fn package(
    workshop: &Workshop,
    folder: &Path,
    building: &Building,
    language: Locale,
) -> anyhow::Result<Made> {
    fresh::build_first(folder, building, language).await?;
    as_it_is(workshop, folder, language).await
}

/// The bytes of the packed folder. Reports examples with unanswered egress.
pub(super) async fn bytes(
    workshop: &Workshop,
    folder: &Path,
    building: &Building,
    language: Locale,
) -> anyhow::Result<Vec<u8>> {
    let (bytes, package) = accepted(package(workshop, folder, building, language).await?, language)?;
    report_unanswered(&package, language);
    Ok(bytes)
}

/// The package of a folder, which is packed first, or of a file.
pub(super) async fn open(
    workshop: &Workshop,
    path: &Path,
    building: &Building,
    language: Locale,
) -> anyhow::Result<Package> {
    let made = match path.is_dir() {
        true => package(workshop, path, building, language).await?.map(|(_, package)| package),
        false => read(&super::read(path, language)?),
    };
    accepted(made, language)
}

/// Packs the folder with the existing component.
pub(super) async fn as_it_is(workshop: &Workshop, folder: &Path, language: Locale) -> anyhow::Result<Made> {
    let files = gather(folder)?;
    expect_program(&files, folder, language)?;
    packed(workshop, files).await
}

/// Errors: there is no component, template or rules.
pub(super) fn expect_program(files: &Files, folder: &Path, language: Locale) -> anyhow::Result<()> {
    if ![COMPONENT, TEMPLATE, RULES].iter().any(|name| files.contains_key(*name)) {
        let text = Text::key("cli.not-built").with("file", folder.display().to_string());
        return Err(text.fail(language).into());
    }
    Ok(())
}

/// Whether an example failed because egress is not answered in examples.
pub(super) fn is_unanswered(expected: &Expected) -> bool {
    matches!(expected, Expected::Failure(name) if ["refused", "unavailable", "limit-reached"].contains(&name.as_str()))
}

/// Reports examples that expect unanswered egress, so that the author knows about them.
pub(super) fn report_unanswered(package: &Package, language: Locale) {
    for (place, example) in package.examples.iter().filter(|(_, example)| is_unanswered(&example.expected)) {
        let Expected::Failure(name) = &example.expected else { continue };
        let text = Text::key("cli.example-unanswered").with("place", place.as_str());
        eprintln!("{}", text.with("name", name.as_str()).say(language));
    }
}

/// Packs the files with their program's descriptions.
pub(super) async fn packed(workshop: &Workshop, mut files: Files) -> anyhow::Result<Made> {
    let text = |name: &str| files.get(name).map(|file| String::from_utf8_lossy(file));
    let source = match (files.get(COMPONENT), text(TEMPLATE), text(RULES)) {
        (_, None, None) => None,
        (None, Some(template), None) => Some(Template::read(&template).map(|one| one.source().to_owned())),
        (None, None, Some(rules)) => Some(RulePack::read(&rules).map(|one| one.source().to_owned())),
        _ => Some(Err(Vec::new())),
    };
    let plugin = match source {
        Some(Ok(source)) => workshop.plugin(Program::of_data(&source)).await?,
        Some(Err(_)) => return Ok(Err(without_descriptions(files)?)),
        None => {
            let component = files.get(COMPONENT).map_or(&[][..], Vec::as_slice);
            workshop.plugin(Program::Component(component)).await.context(COMPONENT)?
        }
    };
    complete(&plugin, &mut files).await?;
    let bytes = pack(files)?;
    Ok(read(&bytes).map(|package| (bytes, package)))
}

/// Reads with the rules of plugin development.
pub(super) fn read(bytes: &[u8]) -> Result<Package, Vec<Problem>> {
    Package::read(bytes, &Rules { development: true, ..Rules::default() })
}

/// The problems of files whose program cannot be described.
fn without_descriptions(files: Files) -> anyhow::Result<Vec<Problem>> {
    let mut problems = read(&pack(files)?).err().unwrap_or_default();
    problems.retain(|problem| {
        let is_of_the_program = problem.code == Code::FileMissing && problem.place.starts_with("describe/");
        !is_of_the_program && problem.code != Code::ExampleMissing
    });
    Ok(problems)
}

/// Adds the program's descriptions, and its example in each language without one.
async fn complete(plugin: &Plugin, files: &mut Files) -> anyhow::Result<()> {
    let has_examples = plugin.is_rules() || files.keys().any(|name| name.starts_with("examples/"));
    for locale in Locale::ALL {
        let language = locale.tag();
        let descriptor = tools::describe(plugin, locale).await?;
        files.insert(format!("describe/{language}.json"), descriptor.to_json());
        if has_examples {
            continue;
        }
        let input: Value = serde_json::from_str(descriptor.example.get())?;
        let expected = tools::rehearse(plugin, language, input.clone(), &[])
            .await
            .with_context(|| format!("the example in {language:?}"))?;
        let example = Example { language: language.to_owned(), input, answers: Vec::new(), expected };
        files.insert(format!("examples/{language}.json"), example.to_json());
    }
    Ok(())
}
