//! The limits of a plugin, and the errors when it exceeds them.

use std::time::Duration;

const KIB: usize = 1024;
const MIB: usize = 1024 * KIB;

/// The limits of one run. All of them are settings of the host.
#[derive(Clone, Debug, PartialEq)]
pub struct Limits {
    /// Linear memory of one run. Generators need 1–3 MiB; the rest is for plugins that parse pages.
    pub memory_bytes: usize,
    /// CPU time of the guest. The clock stops while a host function runs and while the guest waits for the model.
    pub cpu: Duration,
    /// Time from the start of the guest to its end, including waiting.
    pub wall: Duration,
    /// Data that the guest may pass to the host in one call.
    pub host_call_bytes: usize,
    /// Calls from the guest to the host. Each request of `complete-all` counts as one call.
    pub host_calls: u64,
    /// Total size of the outcome's title, text and data.
    pub output_bytes: usize,
    /// Resource handles that may be alive at the same time.
    pub handles: usize,
    /// Maximum elements of a function table.
    pub table_elements: usize,
    /// The stack of the guest's function calls.
    pub stack_bytes: usize,
    /// Size of the component before it is compiled.
    pub component_bytes: usize,
    /// The number of a caller's inputs that may trap within `quarantine_window` before the plugin is closed for this
    /// caller, and the number of traps that close it for all callers if callers are not identified. 0 disables the
    /// quarantine.
    pub quarantine_traps: usize,
    /// The number of callers with traps within `quarantine_window` that closes the plugin for all callers.
    pub quarantine_callers: usize,
    /// Of the check of a whole site by a rule pack, where they are others.
    pub site: SiteLimits,
    /// See `quarantine_traps`.
    pub quarantine_window: Duration,
    /// How long the plugin is closed before a probe run; doubles each time the probe run traps.
    pub quarantine_pause: Duration,
}

/// Limits of the check of a site, which may have a million pages.
#[derive(Clone, Debug, PartialEq)]
pub struct SiteLimits {
    pub cpu: Duration,
    pub wall: Duration,
    pub host_calls: u64,
    /// Findings of one check.
    pub findings: usize,
}

impl Default for SiteLimits {
    fn default() -> Self {
        SiteLimits {
            cpu: Duration::from_secs(20),
            wall: Duration::from_secs(600),
            host_calls: 100_000,
            findings: 250_000,
        }
    }
}

impl Default for Limits {
    fn default() -> Self {
        Limits {
            memory_bytes: 64 * MIB,
            cpu: Duration::from_millis(250),
            wall: Duration::from_secs(120),
            host_call_bytes: 2 * MIB,
            host_calls: 10_000,
            output_bytes: MIB,
            handles: 1_000,
            table_elements: 10_000,
            stack_bytes: 512 * KIB,
            component_bytes: 32 * MIB,
            site: SiteLimits::default(),
            quarantine_traps: 5,
            quarantine_callers: 3,
            quarantine_window: Duration::from_secs(60),
            quarantine_pause: Duration::from_secs(60),
        }
    }
}

impl Limits {
    /// Limits of a component that contains an interpreter. Its heap starts at 9 MiB, and an interpreter needs many
    /// times the instructions for the same work. Its limits on host calls are the same.
    pub(crate) fn of_scripts(&self) -> Limits {
        Limits {
            memory_bytes: self.memory_bytes.saturating_mul(2),
            cpu: self.cpu.saturating_mul(4),
            site: SiteLimits { cpu: self.site.cpu.saturating_mul(4), ..self.site.clone() },
            table_elements: self.table_elements.saturating_mul(2),
            stack_bytes: self.stack_bytes.saturating_mul(4),
            ..self.clone()
        }
    }
}

