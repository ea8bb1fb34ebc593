mod model;
mod util { pub mod model_server; }
