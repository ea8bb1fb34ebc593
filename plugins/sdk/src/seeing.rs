//! A host whose requests to the model show images.

use crate::host::{Brand, Completion, Failure, Host, Project, Request};

/// The same host with these images.
pub(crate) struct Seeing<'h, H> {
    pub host: &'h H,
    pub images: Vec<String>,
}

impl<H: Host> Host for Seeing<'_, H> {
    fn interface_language(&self) -> String {
        self.host.interface_language()
    }

    fn project(&self) -> Option<Project> {
        self.host.project()
    }

    fn brand(&self) -> Option<Brand> {
        self.host.brand()
    }

    fn complete_all(&self, requests: Vec<Request>) -> Vec<Result<Completion, Failure>> {
        requests.into_iter().map(|request| self.host.complete_seeing(request, &self.images)).collect()
    }

    fn progress(&self, done: u32, total: u32, label: &str) {
        self.host.progress(done, total, label);
    }
}
