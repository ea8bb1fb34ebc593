//! The guests are in `examples/`; each is compiled to a component.
