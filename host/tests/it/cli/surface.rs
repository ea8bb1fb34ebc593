//! The program as a whole: help, completion, manual, version, settings, errors and exit codes.

use crate::prelude::*;
use crate::templates::{self, FAQ};

/// A command in an empty folder, with an empty environment.
fn program(folder: &Path, arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_sitewright"));
    command.env_clear().env("SITEWRIGHT_DATA", folder.join("data")).current_dir(folder).args(arguments);
    command
}

/// Exit code, output, messages.
fn done(mut command: Command) -> (i32, String, String) {
    output(&mut command)
}

fn json_of(text: &str) -> Value {
    serde_json::from_str(text).unwrap_or_else(|error| panic!("{error}: {text}"))
}

/// Every executable command.
fn commands() -> Vec<clap::Command> {
    fn collect(command: &clap::Command, found: &mut Vec<clap::Command>) {
        let mut inner = command
            .get_subcommands()
            .filter(|inner| inner.get_name() != "help" && !inner.is_hide_set())
            .peekable();
        if inner.peek().is_none() {
            found.push(command.clone());
        }
        inner.for_each(|inner| collect(inner, found));
    }
    let mut root = sitewright::cli::command();
    root.build();
    let mut found = Vec::new();
    collect(&root, &mut found);
    found
}

#[test]
fn q7_shells_complete_every_command() {
    let folder = TempDir::new().expect("a folder");
    for shell in ["bash", "zsh", "fish"] {
        let (code, script, messages) = done(program(folder.path(), &["completion", shell]));
        assert_eq!((code, messages.as_str()), (0, ""), "{shell}");
        for command in commands() {
            assert!(script.contains(command.get_name()), "{shell} does not complete {}", command.get_name());
        }
    }
    let (_, script, _) = done(program(folder.path(), &["completion", "bash"]));
    fs::write(folder.path().join("completion"), script).expect("written");
    let checked = Command::new("bash").args(["-n", "completion"]).current_dir(folder.path()).status();
    assert!(checked.expect("bash runs").success());
    assert_eq!(done(program(folder.path(), &["completion", "tcsh"])).0, 2);
}

#[test]
fn q7_every_command_has_a_page_in_the_manual() {
    let folder = TempDir::new().expect("a folder");
    let (code, page, _) = done(program(folder.path(), &["man"]));
    assert!(code == 0 && page.contains(".TH sitewright 1") && page.contains("SUBCOMMANDS"), "{page}");
    assert_eq!(done(program(folder.path(), &["man", "share/man1"])).0, 0);
    for command in commands() {
        let name = command.get_bin_name().expect("a name").replace(' ', "-");
        let page = fs::read_to_string(folder.path().join(format!("share/man1/{name}.1"))).expect(&name);
        assert!(page.contains("Examples:"), "{name}: {page}");
    }
}

#[test]
fn q7_the_version_names_commit_and_contract() {
    let folder = TempDir::new().expect("a folder");
    let number = env!("CARGO_PKG_VERSION");
    let (_, reported, _) = done(program(folder.path(), &["version", "--json"]));
    let version = json_of(&reported);
    assert_eq!((&version["version"], &version["contract"]), (&json!(number), &json!(["0.1"])));
    let (_, line, _) = done(program(folder.path(), &["--version"]));
    let (code, long, _) = done(program(folder.path(), &["version"]));
    assert_eq!(code, 0);
    let start = format!("sitewright {number}");
    assert!(line.starts_with(&start) && long.starts_with(line.trim()), "{line}{long}");
    // A debug build has no commit; a release, or an archive of the sources, has one.
    match version["commit"].as_str() {
        Some(commit) => assert!(line.contains(&format!("({commit})")), "{line}"),
        None => assert!(long.contains("commit unknown"), "{long}"),
    }
    assert!(long.contains("contract 0.1"), "{long}");
}

