//! The engine from outside: what it refuses to install, and how each limit ends a run.

mod cancel;
mod clock;
mod compiled;
mod component;
mod guest;
mod harness;
mod hostile;
mod install;
mod outside;
mod prelude;
mod quarantine;
mod rules;
mod runs;
mod script;
mod template;
