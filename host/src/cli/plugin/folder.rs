//! A plugin's folder as the package that it would be.

use std::path::Path;

use anyhow::Context as _;
use serde_json::Value;
use sitewright_engine::Plugin;
use sitewright_package::{
    Code, Example, Expected, Files, Package, Problem, Program, Rules, Template, gather, pack,
};

use super::{
    COMPONENT, TEMPLATE,
    fresh::{self, Building},
};
use crate::{
    catalogue::tools::{self, Workshop},
    cli::told::Tell as _,
    platform::{error::Text, locale::Locale},
};

/// The package and its bytes, or everything that is wrong with it.
pub(super) type Made = Result<(Vec<u8>, Package), Vec<Problem>>;

/// Packs the folder, whose component is built first where it is not up to date.
pub(super) async fn package(
    workshop: &Workshop,
    folder: &Path,
    building: &Building,
    language: Locale,
) -> anyhow::Result<Made> {
    fresh::build_first(folder, building, language).await?;
    as_it_is(workshop, folder, language).await
}

/// Packs the folder with the component that it holds.
pub(super) async fn as_it_is(workshop: &Workshop, folder: &Path, language: Locale) -> anyhow::Result<Made> {
    let files = gather(folder)?;
    expect_program(&files, folder, language)?;
    packed(workshop, files).await
}

/// Errors: there is neither a component nor a template.
pub(super) fn expect_program(files: &Files, folder: &Path, language: Locale) -> anyhow::Result<()> {
    if !files.contains_key(COMPONENT) && !files.contains_key(TEMPLATE) {
        let text = Text::key("cli.not-built").with("file", folder.display().to_string());
        return Err(text.told(language).into());
    }
    Ok(())
}

/// Whether a failure comes of asking for something outside, which nothing answers while examples are run.
pub(super) fn is_unanswered(expected: &Expected) -> bool {
    matches!(expected, Expected::Failure(name) if ["refused", "unavailable", "limit-reached"].contains(&name.as_str()))
}

/// Says which examples of a package expect that nothing outside answers, so that none does without its author's knowledge.
pub(super) fn tell_unanswered(package: &Package, language: Locale) {
    for (place, example) in package.examples.iter().filter(|(_, example)| is_unanswered(&example.expected)) {
        let Expected::Failure(name) = &example.expected else { continue };
        let text = Text::key("cli.example-unanswered").with("place", place.as_str());
        eprintln!("{}", text.with("name", name.as_str()).say(language));
    }
}

/// Packs the files with what their program says of itself.
pub(super) async fn packed(workshop: &Workshop, mut files: Files) -> anyhow::Result<Made> {
    let template = match (files.get(COMPONENT), files.get(TEMPLATE)) {
        (None, Some(template)) => match Template::read(&String::from_utf8_lossy(template)) {
            Ok(template) => Some(template),
            Err(_) => return Ok(Err(without_descriptions(files)?)),
        },
        (Some(_), Some(_)) => return Ok(Err(without_descriptions(files)?)),
        _ => None,
    };
    let plugin = match &template {
        Some(template) => workshop.plugin(Program::Template(template.source())).await?,
        None => {
            let component = files.get(COMPONENT).map_or(&[][..], Vec::as_slice);
            workshop.plugin(Program::Component(component)).await.context(COMPONENT)?
        }
    };
    complete(&plugin, &mut files).await?;
    let bytes = pack(files)?;
    Ok(read(&bytes).map(|package| (bytes, package)))
}

/// As strict as a machine on which plugins are written.
pub(super) fn read(bytes: &[u8]) -> Result<Package, Vec<Problem>> {
    Package::read(bytes, &Rules { development: true, ..Rules::default() })
}

/// What is wrong with files whose program cannot say anything.
fn without_descriptions(files: Files) -> anyhow::Result<Vec<Problem>> {
    let mut problems = read(&pack(files)?).err().unwrap_or_default();
    problems.retain(|problem| {
        let is_of_the_program = problem.code == Code::FileMissing && problem.place.starts_with("describe/");
        !is_of_the_program && problem.code != Code::ExampleMissing
    });
    Ok(problems)
}

/// Adds what the program says of itself, and its own example in each language where the folder has none.
async fn complete(plugin: &Plugin, files: &mut Files) -> anyhow::Result<()> {
    let has_examples = files.keys().any(|name| name.starts_with("examples/"));
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
