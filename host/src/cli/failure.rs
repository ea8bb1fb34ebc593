//! Error output of commands: messages on standard error, or with `--json` one document on standard output: `{"error":
//! {"code", "message", …}}`.

use std::sync::atomic::AtomicBool;

use crate::cli::prelude::*;
use crate::platform::error::Problem;

/// The usual exit code for wrong usage.
pub const MISUSED: u8 = 2;
/// The code of errors without another one.
const FAILED: &str = "cli.failed";
static JSON: AtomicBool = AtomicBool::new(false);

/// Whether programs read the output.
pub fn as_json(json: bool) {
    JSON.store(json, Relaxed);
}

pub fn is_json() -> bool {
    JSON.load(Relaxed)
}

/// An error with a stable code, in the reader's language.
#[derive(Debug)]
pub struct Failure {
    code: Cow<'static, str>,
    message: String,
    /// By argument or field.
    errors: BTreeMap<String, Vec<String>>,
    exit: u8,
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for Failure {}

impl Failure {
    /// Marks wrong usage.
    pub fn misuse(self) -> Self {
        Self { exit: MISUSED, ..self }
    }

    /// Marks a refusal of correct usage.
    pub fn refusal(self) -> Self {
        Self { exit: 1, ..self }
    }

    /// Converts a problem; `option` maps a field to its option. Invalid fields are wrong usage.
    pub fn of(problem: &Problem, language: Locale, option: impl Fn(&str) -> String) -> Self {
        let view = problem.render(language);
        let errors: BTreeMap<_, _> =
            view.errors.unwrap_or_default().into_iter().map(|(name, texts)| (option(&name), texts)).collect();
        let lines =
            errors.iter().flat_map(|(name, texts)| texts.iter().map(move |it| format!("{name}: {it}")));
        let lines = lines.collect::<Vec<_>>().join("\n");
        let (message, exit) = if errors.is_empty() { (view.message, 1) } else { (lines, MISUSED) };
        Self { code: view.code.into(), message, errors, exit }
    }

    /// Prints it and returns the exit code.
    pub fn end(&self) -> ExitCode {
        if is_json() {
            // With field errors the message is the first of them, as in the API.
            let first = self.errors.values().flatten().next().unwrap_or(&self.message);
            let errors = (!self.errors.is_empty()).then(|| json!({ "errors": self.errors }));
            print_error(&self.code, first, errors.unwrap_or_default());
        } else if self.errors.is_empty() {
            eprintln!("sitewright: {self}");
        } else {
            eprintln!("{self}");
        }
        ExitCode::from(self.exit)
    }
}

/// Makes an error from a message; the key is the code.
pub trait Fail {
    fn fail(&self, language: Locale) -> Failure;
}

impl Fail for Text {
    fn fail(&self, language: Locale) -> Failure {
        let code = match self {
            Text::Key { key, .. } => key.clone(),
            Text::Said(_) => Cow::Borrowed(FAILED),
        };
        Failure { code, message: self.say(language), errors: BTreeMap::new(), exit: 1 }
    }
}

/// Prints an error with its causes.
pub fn report(error: &anyhow::Error) -> ExitCode {
    let failure = error.downcast_ref::<Failure>();
    if let Some(failure) = failure.filter(|failure| !failure.errors.is_empty()) {
        return failure.end();
    }
    if is_json() {
        print_error(failure.map_or(FAILED, |failure| &failure.code), &format!("{error:#}"), Value::Null);
    } else {
        eprintln!("sitewright: {error:#}");
    }
    ExitCode::from(failure.map_or(1, |failure| failure.exit))
}

/// Prints argument errors, or the requested help or version.
pub fn misused(error: clap::Error) -> ExitCode {
    if is_json() && error.use_stderr() {
        let text = error.to_string();
        let message = text.split("\n\n").next().unwrap_or_default().trim_start_matches("error: ");
        print_error("cli.misused", message, Value::Null);
        return ExitCode::from(MISUSED);
    }
    // The output may be closed.
    let _ = error.print();
    ExitCode::from(u8::try_from(error.exit_code()).unwrap_or(MISUSED))
}

/// Prints several reasons, each with its own code: as `lines`, or in JSON below one code for all of them.
pub fn reasons<R: Serialize>(code: &str, reasons: &[R], line: impl Fn(&R) -> String) -> ExitCode {
    if is_json() {
        let problems = serde_json::to_value(reasons).unwrap_or_default();
        let first = problems[0]["message"].as_str().unwrap_or_default().to_owned();
        print_error(code, &first, json!({ "problems": problems }));
    } else {
        reasons.iter().for_each(|reason| eprintln!("{}", line(reason)));
    }
    ExitCode::FAILURE
}

/// Prints the JSON document; `more` are its additional fields.
pub fn print_error(code: &str, message: &str, more: Value) {
    let mut error = json!({ "code": code, "message": message });
    if let (Value::Object(error), Value::Object(more)) = (&mut error, more) {
        error.extend(more);
    }
    println!("{:#}", json!({ "error": error }));
}
