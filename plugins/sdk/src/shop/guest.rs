//! The functions of the host as the client of a shop system.

use super::{
    Allowance, Client, Connection, Failure, Fault, Hash, Request, Response, TakenSecret, fault_of_failure,
};
use crate::guest::bindings::sitewright::plugin::context;
use crate::language::Language;
use crate::outside::{http, store};

/// The imports of the component.
pub struct Imports;

impl Client for Imports {
    fn connection(&self) -> Result<Connection, Fault> {
        let connections = http::connections().map_err(fault_of_failure)?;
        connections.into_iter().next().ok_or(Fault::NotConnected)
    }

    fn send(&self, request: &Request) -> Result<Response, Failure> {
        http::send(request)
    }

    fn send_at(&self, request: &Request, cost: f64) -> Result<Response, Failure> {
        http::send_at(request, cost)
    }

    /// A host that does not pace requests still answers them.
    fn pace(&self, host: &str, allowance: Allowance) {
        let _ = http::pace(host, allowance);
    }

    fn renew(&self, request: &Request, taken: &[TakenSecret]) -> Result<Response, Failure> {
        http::renew(request, taken)
    }

    fn digest(
        &self,
        hash: Hash,
        key: Option<&str>,
        message: &[u8],
        keep_as: Option<&str>,
    ) -> Result<String, Failure> {
        http::digest(hash, key, message, keep_as)
    }

    fn now(&self) -> u64 {
        context::now()
    }

    fn kept(&self, key: &str) -> Option<Vec<u8>> {
        store::get(key).ok().flatten()
    }

    fn keep(&self, key: &str, value: &[u8]) {
        let _ = store::set(key, value);
    }

    fn language(&self) -> Language {
        Language::of(&context::interface_language())
    }
}
