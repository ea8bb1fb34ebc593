//! Runs the commands of the docs, read from the pages themselves.

use std::os::unix::fs::symlink;

use crate::prelude::*;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

/// A code block of a page.
struct Block {
    /// `sh`, and the attributes: `save=…`, `file=…`, `background`.
    words: Vec<String>,
    text: String,
}

impl Block {
    fn is(&self, word: &str) -> bool {
        self.words.iter().any(|one| one == word)
    }

    fn option(&self, name: &str) -> Option<&str> {
        self.words.iter().find_map(|word| word.strip_prefix(name)?.strip_prefix('='))
    }
}

fn blocks(page: &str) -> Vec<Block> {
    let text = fs::read_to_string(root().join("docs/pages").join(page)).expect("a page");
    let mut blocks: Vec<Block> = Vec::new();
    let mut open = false;
    for line in text.lines() {
        match line.strip_prefix("```") {
            Some(_) if open => open = false,
            Some(words) => {
                open = true;
                let words = words.split_whitespace().map(str::to_owned).collect();
                blocks.push(Block { words, text: String::new() });
            }
            None if open => {
                let block = blocks.last_mut().expect("an open block");
                block.text.push_str(line);
                block.text.push('\n');
            }
            None => {}
        }
    }
    blocks
}

/// A new user, with the program on the path and an empty folder.
struct Newcomer {
    folder: TempDir,
    server: Option<Child>,
}

impl Newcomer {
    fn new() -> Self {
        let folder = TempDir::new().expect("a folder");
        share_compiled_plugins(&folder.path().join("sitewright-data"));
        Self { folder, server: None }
    }

    /// A shell that stops at the first failing command.
    fn shell(&self, script: &str) -> Command {
        let program = Path::new(env!("CARGO_BIN_EXE_sitewright")).parent().expect("a folder");
        // Node.js may be installed anywhere.
        let path = std::env::var("PATH").unwrap_or_default();
        let path = format!("{}:/usr/bin:/bin:{path}", program.display());
        let mut shell = Command::new("bash");
        shell.args(["-euc", script]).current_dir(self.folder.path()).env_clear().env("PATH", path);
        // Tests share the machine, so the default ports may be in use.
        shell.env("SITEWRIGHT_LISTEN", "127.0.0.1:0").env("SITEWRIGHT_REALTIME", "false");
        shell.env("SITEWRIGHT_LOG", "error");
        shell
    }

    /// Runs a block and returns its output.
    fn types(&self, block: &Block) -> String {
        let script = format!("export SITEWRIGHT_PLUGIN_DEVELOPMENT=true\n{}", block.text);
        let output = self.shell(&script).output().expect("bash runs");
        let [printed, reported] =
            [output.stdout, output.stderr].map(|text| String::from_utf8_lossy(&text).into_owned());
        assert!(output.status.success(), "{}\n{printed}\n{reported}", block.text);
        printed
    }

    /// Runs the block that starts the server in the background; returns the line that it prints.
    fn starts(&mut self, block: &Block) -> String {
        // Replaces the shell, so that the server ends with the test.
        let script = block.text.replace("\nsitewright serve", "\nexec sitewright serve");
        let mut server = self.shell(&script).stdout(Stdio::piped()).spawn().expect("bash runs");
        let mut line = String::new();
        BufReader::new(server.stdout.take().expect("its output")).read_line(&mut line).expect("a line");
        self.server = Some(server);
        line.trim().to_owned()
    }

    /// Writes the file that a block shows.
    fn saves(&self, block: &Block, name: &str) {
        let text = match block.option("file") {
            Some(file) => fs::read_to_string(root().join(file)).expect("a file of ours"),
            None => block.text.clone(),
        };
        fs::write(self.folder.path().join(name), text).expect("written");
    }

    /// Runs the commands of a page. Those that take minutes or need the network are replaced: `instead` gets the
    /// first line of each.
    fn follows(&self, page: &str, mut instead: impl FnMut(&str)) {
        for block in blocks(page).iter().filter(|block| block.is("sh")) {
            if block.is("norun") {
                instead(block.text.lines().next().unwrap_or_default());
            } else {
                self.types(block);
            }
        }
    }

    /// Uses a compiled guest as the component of a plugin's folder.
    fn has_built(&self, folder: &str, guest: &str) {
        let guest = root().join("target/guests").join(guest);
        assert!(guest.is_file(), "the compiled guests are missing: run `make guests`");
        fs::copy(guest, self.folder.path().join(folder).join("component.wasm")).expect("copied");
    }

    /// Uses the packages of the workspace instead of npm's.
    fn has_packages(&self, folder: &str) {
        let own = self.folder.path().join(folder).join("node_modules");
        fs::create_dir(&own).expect("a folder");
        for package in fs::read_dir(root().join("node_modules")).expect("run `npm ci`") {
            let package = package.expect("one").path().canonicalize().expect("a package");
            symlink(&package, own.join(package.file_name().expect("a name"))).expect("a link");
        }
    }

    /// Opens the link that the server printed.
    async fn signs_in(&self, line: &str) -> Client {
        let link = line.strip_prefix("Open http://").expect(line);
        let (address, token) = link.split_once("/auth/one-time-login/").expect("address and token");
        let mut client = Client::new(address.parse().expect("an address"));
        client.post("/api/one-time-login/validate", json!({ "token": token })).await.is(200);
        client
    }
}

