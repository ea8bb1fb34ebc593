//! The guests are in `examples/`: each becomes a component of its own.
