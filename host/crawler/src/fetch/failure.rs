//! Why a request has no answer.

use std::error::Error;
use std::io;

use rustls::CertificateError;

use super::network::Unresolved;
use crate::named::named;

named! {
    /// The kind of a failure.
    pub enum FailureKind {
        /// No headers arrived within the time limit.
        TimedOut = "timed-out",
        /// The name of the host cannot be resolved.
        Dns = "dns",
        /// The server refuses connections.
        Refused = "refused",
        /// The server ended the connection without an answer.
        Reset = "reset",
        /// The network or the host cannot be reached.
        Unreachable = "unreachable",
        /// The encrypted connection cannot be established.
        Tls = "tls",
        /// The certificate has ended or is not yet valid.
        TlsExpired = "tls-expired",
        /// The certificate is for other hosts.
        TlsWrongHost = "tls-wrong-host",
        /// The certificate comes from an unknown issuer.
        TlsUntrusted = "tls-untrusted",
        /// There are too many headers.
        Headers = "headers",
        /// The address may not be called.
        AddressDenied = "address-denied",
        /// The answer is not HTTP, or the request cannot be sent.
        Invalid = "invalid",
        /// The answer made its reader fail.
        Unreadable = "unreadable",
    }
}

/// A request has no answer.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
#[error("{kind}: {text}")]
pub struct Failure {
    pub kind: FailureKind,
    /// Details for an expert.
    pub text: String,
}

impl Failure {
    pub fn new(kind: FailureKind, text: impl Into<String>) -> Self {
        Self { kind, text: text.into() }
    }

    pub(crate) fn invalid(text: &str) -> Self {
        Self::new(FailureKind::Invalid, text)
    }

    /// Finds the kind among the causes of an error of the client.
    pub(super) fn of(error: &reqwest::Error) -> Self {
        let (mut cause, mut text) = (Some(error as &dyn Error), String::new());
        while let Some(error) = cause {
            text = error.to_string();
            if let Some(kind) = kind(error) {
                return Self::new(kind, text);
            }
            cause = error.source();
        }
        let kind = if error.is_timeout() {
            FailureKind::TimedOut
        } else if error.is_connect() {
            FailureKind::Unreachable
        } else {
            FailureKind::Invalid
        };
        Self::new(kind, text)
    }
}

fn kind(error: &(dyn Error + 'static)) -> Option<FailureKind> {
    if let Some(unresolved) = error.downcast_ref::<Unresolved>() {
        return Some(match unresolved {
            Unresolved::Denied => FailureKind::AddressDenied,
            Unresolved::Failed(_) | Unresolved::Nothing => FailureKind::Dns,
        });
    }
    if let Some(error) = error.downcast_ref::<rustls::Error>() {
        return Some(tls(error));
    }
    if let Some(error) = error.downcast_ref::<hyper::Error>() {
        return of_exchange(error);
    }
    let error = error.downcast_ref::<io::Error>()?;
    // The source of such an error is that of the inner one, so that the inner one is asked here.
    if let Some(kind) = error.get_ref().and_then(|inner| kind(inner)) {
        return Some(kind);
    }
    match error.kind() {
        io::ErrorKind::ConnectionRefused => Some(FailureKind::Refused),
        io::ErrorKind::ConnectionReset
        | io::ErrorKind::ConnectionAborted
        | io::ErrorKind::BrokenPipe
        | io::ErrorKind::UnexpectedEof => Some(FailureKind::Reset),
        io::ErrorKind::TimedOut => Some(FailureKind::TimedOut),
        io::ErrorKind::HostUnreachable | io::ErrorKind::NetworkUnreachable => Some(FailureKind::Unreachable),
        _ => None,
    }
}

fn of_exchange(error: &hyper::Error) -> Option<FailureKind> {
    if error.is_parse_too_large() {
        Some(FailureKind::Headers)
    } else if error.is_parse() {
        Some(FailureKind::Invalid)
    } else if error.is_incomplete_message() {
        Some(FailureKind::Reset)
    } else {
        None
    }
}

fn tls(error: &rustls::Error) -> FailureKind {
    use CertificateError as Bad;
    match error {
        rustls::Error::InvalidCertificate(bad) => match bad {
            Bad::Expired | Bad::ExpiredContext { .. } | Bad::NotValidYet | Bad::NotValidYetContext { .. } => {
                FailureKind::TlsExpired
            }
            Bad::NotValidForName | Bad::NotValidForNameContext { .. } => FailureKind::TlsWrongHost,
            Bad::UnknownIssuer | Bad::Revoked | Bad::BadSignature => FailureKind::TlsUntrusted,
            _ => FailureKind::Tls,
        },
        _ => FailureKind::Tls,
    }
}
