//! `sitewright plugin keygen` and `sign`: a publisher's keys and what they sign. The files are minisign's, so that its
//! own program reads them as well.

use std::{
    env, fs,
    io::Write as _,
    os::unix::fs::OpenOptionsExt as _,
    path::{Path, PathBuf},
    process::ExitCode,
};

use anyhow::{Context as _, bail};
use clap::Args;
use sitewright_package::{Package, Rules, SecretKey, digest};

use super::{read, tell, write};
use crate::locale::Locale;

/// Not an argument, which other programs could read.
const PASSWORD: &str = "SITEWRIGHT_KEY_PASSWORD";

#[derive(Args)]
pub struct Keygen {
    /// The publisher's id, as plugin.toml names it
    publisher: String,
    /// The folder for PUBLISHER.key and PUBLISHER.pub
    #[arg(short, long, default_value = ".")]
    output: PathBuf,
    /// Leave the secret key readable for whoever reads its file
    #[arg(long)]
    no_password: bool,
}

#[derive(Args)]
pub struct Sign {
    /// The package
    file: PathBuf,
    /// The secret key, PUBLISHER.key; its password is read from SITEWRIGHT_KEY_PASSWORD
    #[arg(long)]
    key: PathBuf,
    /// Where the signed package goes; in the place of the unsigned one by default
    #[arg(short, long)]
    output: Option<PathBuf>,
    /// Language of the messages: en or pl
    #[arg(long, default_value = super::super::tongue(), value_parser = super::super::language)]
    language: Locale,
}

#[derive(Args)]
pub struct Prove {
    /// The text, as the page of your publisher's keys shows it
    challenge: String,
    /// The secret key, PUBLISHER.key; its password is read from SITEWRIGHT_KEY_PASSWORD
    #[arg(long)]
    key: PathBuf,
}

pub(super) fn generate(arguments: &Keygen) -> anyhow::Result<ExitCode> {
    let password = env::var(PASSWORD).unwrap_or_default();
    if password.is_empty() != arguments.no_password {
        bail!("set {PASSWORD} to the password of the new key, or say --no-password");
    }
    let [secret, public] =
        ["key", "pub"].map(|kind| arguments.output.join(format!("{}.{kind}", arguments.publisher)));
    let (secret_text, public_text) = sitewright_package::generate(&arguments.publisher, &password)?;
    create(&secret, &secret_text, 0o600)?;
    create(&public, &public_text, 0o644)?;
    println!(
        "{}  keep it to yourself\n{}  give it to whoever installs your plugins",
        secret.display(),
        public.display()
    );
    Ok(ExitCode::SUCCESS)
}

/// A key that is there is never written over: what it signed could not be signed again.
fn create(file: &Path, text: &str, mode: u32) -> anyhow::Result<()> {
    let mut options = fs::OpenOptions::new();
    let opened = options.write(true).create_new(true).mode(mode).open(file);
    opened
        .and_then(|mut file| file.write_all(text.as_bytes()))
        .with_context(|| format!("cannot make {}", file.display()))
}

fn secret(file: &Path) -> anyhow::Result<SecretKey> {
    let key = fs::read_to_string(file).with_context(|| format!("cannot read {}", file.display()))?;
    SecretKey::read(&key, &env::var(PASSWORD).unwrap_or_default())
        .with_context(|| format!("{} (its password is read from {PASSWORD})", file.display()))
}

/// Prints the signature and nothing else, so that it can be piped to where it belongs.
pub(super) fn prove(arguments: &Prove) -> anyhow::Result<ExitCode> {
    let signature = secret(&arguments.key)?.prove(arguments.challenge.trim())?;
    print!("{signature}");
    Ok(ExitCode::SUCCESS)
}

pub(super) fn sign(arguments: &Sign) -> anyhow::Result<ExitCode> {
    let key = secret(&arguments.key)?;
    let bytes = read(&arguments.file)?;
    // Nobody signs what would be refused.
    if let Err(problems) = Package::read(&bytes, &Rules { development: true, ..Rules::default() }) {
        return Ok(tell(&problems, arguments.language));
    }
    let signed = match sitewright_package::sign(&bytes, &key)? {
        Ok(signed) => signed,
        Err(problems) => return Ok(tell(&problems, arguments.language)),
    };
    let output = arguments.output.as_ref().unwrap_or(&arguments.file);
    write(output, &signed)?;
    println!("{}\nsha256 {}", output.display(), digest(&signed));
    Ok(ExitCode::SUCCESS)
}
