//! The cost of installed plugins: ten thousand templates, then a thousand components, each in its own package.

use std::process::Command;

use anyhow::anyhow;
use hyper::StatusCode;
use sitewright_package::{Files, Package, Rules, pack};
use tempfile::TempDir;

use crate::http_runs::example;
use crate::prelude::*;
use crate::server::BINARY;
use crate::update::marked;

pub const TEMPLATE: &str = "plugins/templates/product-faq";
const COMPONENT: &str = "target/guests/bench_work.wasm";
const TEMPLATES: usize = 10_000;
/// Compares the first and the last installations: one more plugin must cost the same as on an empty server.
const SAMPLE: usize = 500;
const COMPONENTS: usize = 1_000;
const SEARCHES: usize = 400;
const COLD_RUNS: usize = 100;

pub async fn measure(figures: &mut Figures) -> Result<()> {
    templates(figures).await?;
    components(figures).await
}

async fn templates(figures: &mut Figures) -> Result<()> {
    let model = Model::of(Path::new(TEMPLATE), None)?;
    let (setup, installs) = installed(&model, TEMPLATES).await?;
    let [first, last] = [&installs[..SAMPLE], &installs[TEMPLATES - SAMPLE..]];
    let median = |samples: &[Duration]| Latencies::new(samples.to_vec()).quantile_ms(0.5);
    figures.add("templates_install_ms", median(last), Bar::None);
    figures.add("templates_install_growth", median(last) / median(first), Bar::AtMost(2.0));
    let server = setup.start().await?;
    figures.add("templates_start_ms", server.started_in.as_secs_f64() * 1e3, Bar::AtMost(1000.0));
    let mut client = server.client().await?;
    let mut samples = Vec::with_capacity(SEARCHES);
    for number in 0..SEARCHES {
        let path = format!("/api/tools?q=page%20{}", number * 23 % TEMPLATES + 10_000);
        let begin = Instant::now();
        let answer = client.get(&path).await?;
        samples.push(begin.elapsed());
        ensure!(
            answer.json()?["tools"].as_array().is_some_and(|found| found.len() == 1),
            "{path} found another number"
        );
    }
    figures.add("templates_search_p99_ms", Latencies::new(samples).quantile_ms(0.99), Bar::AtMost(30.0));
    figures.add("templates_rss_mb", server.resident_mb()?, Bar::AtMost(300.0));
    Ok(())
}

async fn components(figures: &mut Figures) -> Result<()> {
    let folder = plain_folder()?;
    let model = Model::of(folder.path(), Some(Path::new(COMPONENT)))?;
    let (setup, _) = installed(&model, COMPONENTS).await?;
    let server = setup.start().await?;
    figures.add("components_start_ms", server.started_in.as_secs_f64() * 1e3, Bar::AtMost(1000.0));
    let body = example(&server, &model.id(0)).await?;
    let (mut cold, mut warm) = (Vec::new(), Vec::new());
    let mut client = server.client().await?;
    for number in 1..=COLD_RUNS {
        let path = format!("/api/tools/{}/runs", model.id(number));
        for samples in [&mut cold, &mut warm] {
            let begin = Instant::now();
            client.run(&path, &body).await?;
            samples.push(begin.elapsed());
        }
    }
    let over = Latencies::new(cold).quantile_ms(0.99) - Latencies::new(warm).quantile_ms(0.5);
    figures.add("cold_component_over_warm_ms", over, Bar::AtMost(5.0));
    Ok(())
}

/// Starts a server, installs this number of packages and measures each installation. Stops the server.
async fn installed(model: &Model, count: usize) -> Result<(Setup, Vec<Duration>)> {
    let setup = Setup::new()?.set("SITEWRIGHT_PLUGIN_DEVELOPMENT", true).of_administrator();
    let server = setup.start().await?;
    let samples = install(&server, model, count).await?;
    Ok((setup, samples))
}