impl Drop for Newcomer {
    fn drop(&mut self) {
        if let Some(server) = &mut self.server {
            let _ = server.kill();
            let _ = server.wait();
        }
    }
}

/// The tool in the catalogue, as soon as it has this version.
async fn tool(client: &mut Client, id: &str, version: &str) -> Value {
    eventually(&format!("{id} {version} is not in the catalogue"), async || {
        let tool = client.get(&format!("/api/tools/{id}")).await;
        (tool.body["version"] == version).then_some(tool.body)
    })
    .await
}

#[tokio::test]
async fn the_first_template_is_live_after_the_commands_of_its_page() {
    let mut newcomer = Newcomer::new();
    let mut line = String::new();
    let mut typed = 0;
    for block in blocks("en/plugins/first-template.md") {
        if let Some(name) = block.option("save") {
            newcomer.saves(&block, name);
        } else if block.is("background") {
            line = newcomer.starts(&block);
        } else if block.is("sh") {
            newcomer.types(&block);
            typed += 1;
        }
    }
    assert_eq!(typed, 4, "the page has other commands than this test knows");

    let mut client = newcomer.signs_in(&line).await;
    let shown = tool(&mut client, "shelf-label", "0.2.0").await.has(json!({ "name": "Shelf label" }));
    let run = client.run_to_end("shelf-label", shown["example"].clone()).await;
    has(&run.body, json!({ "status": "succeeded", "outcome": { "title": "Rye bread" } }));
}

/// Compiling is tested elsewhere: `make guests` builds the component of what `plugin new --kind rust` writes, whose
/// tests run with the workspace; the TypeScript builder makes the guest that is used here.
#[tokio::test]
async fn generators_and_a_page_are_live_after_the_commands_of_their_pages() {
    let mut newcomer = Newcomer::new();
    let first = blocks("en/plugins/first-template.md");
    let line = newcomer.starts(first.iter().find(|block| block.is("background")).expect("a server"));

    let mut others = Vec::new();
    newcomer.follows("en/plugins/rust.md", |command| match command {
        "sitewright plugin build tasting-note" => newcomer.has_built("tasting-note", "new-rust-tool.wasm"),
        other => others.push(other.to_owned()),
    });
    assert_eq!(
        others,
        ["sudo apt install gcc libc6-dev", "cargo test --manifest-path tasting-note/Cargo.toml"]
    );
    newcomer.follows("en/plugins/typescript.md", |command| {
        assert_eq!(command, "sitewright plugin build cellar-note");
        newcomer.has_packages("cellar-note");
        newcomer.has_built("cellar-note", "faq-schema.wasm");
    });
    newcomer.follows("en/plugins/page.md", |command| panic!("{command} is not typed"));

    let mut client = newcomer.signs_in(&line).await;
    for (id, module) in [("tasting-note", "form"), ("cellar-note", "form"), ("tasting-wheel", "page")] {
        let shown = tool(&mut client, id, "0.1.0").await;
        assert_eq!(shown["ui"]["module"], module, "{id}");
        let run = client.run_to_end(id, shown["example"].clone()).await;
        assert_eq!(run.body["status"], "succeeded", "{id}: {}", run.body);
    }
}

/// The pages of both languages contain the same code.
#[test]
fn both_languages_contain_the_same_commands() {
    for page in ["first-template", "rust", "typescript", "page", "packages", "publishing"] {
        let [english, polish] = ["en", "pl"].map(|language| {
            let blocks = blocks(&format!("{language}/plugins/{page}.md")).into_iter();
            blocks.filter(|block| block.is("sh")).map(|block| (block.words, block.text)).collect::<Vec<_>>()
        });
        assert_eq!(english, polish, "{page}");
    }
}

#[test]
fn a_package_is_made_and_signed_by_the_commands_of_its_page() {
    let newcomer = Newcomer::new();
    let recipe = root().join("docs/recipes/slogans");
    let copied =
        newcomer.shell(&format!("cp -r '{}' slogans", recipe.display())).status().expect("bash runs");
    assert!(copied.success());
    let pages: Vec<_> =
        blocks("en/plugins/packages.md").into_iter().filter(|block| block.is("packages")).collect();
    let printed: Vec<String> = pages.iter().map(|block| newcomer.types(block)).collect();
    assert_eq!(printed.len(), 2);
    assert!(printed[1].contains("is valid"), "{}", printed[1]);
}

#[test]
fn every_recipe_of_the_cookbook_works() {
    let newcomer = Newcomer::new();
    let mut recipes: Vec<PathBuf> = fs::read_dir(root().join("docs/recipes"))
        .expect("recipes")
        .map(|entry| entry.expect("one").path())
        .collect();
    recipes.sort();
    assert!(recipes.len() >= 12, "{recipes:?}");
    let commands: Vec<String> =
        recipes.iter().map(|recipe| format!("sitewright plugin test '{}'", recipe.display())).collect();
    let printed = newcomer.types(&Block { words: Vec::new(), text: commands.join("\n") });
    assert_eq!(printed.matches(" 0 failed").count(), recipes.len(), "{printed}");
}
