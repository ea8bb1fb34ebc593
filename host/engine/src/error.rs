//! Errors of an installation and of a run.

use wasmtime::{Error, Trap};

use crate::answer::Answering;
use crate::contract::Failure;
use crate::limits::{Limit, Limits, bytes_in_words};
use crate::quarantine::Quarantine;

/// The engine could not start.
#[derive(Debug, thiserror::Error)]
pub enum EngineError {
    #[error("The folder for compiled plugins, {path}, cannot be used: {cause}")]
    CacheDir { path: String, cause: std::io::Error },
    #[error("WebAssembly cannot be set up on this machine: {0}")]
    Wasmtime(String),
    #[error("The threads for plugins cannot be started: {0}")]
    Threads(#[from] std::io::Error),
}

/// Why a file is not a plugin.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum InstallError {
    #[error("The plugin has {}, the limit is {}.", bytes_in_words(*.bytes), bytes_in_words(*.limit))]
    TooBig { bytes: usize, limit: usize },
    #[error("The file is precompiled machine code. Install the WebAssembly component it was made from.")]
    Precompiled,
    #[error(
        "The file is a core WebAssembly module. Turn it into a component, as `wasm-tools component new` does."
    )]
    CoreModule,
    #[error("The file is not a WebAssembly component.")]
    NotAComponent,
    #[error("The component is not valid: {0}")]
    Invalid(String),
    #[error("The component imports `{0}`, which this host does not have.")]
    UnknownImport(String),
    #[error("The component does not export `{0}`.")]
    MissingExport(String),
    #[error("The component does not fit the contract: {0}")]
    Contract(String),
    #[error("The component needs {needs}, the limit is {limit}.")]
    Resources { needs: String, limit: String },
    #[error("Compiling the component exceeds the limit: {limit}.")]
    TooCostly { limit: String },
    #[error("The component could not be compiled: {0}")]
    Internal(String),
}

impl InstallError {
    /// A stable code. The host maps it to a text in the user's language.
    pub fn code(&self) -> &'static str {
        match self {
            InstallError::TooBig { .. } => "install.too-big",
            InstallError::Precompiled => "install.precompiled",
            InstallError::CoreModule => "install.core-module",
            InstallError::NotAComponent => "install.not-a-component",
            InstallError::Invalid(_) => "install.invalid",
            InstallError::UnknownImport(_) => "install.unknown-import",
            InstallError::MissingExport(_) => "install.missing-export",
            InstallError::Contract(_) => "install.contract",
            InstallError::Resources { .. } => "install.resources",
            InstallError::TooCostly { .. } => "install.too-costly",
            InstallError::Internal(_) => "install.internal",
        }
    }
}

/// The error of a run that has no outcome.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum RunError {
    /// The plugin itself reported the error; nothing is broken.
    #[error("{0}")]
    Failure(Failure),
    #[error("{0}")]
    Limit(Limit),
    #[error("The plugin trapped: {0}.")]
    Trap(String),
    /// The plugin returned a value that violates the contract.
    #[error("The plugin's {part} is malformed: {why}.")]
    Malformed { part: &'static str, why: String },
    #[error("The plugin is closed because it trapped {} times within {} s; the last time: {}", .0.traps, .0.window.as_secs(), .0.last)]
    Quarantined(Quarantine),
    #[error("The run failed inside the host: {0}")]
    Internal(String),
}

impl RunError {
    /// A stable code. The host maps it to a text in the user's language.
    pub fn code(&self) -> &'static str {
        match self {
            RunError::Failure(Failure::InvalidInput(_)) => "plugin.invalid-input",
            RunError::Failure(Failure::LimitReached(_)) => "plugin.limit-reached",
            RunError::Failure(Failure::NeedsModel) => "plugin.needs-model",
            RunError::Failure(Failure::Unavailable(_)) => "plugin.unavailable",
            RunError::Failure(Failure::Refused(_)) => "plugin.refused",
            RunError::Limit(limit) => limit.code(),
            RunError::Trap(_) => "plugin.trap",
            RunError::Malformed { .. } => "plugin.malformed",
            RunError::Quarantined(_) => "plugin.quarantined",
            RunError::Internal(_) => "plugin.internal",
        }
    }

    /// Whether the plugin caused the error, so that it counts towards its quarantine.
    pub fn is_fault_of_plugin(&self) -> bool {
        match self {
            RunError::Limit(limit) => limit.is_fault_of_plugin(),
            RunError::Trap(_) | RunError::Malformed { .. } => true,
            RunError::Failure(_) | RunError::Quarantined(_) | RunError::Internal(_) => false,
        }
    }

    /// Maps wasmtime's error to an error of this crate.
    pub(crate) fn from_wasmtime(error: &Error, limits: &Limits) -> RunError {
        if let Some(limit) = error.downcast_ref::<Limit>() {
            return RunError::Limit(limit.clone());
        }
        if let Some(error) = error.downcast_ref::<RunError>() {
            return error.clone();
        }
        if let Some(trap) = error.downcast_ref::<Trap>() {
            return RunError::from_trap(*trap, limits);
        }
        let answering = error.downcast_ref::<Answering>().is_some();
        let cause = error.root_cause().to_string();
        // wasmtime keeps these two error types private; the tests check their messages.
        if cause.contains("fuel allocated for hostcalls") {
            return RunError::Limit(match answering {
                true => Limit::Output { bytes: limits.output_bytes.min(limits.host_call_bytes) },
                false => Limit::HostData { bytes: limits.host_call_bytes },
            });
        }
        if cause.contains("store handle limit exceeded") {
            return RunError::Limit(Limit::Handles { handles: limits.handles });
        }
        if answering {
            return RunError::Malformed { part: "answer", why: cause };
        }
        RunError::Trap(cause)
    }

    fn from_trap(trap: Trap, limits: &Limits) -> RunError {
        match trap {
            Trap::StackOverflow => RunError::Limit(Limit::Stack { bytes: limits.stack_bytes }),
            Trap::UnreachableCodeReached => RunError::Trap("it panicked".to_owned()),
            // A guest keeps large local variables below its heap, so a recursion that is too deep also ends here.
            Trap::MemoryOutOfBounds => {
                RunError::Trap("it accessed memory outside its own, by a wrong address or by recursion too deep for its own stack".to_owned())
            }
            trap => RunError::Trap(trap.to_string().trim_start_matches("wasm trap: ").to_owned()),
        }
    }
}
