//! A pull from an OCI registry: the manifest by tag or digest, then the layer with the package, verified by its
//! digest. If the registry requires a token, an anonymous one is fetched.

use sitewright_package::digest;

use super::fetch::{LONGEST, Unbrought, most};
use crate::platform::fetch::{Answer, Unread};
use crate::platform::prelude::*;

const MANIFEST: &str = "application/vnd.oci.image.manifest.v1+json";
/// The media type of a package layer.
const PACKAGE: &str = "application/vnd.sitewright.plugin.v1+zip";
const MANIFEST_BYTES: usize = 1 << 20;
const TOKEN_BYTES: usize = 64 << 10;

type Result<T> = std::result::Result<T, Unbrought>;

#[derive(Deserialize)]
struct Manifest {
    layers: Vec<Layer>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Layer {
    media_type: String,
    digest: String,
    size: u64,
}

#[derive(Deserialize)]
struct Token {
    #[serde(alias = "access_token")]
    token: String,
}

/// A parsed reference such as `registry.example.com/acme/motto:1.0.0`.
#[derive(Debug, PartialEq)]
struct Reference {
    registry: Url,
    name: String,
    /// A tag, or a digest such as `sha256:…`.
    version: String,
}

impl Reference {
    /// HTTPS by default.
    fn parse(text: &str) -> Option<Self> {
        let (scheme, rest) = text.trim().split_once("://").unwrap_or(("https", text.trim()));
        let (host, path) = rest.split_once('/')?;
        let (name, version) = match path.split_once('@') {
            Some((name, digest)) => (name, digest),
            None => path.rsplit_once(':').unwrap_or((path, "latest")),
        };
        let is_name = |part: &str| {
            !part.is_empty()
                && part
                    .bytes()
                    .all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit() || b"._-".contains(&byte))
                && part.bytes().any(|byte| byte != b'.')
        };
        let is_version = !version.is_empty()
            && version.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"._-:".contains(&byte));
        if !matches!(scheme, "http" | "https") || !name.split('/').all(is_name) || !is_version {
            return None;
        }
        let registry = format!("{scheme}://{host}/").parse().ok()?;
        Some(Self { registry, name: name.to_owned(), version: version.to_owned() })
    }

    fn address(&self, kind: &str, what: &str) -> Result<Url> {
        let address = self.registry.join(&format!("v2/{}/{kind}/{what}", self.name));
        address.map_err(|_| Unread::NotAnAddress.into())
    }
}

/// The package of a reference, and its source.
pub async fn pull(fetcher: &Fetcher, text: &str) -> Result<(Vec<u8>, String)> {
    let reference = Reference::parse(text).ok_or(Unread::NotAnAddress)?;
    let mut puller = Puller { fetcher, headers: HeaderMap::new() };
    puller.headers.insert(header::ACCEPT, HeaderValue::from_static(MANIFEST));
    let manifest = puller.get(&reference.address("manifests", &reference.version)?, MANIFEST_BYTES).await?;
    expect_digest(&manifest, &reference.version)?;
    let layer = layer(&manifest)?;
    puller.headers.remove(header::ACCEPT);
    let bytes = puller.get(&reference.address("blobs", &layer.digest)?, most()).await?;
    expect_digest(&bytes, &layer.digest)?;
    let host = reference.registry.host_str().unwrap_or_default();
    Ok((bytes, format!("oci://{host}/{}:{}", reference.name, reference.version)))
}

fn layer(manifest: &[u8]) -> Result<Layer> {
    let none = || Unbrought::Other(Text::key("registry.no-package-there"));
    let manifest: Manifest = serde_json::from_slice(manifest).map_err(|_| none())?;
    let mut packages = manifest.layers.into_iter().filter(|layer| layer.media_type == PACKAGE);
    let layer = packages.next().filter(|layer| layer.digest.starts_with("sha256:")).ok_or_else(none)?;
    refuse_if(packages.next().is_some(), none)?;
    match usize::try_from(layer.size) {
        Ok(size) if size <= most() => Ok(layer),
        _ => Err(Unread::TooLarge(most()).into()),
    }
}

