//! `sitewright plugin keygen` and `sign`: publishers' keys and signatures. The files have minisign's format, so that
//! minisign reads them as well.

use std::env;
use std::io::Write as _;
use std::os::unix::fs::OpenOptionsExt as _;

use sitewright_package::{KeyError, SecretKey, digest};

use super::{accepted, folder, of_file, read, write};
use crate::cli::prelude::*;

/// An environment variable, because other programs can read arguments.
const PASSWORD: &str = "SITEWRIGHT_KEY_PASSWORD";

#[derive(Args)]
pub struct Keygen {
    /// The publisher's id, as in plugin.toml
    publisher: String,
    /// The folder for PUBLISHER.key and PUBLISHER.pub
    #[arg(short, long, default_value = ".")]
    output: PathBuf,
    /// Store the secret key without a password
    #[arg(long)]
    no_password: bool,
    /// Language of the messages: en or pl
    #[arg(long, default_value = super::super::tongue(), value_parser = super::super::language)]
    language: Locale,
}

#[derive(Args)]
pub struct Sign {
    /// The package
    file: PathBuf,
    /// The secret key, PUBLISHER.key; its password is read from SITEWRIGHT_KEY_PASSWORD
    #[arg(long)]
    key: PathBuf,
    /// The signed package to write; replaces the unsigned one by default
    #[arg(short, long)]
    output: Option<PathBuf>,
    /// Language of the messages: en or pl
    #[arg(long, default_value = super::super::tongue(), value_parser = super::super::language)]
    language: Locale,
}

#[derive(Args)]
pub struct Prove {
    /// The challenge, as shown on the page of your publisher's keys
    challenge: String,
    /// The secret key, PUBLISHER.key; its password is read from SITEWRIGHT_KEY_PASSWORD
    #[arg(long)]
    key: PathBuf,
    /// Language of the messages: en or pl
    #[arg(long, default_value = super::super::tongue(), value_parser = super::super::language)]
    language: Locale,
}

pub(super) fn generate(arguments: &Keygen) -> anyhow::Result<ExitCode> {
    let password = env::var(PASSWORD).unwrap_or_default();
    if password.is_empty() != arguments.no_password {
        bail!(Text::key("cli.key-password").with("variable", PASSWORD).fail(arguments.language));
    }
    let [secret, public] =
        ["key", "pub"].map(|kind| arguments.output.join(format!("{}.{kind}", arguments.publisher)));
    let language = arguments.language;
    let (secret_text, public_text) = sitewright_package::generate(&arguments.publisher, &password)
        .map_err(|error| anyhow!(key_error(&error, language)))?;
    create(&secret, &secret_text, 0o600, language)?;
    create(&public, &public_text, 0o644, language)?;
    println!("{}", of_file("cli.key-secret", &secret, language));
    println!("{}", of_file("cli.key-public", &public, language));
    Ok(ExitCode::SUCCESS)
}

/// Never overwrites an existing key, whose packages could not be signed again.
fn create(file: &Path, text: &str, mode: u32, language: Locale) -> anyhow::Result<()> {
    let mut options = fs::OpenOptions::new();
    let opened = options.write(true).create_new(true).mode(mode).open(file);
    opened
        .and_then(|mut file| file.write_all(text.as_bytes()))
        .with_context(|| of_file("cli.cannot-make", file, language))
}

fn secret(file: &Path, language: Locale) -> anyhow::Result<SecretKey> {
    let key = fs::read_to_string(file).with_context(|| of_file("cli.cannot-read", file, language))?;
    SecretKey::read(&key, &env::var(PASSWORD).unwrap_or_default()).map_err(|error| {
        let source = Text::key("cli.key-of-file").with("file", file.display().to_string());
        let source = source.with("variable", PASSWORD).say(language);
        anyhow!("{source}: {}", key_error(&error, language))
    })
}

/// The message of a key error, in the reader's language.
pub(super) fn key_error(error: &KeyError, language: Locale) -> String {
    let text = match error {
        KeyError::Publisher => Text::key("cli.key-publisher"),
        KeyError::Public => Text::key("cli.key-not-public"),
        KeyError::Secret => Text::key("cli.key-not-secret"),
        KeyError::Challenge => Text::key("cli.key-challenge"),
        KeyError::Generate(why) => Text::key("cli.key-not-made").with("why", why.as_str()),
    };
    text.say(language)
}

/// Prints only the signature, so that it can be piped.
pub(super) fn prove(arguments: &Prove) -> anyhow::Result<ExitCode> {
    let key = secret(&arguments.key, arguments.language)?;
    let signature = key.prove(arguments.challenge.trim());
    let signature = signature.map_err(|error| anyhow!(key_error(&error, arguments.language)))?;
    print!("{signature}");
    Ok(ExitCode::SUCCESS)
}

pub(super) fn sign(arguments: &Sign) -> anyhow::Result<ExitCode> {
    let key = secret(&arguments.key, arguments.language)?;
    let bytes = read(&arguments.file, arguments.language)?;
    // An invalid package is not signed.
    accepted(folder::read(&bytes), arguments.language)?;
    let signed = accepted(sitewright_package::sign(&bytes, &key)?, arguments.language)?;
    let output = arguments.output.as_ref().unwrap_or(&arguments.file);
    write(output, &signed, arguments.language)?;
    println!("{}\nsha256 {}", output.display(), digest(&signed));
    Ok(ExitCode::SUCCESS)
}
