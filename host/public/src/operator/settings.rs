//! The settings with their rules.

use std::sync::LazyLock;

use super::colours;
use crate::platform::prelude::*;

/// The name of the product, which a site without an own brand has.
pub const PRODUCT: &str = "Sitewright";

/// Pages that may be hidden: the build puts conditions around the links to them. The others are those that the application
/// links to, and those that a site must have.
pub static HIDEABLE: LazyLock<Vec<String>> = LazyLock::new(|| {
    let names = include_str!("../../../../web-shell/site/hideable.json");
    serde_json::from_str(names).unwrap_or_default()
});

/// Everything that the operator says about the site.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, Validate, ToSchema)]
#[schema(as = SiteSettings)]
pub struct Settings {
    #[garde(dive)]
    #[schema(required)]
    pub company: Company,
    #[garde(dive)]
    #[schema(required)]
    pub brand: Brand,
    #[garde(length(max = 12), dive)]
    #[schema(required)]
    pub socials: Vec<Social>,
    #[garde(length(max = 20), dive)]
    #[schema(required)]
    pub links: Vec<Link>,
    /// Names of pages that do not exist on this site: a subset of `hideable` of the response.
    #[garde(length(max = 40), inner(custom(may_hide)))]
    #[schema(required)]
    pub hidden: Vec<String>,
    #[garde(dive)]
    #[schema(required)]
    pub analytics: Analytics,
    #[garde(dive)]
    #[schema(required)]
    pub pixel: Pixel,
}

/// Who runs the site. Texts may be empty.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, Validate, ToSchema)]
#[schema(as = SiteCompany)]
pub struct Company {
    #[garde(length(chars, max = 200))]
    #[schema(required)]
    pub name: String,
    /// Lines of the postal address.
    #[garde(length(chars, max = 500))]
    #[schema(required)]
    pub address: String,
    #[garde(length(chars, max = 40))]
    #[schema(required)]
    pub vat_id: String,
    #[garde(length(bytes, max = 254), custom(email_or_none))]
    #[schema(required)]
    pub email: String,
    #[garde(length(chars, max = 40))]
    #[schema(required)]
    pub phone: String,
}

impl Company {
    /// Whether the legal pages can name who runs the site.
    pub fn is_known(&self) -> bool {
        ![&self.name, &self.address, &self.email].into_iter().any(String::is_empty)
    }
}

/// How the site looks.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, Validate, ToSchema)]
#[schema(as = SiteBrand)]
pub struct Brand {
    /// The name in titles, header and footer; empty for that of the product.
    #[garde(length(chars, max = 60))]
    #[schema(required)]
    pub name: String,
    /// The id of a picture of the site.
    #[garde(inner(custom(picture)))]
    #[serde(deserialize_with = "Option::deserialize")]
    #[schema(required)]
    pub logo: Option<String>,
    /// The accent colour, such as `#1f5247`, with a contrast of 4.5 : 1 on white.
    #[garde(inner(custom(readable)))]
    #[serde(deserialize_with = "Option::deserialize")]
    #[schema(required, example = "#1f5247")]
    pub colour: Option<String>,
}

