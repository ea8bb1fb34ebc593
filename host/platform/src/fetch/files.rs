//! Reads a file by HTTPS, with each redirect checked as for pages, up to a size and a time limit.

use super::{Fetcher, REDIRECTS, Unread, next, read, reason, tidy};
use crate::libraries::*;

/// The response of a server, after redirects.
#[derive(Debug)]
pub struct Answer {
    pub status: StatusCode,
    pub headers: HeaderMap,
    /// Only of a successful response.
    pub bytes: Vec<u8>,
}

impl Fetcher {
    /// Reads the file at an address. `headers` are sent to its own server only, not to redirect targets.
    pub async fn file(
        &self,
        url: &Url,
        headers: &HeaderMap,
        most: usize,
        longest: Duration,
    ) -> Result<Answer, Unread> {
        let exchange = self.follow(url, headers, most);
        tokio::time::timeout(longest, exchange).await.map_err(|_| Unread::TimedOut)?
    }

    async fn follow(&self, url: &Url, headers: &HeaderMap, most: usize) -> Result<Answer, Unread> {
        let (mut url, home) = (url.clone(), url.origin());
        for _ in 0..=REDIRECTS {
            tidy(&mut url);
            self.expect_safe(&url)?;
            let mut request = self.client.get(self.plain.stand_in(&url));
            if url.origin() == home {
                request = request.headers(headers.clone());
            }
            let mut response = request.send().await.map_err(reason)?;
            if let Some(there) = next(&url, &response)? {
                url = there;
                continue;
            }
            let bytes =
                if response.status().is_success() { read(&mut response, most).await? } else { Vec::new() };
            // The request asked for the file without compression.
            if response.headers().contains_key(header::CONTENT_ENCODING) {
                return Err(Unread::NotAPage);
            }
            return Ok(Answer { status: response.status(), headers: response.headers().clone(), bytes });
        }
        Err(Unread::Redirects)
    }

    /// Without TLS only addresses in the settings are allowed, where the network is trusted.
    pub(super) fn expect_private_line(&self, url: &Url) -> Result<(), Unread> {
        if url.scheme() == "https" {
            return Ok(());
        }
        let host = url.host_str().unwrap_or_default();
        let figures = host.trim_start_matches('[').trim_end_matches(']').parse::<IpAddr>();
        if figures.is_ok_and(|address| self.reach.names(address)) { Ok(()) } else { Err(Unread::NoTls) }
    }
}
