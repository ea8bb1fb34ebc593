//! `--pack`: rule packs from files. They are not installed, and nothing has to sign them.

use sitewright_package::Rules;

use crate::catalogue::tools::Tools;
use crate::cli::failure::Failure;
use crate::cli::prelude::*;

/// The rule packs in these packages, by id.
///
/// Errors: a file that cannot be read, is no valid package, or contains no rules.
pub(super) async fn given(
    files: &[PathBuf],
    tools: &Tools,
    language: Locale,
) -> anyhow::Result<BTreeMap<String, Plugin>> {
    let mut packs = BTreeMap::new();
    for file in files {
        let package = read(file, language)?;
        let refused = |why: String| unusable(file, why, language);
        let plugin = tools.workshop().plugin(package.program()).await;
        let plugin = plugin.map_err(|error| refused(format!("{error:#}")))?;
        if !plugin.is_rules() {
            return Err(refused(Text::key("cli.audit-pack-tool").say(language)).into());
        }
        packs.insert(package.manifest.id, plugin);
    }
    Ok(packs)
}

fn read(file: &Path, language: Locale) -> Result<Package, Failure> {
    let unusable = |why: String| unusable(file, why, language);
    let bytes = fs::read(file).map_err(|error| unusable(error.to_string()))?;
    // A package that is being developed is neither signed nor complete for a catalogue.
    let package = Package::read(&bytes, &Rules { development: true, ..Rules::default() });
    package.map_err(|problems| {
        let told = problems.iter().map(|problem| {
            let text = language.say(problem.code.as_str(), &problem.params);
            if problem.place.is_empty() { text } else { format!("{}: {text}", problem.place) }
        });
        unusable(told.collect::<Vec<_>>().join("\n"))
    })
}

fn unusable(file: &Path, why: String, language: Locale) -> Failure {
    let text = Text::key("cli.audit-pack").with("file", file.display().to_string()).with("why", why);
    text.fail(language).misuse()
}
