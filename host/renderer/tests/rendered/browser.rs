//! What renders with a headless Chromium.

use std::time::Duration;

use sitewright_renderer::{Browser, Limits, Phone};

pub use crate::chromium::Chromium;

impl Chromium {
    /// What renders with it, as fast as this machine is.
    pub fn renders(&self, change: impl FnOnce(&mut Limits)) -> Browser {
        let mut limits = Limits {
            phone: Phone::unthrottled(),
            loading: Duration::from_secs(20),
            whole: Duration::from_secs(40),
            quiet: Duration::from_millis(300),
            ..Limits::default()
        };
        change(&mut limits);
        Browser::new(self.server().parse().expect("an address"), limits)
    }
}
