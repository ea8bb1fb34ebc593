//! Running tools: keys, host calls, runs, recordings, bulk jobs, MCP.

pub mod bulk;
pub mod connections;
pub mod keys;
pub mod mcp;
pub mod outside;
pub mod recordings;
pub mod runs;
