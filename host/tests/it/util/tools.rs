//! A bundle with the test plugins: one that follows a script, and a hostile one.

use crate::prelude::*;

/// Ids of the plugins in [`bundle`].
pub const SCRIPTED: &str = "scripted";
pub const HOSTILE: &str = "hostile";

/// A folder like `target/bundle`, with the compiled test guests as its plugins.
pub fn bundle() -> TempDir {
    let folder = TempDir::new().expect("a folder");
    add_plugins(folder.path());
    folder
}

fn add_plugins(bundle: &Path) {
    for (id, words) in [(SCRIPTED, 50), (HOSTILE, 0)] {
        add_plugin(bundle, id, &manifest(id, words), &guest(id));
    }
}

/// Some plugins of the built-in bundle, and its other files: loading all plugins takes longer than most tests.
pub fn few_built_in() -> PathBuf {
    static BUNDLE: LazyLock<PathBuf> = LazyLock::new(|| {
        let built = Path::new(env!("CARGO_MANIFEST_DIR")).join("../target/bundle");
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("few-built-in");
        fs::create_dir_all(folder.join("plugins")).expect("a folder");
        for name in [
            "modules",
            "web",
            "routes.json",
            "template-runner.wasm",
            "plugins/email",
            "plugins/facebook-post",
            "plugins/seo-metatags",
            "plugins/translate",
        ] {
            // The checkout may have moved.
            let _ = fs::remove_file(folder.join(name));
            link(&built.join(name), &folder.join(name));
        }
        folder
    });
    BUNDLE.clone()
}

/// Makes a symbolic link, which may exist.
pub fn link(target: &Path, link: &Path) {
    match std::os::unix::fs::symlink(target, link) {
        Err(error) if error.kind() == std::io::ErrorKind::AlreadyExists => {}
        done => done.expect("a link"),
    }
}

/// The bundle of the test plugins for all tests that do not change it.
pub fn shared_bundle() -> PathBuf {
    static BUNDLE: LazyLock<PathBuf> = LazyLock::new(|| {
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("bundle");
        add_plugins(&folder);
        folder
    });
    BUNDLE.clone()
}

/// Adds a plugin to a bundle.
pub fn add_plugin(bundle: &Path, id: &str, manifest: &str, component: &[u8]) {
    let plugin = bundle.join("plugins").join(id);
    fs::create_dir_all(&plugin).expect("a folder");
    fs::write(plugin.join("plugin.toml"), manifest).expect("written");
    fs::write(plugin.join("component.wasm"), component).expect("written");
}

pub fn manifest(id: &str, words: u32) -> String {
    format!(
        "id = \"{id}\"\nversion = \"0.1.0\"\npublisher = \"tests\"\ncategory = \"content\"\nwords = {words}\n[ui]\nmodule = \"form\"\n"
    )
}

/// A compiled guest of the tests.
pub fn guest(name: &str) -> Vec<u8> {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("../target/guests/{name}.wasm"));
    fs::read(file).expect("the compiled guests are missing: run `make guests`")
}

impl Client {
    /// Starts the scripted plugin and waits for its end.
    pub async fn run(&mut self, input: Value) -> Answer {
        self.run_tool(SCRIPTED, input, Some("wait=30")).await
    }

    /// Starts the scripted plugin without waiting, and returns the id of the run.
    pub async fn begin(&mut self, input: Value) -> String {
        self.run_tool(SCRIPTED, input, None).await.is(202).id()
    }

    /// Starts a tool and waits for its end.
    pub async fn run_to_end(&mut self, tool: &str, input: Value) -> Answer {
        self.run_tool(tool, input, Some("wait=60")).await
    }

    pub async fn run_tool(&mut self, tool: &str, input: Value, prefer: Option<&str>) -> Answer {
        self.fetch_csrf_token().await;
        let path = format!("/api/tools/{tool}/runs");
        let mut request = self.request(reqwest::Method::POST, &path).json(&json!({ "input": input }));
        if let Some(prefer) = prefer {
            request = request.header("prefer", prefer);
        }
        self.send(request).await
    }

    /// Waits for the end of a run and returns it. A stream that ends before is followed again, as browsers do: a server
    /// that takes a run over may end it.
    pub async fn ended(&mut self, id: &str) -> Value {
        let begin = std::time::Instant::now();
        loop {
            let events = self.events(id, None).await;
            match events.last() {
                Some(last) if last.name == "finished" => return last.data["run"].clone(),
                _ => assert!(begin.elapsed().as_secs() < 20, "run {id} does not end: {events:?}"),
            }
        }
    }

    /// All events of a run until it has ended.
    pub async fn events(&mut self, id: &str, last_event_id: Option<&str>) -> Vec<Event> {
        let mut events = self.follow(id, last_event_id).await;
        let mut all = Vec::new();
        while let Some(event) = events.next().await {
            all.push(event);
        }
        all
    }

    /// The stream of a run's events.
    pub async fn follow(&mut self, id: &str, last_event_id: Option<&str>) -> Events {
        let mut request = self.request(reqwest::Method::GET, &format!("/api/runs/{id}/events"));
        if let Some(id) = last_event_id {
            request = request.header("last-event-id", id);
        }
        let response = request.send().await.expect("the server answers");
        assert_eq!(response.status(), 200);
        assert_eq!(response.headers()["content-type"], "text/event-stream");
        Events { response, text: String::new() }
    }
}

/// One event of a run.
#[derive(Debug, Clone, PartialEq)]
pub struct Event {
    pub id: Option<String>,
    pub name: String,
    pub data: Value,
}

/// Reads events as they arrive.
pub struct Events {
    response: reqwest::Response,
    text: String,
}

impl Events {
    /// The next event; `None` at the end of the stream.
    pub async fn next(&mut self) -> Option<Event> {
        loop {
            if let Some((event, rest)) = self.text.split_once("\n\n") {
                let (event, rest) = (parse(event), rest.to_owned());
                self.text = rest;
                if event.is_some() {
                    return event;
                }
                continue;
            }
            let piece = self.response.chunk().await.expect("the stream is whole")?;
            self.text.push_str(std::str::from_utf8(&piece).expect("UTF-8"));
        }
    }

    /// Reads until an event of this name.
    pub async fn until(&mut self, name: &str) -> Event {
        loop {
            let event = self.next().await.unwrap_or_else(|| panic!("the stream ended before {name}"));
            if event.name == name {
                return event;
            }
        }
    }
}

/// `None` for a comment.
fn parse(text: &str) -> Option<Event> {
    let field = |name: &str| {
        text.lines()
            .find_map(|line| line.strip_prefix(name)?.strip_prefix(':'))
            .map(|value| value.trim().to_owned())
    };
    let data = serde_json::from_str(&field("data")?).expect("JSON");
    Some(Event { id: field("id"), name: field("event").expect("a name"), data })
}
