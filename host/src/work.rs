//! Running tools: keys, host calls, runs, recordings, bulk jobs, MCP.

pub mod bulk;
pub mod connections;
pub mod egress;
pub mod keys;
pub mod mcp;
pub mod recordings;
pub mod runs;