/// Content named by a digest must match it; a tag is not verified.
fn expect_digest(bytes: &[u8], name: &str) -> Result<()> {
    match name.strip_prefix("sha256:") {
        Some(expected) if digest(bytes) != expected => {
            Err(Unbrought::Other(Text::key("registry.digest-differs")))
        }
        _ => Ok(()),
    }
}

struct Puller<'a> {
    fetcher: &'a Fetcher,
    headers: HeaderMap,
}

impl Puller<'_> {
    async fn get(&mut self, url: &Url, most: usize) -> Result<Vec<u8>> {
        let mut answer = self.fetcher.file(url, &self.headers, most, LONGEST).await?;
        if answer.status == StatusCode::UNAUTHORIZED && !self.headers.contains_key(header::AUTHORIZATION) {
            self.authorize(&answer).await?;
            answer = self.fetcher.file(url, &self.headers, most, LONGEST).await?;
        }
        if answer.status.is_success() { Ok(answer.bytes) } else { Err(refused(answer.status)) }
    }

    /// Fetches an anonymous token of the registry.
    async fn authorize(&mut self, answer: &Answer) -> Result<()> {
        let challenge = answer.headers.get(header::WWW_AUTHENTICATE).and_then(|value| value.to_str().ok());
        let url = challenge.and_then(token_address).ok_or_else(|| refused(answer.status))?;
        let answer = self.fetcher.file(&url, &HeaderMap::new(), TOKEN_BYTES, LONGEST).await?;
        let token: Option<Token> = serde_json::from_slice(&answer.bytes).ok();
        let value = token.and_then(|token| HeaderValue::from_str(&format!("Bearer {}", token.token)).ok());
        self.headers.insert(header::AUTHORIZATION, value.ok_or_else(|| refused(answer.status))?);
        Ok(())
    }
}

fn refused(status: StatusCode) -> Unbrought {
    Unread::Status(status.as_u16()).into()
}

/// The URL of `Bearer realm="https://auth.example.com/token",service="…",scope="…"`.
fn token_address(challenge: &str) -> Option<Url> {
    let parts = challenge.strip_prefix("Bearer ")?;
    let value = |name: &str| {
        let rest = parts.split(&format!("{name}=\"")).nth(1)?;
        rest.split('"').next().map(str::to_owned)
    };
    let mut url: Url = value("realm")?.parse().ok()?;
    for name in ["service", "scope"] {
        if let Some(value) = value(name) {
            url.query_pairs_mut().append_pair(name, &value);
        }
    }
    Some(url)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_reference_is_parsed_or_refused() {
        let parse =
            |text: &str| Reference::parse(text).map(|of| (of.registry.to_string(), of.name, of.version));
        let of = |registry: &str, name: &str, version: &str| {
            Some((registry.to_owned(), name.to_owned(), version.to_owned()))
        };
        assert_eq!(parse("r.example.com/acme/motto:1.0"), of("https://r.example.com/", "acme/motto", "1.0"));
        assert_eq!(parse("r.example.com:5000/motto"), of("https://r.example.com:5000/", "motto", "latest"));
        assert_eq!(parse("http://10.0.0.1/a@sha256:ab"), of("http://10.0.0.1/", "a", "sha256:ab"));
        for wrong in
            ["", "motto", "r/../x", "r/a/../b", "r/A", "r/a:", "r/a:b?c", "ftp://r/a", "r/a:../../x/y"]
        {
            assert_eq!(parse(wrong), None, "{wrong:?}");
        }
    }

    #[test]
    fn a_challenge_contains_the_token_url() {
        let url =
            token_address("Bearer realm=\"https://auth.example.com/token\",service=\"r\",scope=\"a:b:pull\"");
        assert_eq!(
            url.map(String::from),
            Some("https://auth.example.com/token?service=r&scope=a%3Ab%3Apull".into())
        );
        assert_eq!(token_address("Basic realm=\"x\""), None);
    }
}
