//! The content of an account: projects, brand kits, documents.

pub mod brand;
pub mod documents;
pub mod projects;