/// A limit that a run has exceeded, with its value.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum Limit {
    #[error("The plugin asked for more memory than its limit of {}.", self.amount())]
    Memory { bytes: usize },
    /// A lower memory limit than the engine's, set for this run.
    #[error("The plugin asked for more memory than the {} that this run was granted.", self.amount())]
    GrantedMemory { bytes: usize },
    #[error("The plugin computed longer than its CPU limit of {}.", self.amount())]
    Cpu { limit: Duration },
    #[error("The run took longer than its time limit of {}.", self.amount())]
    Wall { limit: Duration },
    #[error("The plugin passed more data to the host in one call than its limit of {}.", self.amount())]
    HostData { bytes: usize },
    #[error("The plugin called the host more often than its limit of {} calls.", self.amount())]
    HostCalls { calls: u64 },
    #[error("The plugin's answer is larger than its output limit of {}.", self.amount())]
    Output { bytes: usize },
    #[error("The plugin reported more than its limit of {} findings.", self.amount())]
    Findings { findings: usize },
    #[error("The plugin holds more handles than its limit of {}.", self.amount())]
    Handles { handles: usize },
    #[error("The plugin's function table is larger than its limit of {} elements.", self.amount())]
    Table { elements: usize },
    #[error("The plugin's calls are nested deeper than its stack limit of {}.", self.amount())]
    Stack { bytes: usize },
}

impl Limit {
    /// A stable code. The host maps it to a text in the user's language.
    pub fn code(&self) -> &'static str {
        match self {
            Limit::Memory { .. } | Limit::GrantedMemory { .. } => "plugin.memory-limit",
            Limit::Cpu { .. } => "plugin.cpu-limit",
            Limit::Wall { .. } => "plugin.wall-limit",
            Limit::HostData { .. } => "plugin.host-data-limit",
            Limit::HostCalls { .. } => "plugin.host-call-limit",
            Limit::Output { .. } => "plugin.output-limit",
            Limit::Findings { .. } => "plugin.finding-limit",
            Limit::Handles { .. } => "plugin.handle-limit",
            Limit::Table { .. } => "plugin.table-limit",
            Limit::Stack { .. } => "plugin.stack-limit",
        }
    }

    /// The value of the limit in readable form: "64 MiB", "250 ms", "10000".
    pub fn amount(&self) -> String {
        match self {
            Limit::Memory { bytes }
            | Limit::GrantedMemory { bytes }
            | Limit::HostData { bytes }
            | Limit::Output { bytes }
            | Limit::Stack { bytes } => bytes_in_words(*bytes),
            Limit::Cpu { limit } | Limit::Wall { limit } => time_in_words(*limit),
            Limit::HostCalls { calls } => calls.to_string(),
            Limit::Findings { findings } => findings.to_string(),
            Limit::Handles { handles } => handles.to_string(),
            Limit::Table { elements } => elements.to_string(),
        }
    }

    /// Whether the plugin caused the error. It did not if it waited too long for a slow model, or if this run got
    /// less memory than others.
    pub(crate) fn is_fault_of_plugin(&self) -> bool {
        !matches!(self, Limit::Wall { .. } | Limit::GrantedMemory { .. })
    }
}

pub(crate) fn bytes_in_words(bytes: usize) -> String {
    match bytes {
        b if b >= MIB && b.is_multiple_of(MIB) => format!("{} MiB", b / MIB),
        b if b >= KIB && b.is_multiple_of(KIB) => format!("{} KiB", b / KIB),
        b => format!("{b} bytes"),
    }
}

pub(crate) fn time_in_words(time: Duration) -> String {
    match time.as_millis() {
        ms if ms >= 1_000 && ms.is_multiple_of(1_000) => format!("{} s", ms / 1_000),
        ms => format!("{ms} ms"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_limit_names_itself_and_its_value() {
        let limits = Limits::default();
        let memory = Limit::Memory { bytes: limits.memory_bytes };
        assert_eq!(memory.to_string(), "The plugin asked for more memory than its limit of 64 MiB.");
        let cpu = Limit::Cpu { limit: limits.cpu };
        assert_eq!(cpu.to_string(), "The plugin computed longer than its CPU limit of 250 ms.");
        let wall = Limit::Wall { limit: limits.wall };
        assert_eq!(wall.to_string(), "The run took longer than its time limit of 120 s.");
        let stack = Limit::Stack { bytes: limits.stack_bytes };
        assert_eq!(stack.amount(), "512 KiB");
        assert_eq!(Limit::Output { bytes: 1_500 }.amount(), "1500 bytes");
    }
}
