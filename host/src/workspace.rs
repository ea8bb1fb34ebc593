//! What an account works on: projects, brand kits, documents.

pub mod brand;
pub mod documents;
pub mod projects;