#[test]
fn q7_examples_are_below_the_help_of_every_command_and_are_valid() {
    let folder = TempDir::new().expect("a folder");
    for name in [".local/share/bash-completion/completions", ".zfunc", ".config/fish/completions"] {
        fs::create_dir_all(folder.path().join(name)).expect("a folder");
    }
    for command in commands() {
        let name = command.get_bin_name().expect("a name").to_owned();
        let help = command.get_after_help().map(ToString::to_string).unwrap_or_default();
        let lines: Vec<&str> = help.strip_prefix("Examples:\n").unwrap_or_default().lines().collect();
        assert!(!lines.is_empty(), "{name} has no examples");
        for line in lines.iter().map(|line| line.trim()) {
            // The shell parses the line, and a function with the program's name records the arguments.
            let script = format!("sitewright() {{ printf '%s\\n' \"$@\" >&3; }}\n{line}\n");
            let mut shell = Command::new("bash");
            shell.args(["-c", &format!("exec 3>arguments\n{script}")]).current_dir(folder.path());
            shell.env_clear().env("HOME", folder.path()).env("PATH", "/usr/bin:/bin");
            shell.stdin(Stdio::null()).output().expect("bash runs");
            let given = fs::read_to_string(folder.path().join("arguments")).expect("arguments");
            assert!(!given.is_empty(), "{line} does not call the program");
            let given = std::iter::once("sitewright").chain(given.lines());
            let taken = sitewright::cli::command().try_get_matches_from(given);
            assert!(taken.is_ok(), "{line}: {}", taken.expect_err("refused"));
            assert!(line.contains(&name), "{line} is no example of {name}");
        }
    }
}

#[test]
fn q7_settings_are_listed_with_their_defaults() {
    let folder = TempDir::new().expect("a folder");
    let (code, listed, _) = done(program(folder.path(), &["serve", "--help-settings"]));
    assert_eq!(code, 0);
    for (name, default) in [
        ("SITEWRIGHT_LISTEN", "127.0.0.1:8080"),
        ("SITEWRIGHT_SESSION_LIFETIME", "30d"),
        ("SITEWRIGHT_LOG_FORMAT", "text"),
        ("SITEWRIGHT_MODEL_URL", "not set"),
    ] {
        let (_, rest) = listed.split_once(&format!("{name}\n")).expect(name);
        let own: Vec<&str> = rest.lines().take(2).collect();
        assert_eq!(own[1], format!("   Default: {default}"), "{name}: {own:?}");
    }
    assert!(!folder.path().join("data").exists(), "nothing is made");
}

#[test]
fn q7_a_misspelt_setting_is_reported_and_does_not_stop_the_command() {
    let bundle = bundle();
    let mut command = program(bundle.path(), &["tool", "list"]);
    command.env("SITEWRIGHT_BUNDLE", bundle.path()).env("SITEWRIGHT_LISEN", "x");
    crate::util::test_app::share_compiled_plugins(&bundle.path().join("data"));
    let (code, _, messages) = done(command);
    assert_eq!(code, 0, "{messages}");
    assert!(messages.contains("SITEWRIGHT_LISEN; did you mean SITEWRIGHT_LISTEN?"), "{messages}");
}

