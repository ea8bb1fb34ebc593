//! Certificates of the servers, signed by an authority that only lives as long as the test.

use std::sync::{Arc, LazyLock};

use rcgen::{BasicConstraints, CertificateParams, CertifiedIssuer, IsCa, KeyPair};
use rustls::ServerConfig;
use rustls::pki_types::{PrivateKeyDer, PrivatePkcs8KeyDer};

static AUTHORITY: LazyLock<CertifiedIssuer<'static, KeyPair>> = LazyLock::new(|| {
    let mut params = CertificateParams::new([]).expect("no names");
    params.is_ca = IsCa::Ca(BasicConstraints::Unconstrained);
    let key = KeyPair::generate().expect("a key");
    CertifiedIssuer::self_signed(params, key).expect("a certificate")
});

static KEY: LazyLock<KeyPair> = LazyLock::new(|| KeyPair::generate().expect("a key"));

/// The certificate of the authority, in DER.
pub fn authority() -> Vec<u8> {
    AUTHORITY.der().to_vec()
}

/// How a server of these hosts speaks TLS.
pub fn server(hosts: Vec<String>) -> Arc<ServerConfig> {
    let _ = rustls::crypto::ring::default_provider().install_default();
    let params = CertificateParams::new(hosts).expect("names of hosts");
    let certificate = params.signed_by(&*KEY, &AUTHORITY).expect("a certificate");
    let key = PrivateKeyDer::Pkcs8(PrivatePkcs8KeyDer::from(KEY.serialize_der()));
    let config = ServerConfig::builder().with_no_client_auth();
    Arc::new(config.with_single_cert(vec![certificate.der().clone()], key).expect("a key of the certificate"))
}