/// A profile on a social network.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Validate, ToSchema)]
#[schema(as = SiteSocial)]
pub struct Social {
    #[garde(skip)]
    pub network: Network,
    #[garde(length(bytes, max = 300), custom(https))]
    pub url: String,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
#[schema(as = SocialNetwork)]
pub enum Network {
    Facebook,
    Instagram,
    Linkedin,
    X,
    Youtube,
    Tiktok,
    Github,
    Mastodon,
    Bluesky,
}

/// A further link of the navigation or the footer.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Validate, ToSchema)]
#[schema(as = SiteLink)]
pub struct Link {
    #[garde(skip)]
    pub place: LinkPlace,
    #[garde(length(chars, min = 1, max = 60))]
    pub title_en: String,
    #[garde(length(chars, min = 1, max = 60))]
    pub title_pl: String,
    /// An address with `https`, or a path of this site.
    #[garde(length(bytes, max = 300), custom(link))]
    pub url: String,
    /// The address on Polish pages; empty for the same one.
    #[serde(default)]
    #[garde(length(bytes, max = 300), custom(link_or_none))]
    #[schema(required)]
    pub url_pl: String,
}

impl Link {
    /// The title and the address on pages in a language.
    pub fn of(&self, locale: Locale) -> (&str, &str) {
        let polish = if self.url_pl.is_empty() { &self.url } else { &self.url_pl };
        locale.pick((self.title_en.as_str(), self.url.as_str()), (self.title_pl.as_str(), polish.as_str()))
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
#[schema(as = SiteLinkPlace)]
pub enum LinkPlace {
    Resources,
    Company,
    Footer,
}

/// A script that measures visits after consent; none if `script` is empty.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, Validate, ToSchema)]
#[schema(as = SiteAnalytics)]
pub struct Analytics {
    #[garde(length(bytes, max = 300), custom(https_or_none))]
    #[schema(required, example = "https://plausible.io/js/script.js")]
    pub script: String,
    #[garde(length(max = 20), dive)]
    #[schema(required)]
    pub attributes: Vec<Attribute>,
}

/// An attribute of the script's element.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Validate, ToSchema)]
#[schema(as = SiteScriptAttribute)]
pub struct Attribute {
    /// Such as `data-domain`: names begin with `data-`.
    #[garde(length(bytes, max = 60), custom(attribute))]
    pub name: String,
    #[garde(length(chars, max = 300))]
    pub value: String,
}

/// The pixel of Meta, loaded after consent; none if `id` is empty.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, Validate, ToSchema)]
#[schema(as = SitePixel)]
pub struct Pixel {
    #[garde(length(bytes, max = 20), custom(digits))]
    #[schema(required)]
    pub id: String,
}

impl Settings {
    /// Without spaces around texts.
    pub fn trimmed(mut self) -> Self {
        let Self { company, brand, analytics, pixel, .. } = &mut self;
        let texts = [
            &mut company.name,
            &mut company.address,
            &mut company.vat_id,
            &mut company.email,
            &mut company.phone,
            &mut brand.name,
            &mut analytics.script,
            &mut pixel.id,
        ];
        texts.into_iter().for_each(trim);
        self.socials.iter_mut().for_each(|social| trim(&mut social.url));
        for link in &mut self.links {
            [&mut link.title_en, &mut link.title_pl, &mut link.url, &mut link.url_pl]
                .into_iter()
                .for_each(trim);
        }
        self.brand.colour = self.brand.colour.map(|colour| colour.trim().to_lowercase());
        self
    }

    /// The name in titles, header and footer.
    pub fn name(&self) -> &str {
        if self.brand.name.is_empty() { PRODUCT } else { &self.brand.name }
    }

    pub fn is_hidden(&self, page: &str) -> bool {
        self.hidden.iter().any(|name| name == page || (name == "aiTools" && page == "aiTool"))
    }

    /// Who measures visits after consent, such as `plausible.io` and `Meta`.
    pub fn measurers(&self) -> Vec<String> {
        let host = Url::parse(&self.analytics.script).ok().and_then(|url| url.host_str().map(str::to_owned));
        host.into_iter().chain((!self.pixel.id.is_empty()).then(|| "Meta".to_owned())).collect()
    }

    /// Whether scripts of others ask for consent.
    pub fn measures(&self) -> bool {
        !self.analytics.script.is_empty() || !self.pixel.id.is_empty()
    }
}

fn trim(text: &mut String) {
    *text = text.trim().to_owned();
}

type Checked = garde::Result;

fn ok_if(condition: bool, key: &str) -> Checked {
    if condition { Ok(()) } else { Err(garde::Error::new(key)) }
}

fn may_hide(name: &str, _: &()) -> Checked {
    ok_if(HIDEABLE.iter().any(|page| page == name), "validation.not-a-choice")
}

fn email_or_none(text: &str, _: &()) -> Checked {
    let is_valid = text.is_empty() || garde::rules::email::parse_email(text).is_ok();
    ok_if(is_valid, "validation.email")
}

fn picture(id: &str, _: &()) -> Checked {
    let is_id = (8..=64).contains(&id.len()) && id.bytes().all(|byte| byte.is_ascii_hexdigit());
    ok_if(is_id, "validation.wrong-format")
}

fn is_https(text: &str) -> bool {
    Url::parse(text).is_ok_and(|url| url.scheme() == "https" && url.has_host() && url.username().is_empty())
}

fn https(text: &str, _: &()) -> Checked {
    ok_if(is_https(text), "site.https-address")
}

fn https_or_none(text: &str, _: &()) -> Checked {
    ok_if(text.is_empty() || is_https(text), "site.https-address")
}

fn link(text: &str, _: &()) -> Checked {
    let is_path = text.starts_with('/') && !text.starts_with("//") && !text.contains(['\\', ' ', '"']);
    ok_if(is_path || is_https(text), "site.link-address")
}

fn link_or_none(text: &str, context: &()) -> Checked {
    if text.is_empty() { Ok(()) } else { link(text, context) }
}

fn attribute(name: &str, _: &()) -> Checked {
    let is_plain = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-';
    let rest = name.strip_prefix("data-").unwrap_or_default();
    ok_if(!rest.is_empty() && rest.bytes().all(is_plain), "site.data-attribute")
}

fn digits(text: &str, _: &()) -> Checked {
    ok_if(text.bytes().all(|byte| byte.is_ascii_digit()), "site.digits")
}

fn readable(text: &str, _: &()) -> Checked {
    match colours::carries_white(text) {
        None => Err(garde::Error::new("site.colour")),
        Some(is_dark) => ok_if(is_dark, "site.colour-contrast"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_colour_must_be_readable_on_white() {
        for good in ["#1f5247", "#767676", "#000000"] {
            assert!(readable(good, &()).is_ok(), "{good}");
        }
        for bad in ["#ffffff", "#ff9900", "#777", "1f5247", "#zzzzzz", "#+1+1+1"] {
            assert!(readable(bad, &()).is_err(), "{bad}");
        }
    }
}