#[test]
fn q7_errors_are_json_with_a_code_where_programs_read() {
    let folder = bundle();
    crate::util::test_app::share_compiled_plugins(&folder.path().join("data"));
    let fails = |arguments: &[&str]| {
        let mut command = program(folder.path(), &[arguments, &["--json"]].concat());
        command.env("SITEWRIGHT_BUNDLE", folder.path());
        let (code, reported, messages) = done(command);
        assert_eq!(messages, "", "{arguments:?}");
        (code, json_of(&reported)["error"].clone())
    };
    let coded = |arguments: &[&str], exit: i32, code: &str| {
        let (ended, error) = fails(arguments);
        assert_eq!((ended, &error["code"]), (exit, &json!(code)), "{arguments:?}: {error}");
        assert!(error["message"].as_str().is_some_and(|message| !message.is_empty()), "{error}");
        error
    };
    coded(&["tool", "run", "unknown", "--example"], 2, "cli.no-tool");
    coded(&["tool", "show", "unknown"], 2, "cli.no-tool");
    coded(&["tool", "run", SCRIPTED, "--input", "{"], 2, "cli.input-not-json");
    coded(&["tool", "run", SCRIPTED, "--input", "@none.json"], 2, "cli.input-unread");
    let fields = coded(&["tool", "run", SCRIPTED, "--input", r#"{"count": 10}"#], 2, "validation.failed");
    assert_eq!(fields["errors"]["topic"], json!(["Fill in this field."]));
    coded(&["tool", "run", SCRIPTED, "--input", r#"{"topic": "tea", "do": "refuse"}"#], 1, "plugin.refused");
    coded(&["tool", "list", "--jsn"], 2, "cli.misused");
    coded(&["plugin", "check", "none.plugin"], 1, "cli.cannot-read");
    let option =
        coded(&["user", "create", "--email", "ewa", "--name", "Ewa", "--link"], 2, "validation.failed");
    assert_eq!(option["errors"]["--email"], json!(["Enter a valid email address."]));
    fs::write(folder.path().join("plugins/scripted/plugin.toml"), "id = 1").expect("written");
    let refused = coded(&["plugin", "test", "plugins/scripted"], 1, "package.refused");
    let codes: BTreeSet<&str> =
        refused["problems"].as_array().expect("a list").iter().filter_map(|it| it["code"].as_str()).collect();
    assert!(codes.contains("package.field-missing"), "{refused}");
}

#[test]
fn q7_the_text_has_one_language_and_the_screen_another() {
    let bundle = templates::bundle();
    crate::util::test_app::share_compiled_plugins(&bundle.path().join("data"));
    let run = |language: &str, arguments: &[&str]| {
        let mut command = program(bundle.path(), &[&["tool", "run", FAQ], arguments].concat());
        command.env("SITEWRIGHT_BUNDLE", bundle.path()).env("LC_ALL", language);
        done(command)
    };
    let is_polish = |text: &str| text.chars().any(|char| "ąęłńóśźż".contains(char));
    let (_, english, _) = run("C", &["--example"]);
    assert!(!english.is_empty() && !is_polish(&english), "{english}");
    let (_, polish, _) = run("C", &["--example", "--language", "pl"]);
    assert!(is_polish(&polish), "the example in that language: {polish}");
    let (_, polish, _) = run("pl_PL.UTF-8", &["--example"]);
    assert!(is_polish(&polish), "the terminal's language: {polish}");
    let order = r#"{"product": "Plecak", "facts": "30 litrów i pokrowiec.", "delivery": "2 dni"}"#;
    let (_, polish, _) = run("C", &["--input", order, "--language", "pl"]);
    assert!(polish.contains("Jak wygląda dostawa?"), "{polish}");
    let (_, english, _) = run("pl_PL.UTF-8", &["--input", order, "--language", "en"]);
    assert!(!english.contains("Jak wygląda dostawa?"), "{english}");

    let (code, _, reported) = run("pl_PL.UTF-8", &["--input", "{}", "--language", "en"]);
    assert!(
        code == 2 && reported.contains("product: Wypełnij to pole."),
        "messages are the screen's: {reported}"
    );
    let (code, _, reported) = run("pl_PL.UTF-8", &["--input", "{}", "--screen", "en"]);
    assert!(code == 2 && reported.contains("product: Fill in this field."), "{reported}");
    let (code, _, reported) = run("pl_PL.UTF-8", &["--input", "{"]);
    assert!(code == 2 && reported.contains("nie są poprawnym JSON-em"), "{reported}");
}

#[test]
fn q7_a_tool_is_shown_with_form_limits_and_publisher() {
    let bundle = templates::bundle();
    crate::util::test_app::share_compiled_plugins(&bundle.path().join("data"));
    let show = |arguments: &[&str]| {
        let mut command = program(bundle.path(), &[&["tool", "show", FAQ], arguments].concat());
        command.env("SITEWRIGHT_BUNDLE", bundle.path());
        done(command)
    };
    let (code, shown, messages) = show(&[]);
    assert_eq!(code, 0, "{messages}");
    for part in [
        "FAQ for a product page",
        "published by sitewright",
        "Uses the AI model",
        "65536 KiB",
        "product*",
        "en | pl",
    ] {
        assert!(shown.contains(part), "{part} is missing in {shown}");
    }
    let (_, shown, _) = show(&["--language", "pl"]);
    assert!(shown.contains("FAQ na stronę produktu") && shown.contains("wydawca: sitewright"), "{shown}");
    let (_, shown, _) = show(&["--json"]);
    let shown = json_of(&shown);
    assert_eq!((&shown["publisher"], &shown["package"]), (&json!("sitewright"), &json!(null)));
    assert_eq!(shown["input"]["properties"]["product"]["title"], "Product");
    assert_eq!(shown["limits"]["cpu_ms"], 250);
    assert_eq!(shown["permissions"][1]["import"], "model");
    assert!(shown["output"]["properties"].is_object() && shown["example"].is_object());
}

#[test]
fn q7_names_are_listed_without_compiling_anything() {
    let bundle = templates::bundle();
    let plugin = bundle.path().join("plugins/never-compiled");
    add_plugin(bundle.path(), "never-compiled", &manifest("never-compiled", 1), b"not wasm");
    fs::create_dir(plugin.join("texts")).expect("a folder");
    for (language, name) in [("en", "Never compiled"), ("pl", "Nigdy nieskompilowane")] {
        let texts = format!("name = \"{name}\"\nsummary = \"-\"\n");
        fs::write(plugin.join(format!("texts/{language}.toml")), texts).expect("written");
    }
    let list = |arguments: &[&str]| {
        let mut command = program(bundle.path(), &[&["tool"], arguments].concat());
        command.env("SITEWRIGHT_BUNDLE", bundle.path());
        done(command)
    };
    let (code, listed, messages) = list(&["list", "--language", "pl"]);
    assert_eq!((code, messages.as_str()), (0, ""));
    assert!(
        listed.contains("Nigdy nieskompilowane") && listed.contains("FAQ na stronę produktu"),
        "{listed}"
    );
    let compiled = fs::read_dir(bundle.path().join("data/cache")).map_or(0, Iterator::count);
    assert_eq!(compiled, 0, "nothing was compiled");
    let (code, _, messages) = list(&["show", "never-compiled"]);
    assert!(code == 1 && messages.contains("is not a WebAssembly component"), "{messages}");
}

/// `sitewright … | head -1`: when the reader stops, the program ends without a message.
#[test]
fn p15_a_closed_output_is_no_error_for_any_command() {
    let partner = Partner::new();
    partner.does(&["pack", "plugins/scripted", "-o", "a.plugin"]);
    let folder = partner.path("");
    for arguments in [
        &["serve", "--help-settings"][..],
        &["openapi"],
        &["completion", "zsh"],
        &["man"],
        &["version"],
        &["plugin", "inspect", "--json", "a.plugin"],
        &["plugin", "check", "--development", "a.plugin"],
        &["plugin", "test", "--show", "a.plugin"],
        &["plugin", "run", "--example", "a.plugin"],
        &["plugin", "keygen", "tests", "--no-password"],
        &["plugin", "new", "another-tool"],
        &["--help"],
    ] {
        let mut command = program(&folder, arguments);
        let mut child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("it starts");
        drop(child.stdout.take());
        let mut said = String::new();
        child.stderr.take().expect("messages").read_to_string(&mut said).expect("UTF-8");
        let ended = child.wait().expect("it ends");
        assert_eq!((ended.code(), said.as_str()), (Some(0), ""), "{arguments:?}");
    }
}

#[tokio::test]
async fn p15_a_server_continues_with_a_closed_output() {
    let bundle = bundle();
    crate::util::test_app::share_compiled_plugins(&bundle.path().join("data"));
    let mut command = program(bundle.path(), &["serve"]);
    command.env("SITEWRIGHT_BUNDLE", bundle.path()).env("SITEWRIGHT_LISTEN", "127.0.0.1:0");
    command.env("SITEWRIGHT_REALTIME", "false").env("SITEWRIGHT_LISEN", "x");
    let mut child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("it starts");
    drop(child.stdout.take());
    let lock = bundle.path().join("data/server.lock");
    let reached = tokio::time::timeout(Duration::from_secs(60), async {
        loop {
            let address = fs::read_to_string(&lock).unwrap_or_default();
            let address = address.trim().trim_start_matches("http://").to_owned();
            if !address.is_empty() && tokio::net::TcpStream::connect(address).await.is_ok() {
                return;
            }
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
    });
    let is_reached = reached.await.is_ok();
    let _ = child.kill();
    let mut said = String::new();
    child.stderr.take().expect("messages").read_to_string(&mut said).expect("UTF-8");
    let _ = child.wait();
    assert!(is_reached && !said.contains("panicked"), "{said}");
    assert!(said.contains("did you mean SITEWRIGHT_LISTEN?"), "a misspelt setting is in the log: {said}");
}