async fn install(server: &Server, model: &Model, count: usize) -> Result<Vec<Duration>> {
    let mut samples = Vec::with_capacity(count);
    let begin = Instant::now();
    let mut client = server.client().await?;
    for number in 0..count {
        let package = model.package(number)?;
        let sent = Instant::now();
        let answer = client.install("/api/admin/plugins", package).await?;
        samples.push(sent.elapsed());
        ensure!(answer.status == StatusCode::CREATED, "refused: {}", String::from_utf8_lossy(&answer.body));
        if (number + 1) % 1_000 == 0 {
            eprintln!(
                "{} of {count} installed after {:?}",
                number + 1,
                Duration::from_secs(begin.elapsed().as_secs())
            );
        }
    }
    Ok(samples)
}

/// A packed plugin from which others are made that differ in id, name and component.
pub struct Model {
    files: Files,
    pub id: String,
    name: String,
}

impl Model {
    pub fn of(folder: &Path, component: Option<&Path>) -> Result<Self> {
        let out = TempDir::new()?;
        let file = out.path().join("model.plugin");
        let mut command = Command::new(BINARY);
        command.args(["plugin", "pack", "--license", "LICENSE-MIT", "--output"]).arg(&file).arg(folder);
        if let Some(component) = component {
            command.arg("--component").arg(component);
        }
        let packed = command.output()?;
        ensure!(packed.status.success(), "plugin pack: {}", String::from_utf8_lossy(&packed.stderr));
        let rules = Rules { development: true, ..Rules::default() };
        let package = Package::read(&std::fs::read(&file)?, &rules)
            .map_err(|problems| anyhow!("the model is refused: {problems:?}"))?;
        let (_, described) = package.descriptors.first().context("a package describes itself")?;
        Ok(Self { name: described.name.clone(), id: package.manifest.id, files: package.files })
    }

    fn is_template(&self) -> bool {
        self.files.contains_key("template.toml")
    }

    fn id(&self, number: usize) -> String {
        format!("{}-{}", self.id, number + 10_000)
    }

    /// The template as another version, with texts that contain the version.
    pub fn version(&self, version: &str) -> Result<Bytes> {
        let mut files = self.files.clone();
        for (name, file) in &mut files {
            match name.as_str() {
                "plugin.toml" => replace(file, "version = \"0.1.0\"", &format!("version = \"{version}\"")),
                "template.toml" | "examples/en.json" => {
                    replace(file, "Facts for the answers", &marked(version));
                }
                _ => {}
            }
        }
        Ok(Bytes::from(pack(files)?))
    }

    fn package(&self, number: usize) -> Result<Bytes> {
        let mut files = self.files.clone();
        let number_of = number + 10_000;
        for (name, file) in &mut files {
            match name.as_str() {
                "plugin.toml" => {
                    replace(file, &format!("id = \"{}\"", self.id), &format!("id = \"{}\"", self.id(number)))
                }
                "component.wasm" => file.extend(custom_section(number_of)),
                // A template contains its name; the name of a component cannot be changed.
                "template.toml" | "describe/en.json" | "examples/en.json" if self.is_template() => {
                    replace(file, &self.name, &format!("{} {number_of}", self.name));
                }
                _ => {}
            }
        }
        Ok(Bytes::from(pack(files)?))
    }
}

fn replace(file: &mut Vec<u8>, from: &str, to: &str) {
    *file = String::from_utf8_lossy(file).replace(from, to).into_bytes();
}

/// A custom section that is ignored, so that each component is compiled separately.
fn custom_section(number: usize) -> Vec<u8> {
    let content = format!("\x05bench{number:05}");
    let mut section = vec![0, content.len() as u8];
    section.extend(content.into_bytes());
    section
}

/// A plugin without a component.
fn plain_folder() -> Result<TempDir> {
    let folder = TempDir::new()?;
    let manifest = "id = \"bench-work\"\nversion = \"0.1.0\"\npublisher = \"bench\"\ncategory = \"content\"\nwords = 1\n[ui]\nmodule = \"form\"\n";
    std::fs::write(folder.path().join("plugin.toml"), manifest)?;
    std::fs::copy("plugins/text-summary/icon.svg", folder.path().join("icon.svg"))?;
    Ok(folder)
}
