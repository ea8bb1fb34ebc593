//! A plugin that is ready to run.

use std::sync::OnceLock;

use sitewright_contract::Permission;
use tokio_util::task::AbortOnDropHandle;
use wasmtime::component::types::ComponentItem;
use wasmtime::component::{Component, ComponentExportIndex, ComponentNamedList, InstancePre, Lift};

use crate::contract::Descriptor;
use crate::division::Division;
use crate::engine::Shared;
use crate::lane::Lane;
use crate::permissions::{self, Resources};
use crate::ports::{NoPorts, Ports};
use crate::prelude::*;
use crate::quarantine::{Breakers, Pass, Quarantine};
use crate::rules::{self, RuleExports};
use crate::run::{self, Report};
use crate::shop::ShopExports;
use crate::template::Template;

const TOOL: &str = "sitewright:plugin/tool@0.1.0";

/// A plugin that is ready to run. Cheap to clone; clones share the quarantine.
#[derive(Clone)]
pub struct Plugin {
    pub(crate) loaded: Arc<Loaded>,
    /// The source of a template plugin; all template plugins share one component.
    pub(crate) template: Option<Arc<Template>>,
    breakers: Arc<Breakers>,
    /// The caller that the plugin runs for.
    caller: Option<Arc<str>>,
    /// Whether it is part of the program.
    own: bool,
}

/// A component, and the state that all its runs share.
pub(crate) struct Loaded {
    pub(crate) shared: Arc<Shared>,
    /// The division that its instances belong to.
    pub(crate) division: Arc<Division>,
    /// One for each lane; all but the first are created on first use.
    linked: Box<[OnceLock<Linked>]>,
    pub(crate) digest: String,
    size: usize,
    permissions: Vec<Permission>,
    resources: Resources,
    pub(crate) runs_templates: bool,
}

impl Plugin {
    /// A plugin with its own component.
    pub(crate) fn of(loaded: Arc<Loaded>) -> Self {
        Plugin { loaded, template: None, breakers: Arc::default(), caller: None, own: false }
    }

    /// A plugin made of a template and the component that runs templates.
    pub(crate) fn of_template(loaded: Arc<Loaded>, template: Arc<Template>) -> Self {
        Plugin { template: Some(template), ..Plugin::of(loaded) }
    }

    /// The same plugin with a separate quarantine, for a preview: it starts open, and its traps do not close the
    /// plugin for others.
    pub fn apart(&self) -> Self {
        Plugin { breakers: Arc::default(), ..self.clone() }
    }

    /// The same plugin for one caller, whose traps close it for that caller alone. Callers are compared by equality
    /// only.
    pub fn for_caller(&self, caller: &str) -> Self {
        Plugin { caller: Some(caller.into()), ..self.clone() }
    }

    /// The same plugin, marked as part of the program: a run that exceeds its CPU time is caused by the input or the
    /// machine and does not close the plugin.
    pub fn own(self) -> Self {
        Plugin { own: true, ..self }
    }

    /// SHA-256 of the component or the template, in hexadecimal.
    pub fn digest(&self) -> &str {
        self.template.as_ref().map_or(&self.loaded.digest, |template| &template.digest)
    }

    /// Size of the component or the template in bytes.
    pub fn size(&self) -> usize {
        self.template.as_ref().map_or(self.loaded.size, |template| template.source.len())
    }

    /// Whether it is a template, which shares its component with others.
    pub fn is_template(&self) -> bool {
        self.template.is_some()
    }

    /// Admits a run with this input, or returns why it is refused.
    pub(crate) fn admit(&self, input: &str) -> Result<Pass, Quarantine> {
        self.breakers.admit(Instant::now(), self.caller.as_deref(), input, self.limits())
    }

    /// Whether an error counts towards the quarantine.
    pub(crate) fn counts(&self, error: &RunError) -> bool {
        let is_pardoned = self.own && matches!(error, RunError::Limit(Limit::Cpu { .. }));
        error.is_fault_of_plugin() && !is_pardoned
    }

    /// The plugin's permissions, read from its imports.
    pub fn permissions(&self) -> &[Permission] {
        &self.loaded.permissions
    }

    /// The resources that an instance needs.
    pub fn resources(&self) -> Resources {
        self.loaded.resources
    }

    /// Whether it is a shop system.
    pub fn is_shop(&self) -> bool {
        self.has_shop(|_| true)
    }

    /// Whether it is a shop system with messages.
    pub fn has_shop_messages(&self) -> bool {
        self.has_shop(ShopExports::has_messages)
    }

    /// Whether it is a shop system with an application.
    pub fn has_shop_application(&self) -> bool {
        self.has_shop(ShopExports::has_application)
    }

    fn has_shop(&self, part: impl FnOnce(&ShopExports) -> bool) -> bool {
        let first = self.loaded.division.lanes.first();
        self.loaded.linked(first).is_ok_and(|linked| linked.shop.as_ref().is_some_and(part))
    }

    /// The limits of one run.
    pub fn limits(&self) -> &Limits {
        &self.loaded.division.limits
    }

    /// Whether it is a rule pack, which is no tool.
    pub fn is_rules(&self) -> bool {
        let first = self.loaded.division.lanes.first();
        self.loaded.linked(first).is_ok_and(|linked| linked.tool.is_none())
    }

    /// Calls the tool's `describe`. Its schemas and its example are guaranteed to be JSON objects; the host checks
    /// whether the schemas are valid. A rule pack has its own name and summary, and takes no input.
    pub async fn describe(&self, language: &str) -> Result<Descriptor, RunError> {
        if self.is_rules() {
            return self.describe_rules(language).await.map(rules::descriptor);
        }
        let (plugin, language) = (self.clone(), language.to_owned());
        self.on_guest_threads(async move {
            let ports = NoPorts::speaking(&language);
            run::describe(&plugin, &language, ports).await
        })
        .await
        .and_then(|described| described)
    }

    /// Runs the tool in a fresh instance. Dropping the future ends the guest and drops the host calls in progress.
    pub async fn run(&self, input: String, ports: Arc<dyn Ports>) -> Report {
        if self.loaded.shared.guests.is_here() {
            return run::run(self, &input, ports).await;
        }
        let plugin = self.clone();
        self.on_guest_threads(async move { run::run(&plugin, &input, ports).await })
            .await
            .unwrap_or_else(Report::not_started)
    }

    /// Why the plugin is closed for all callers or for its caller; `None` while it is open or a probe run is allowed.
    pub fn quarantined(&self) -> Option<Quarantine> {
        self.breakers.closed(Instant::now(), self.caller.as_deref(), None, self.limits())
    }

    /// Like [`Plugin::quarantined`], for a run of its caller with this input.
    pub fn quarantined_with(&self, input: &str) -> Option<Quarantine> {
        self.breakers.closed(Instant::now(), self.caller.as_deref(), Some(input), self.limits())
    }

    /// Why the plugin was closed for all callers, even while a probe run is allowed; `None` after a run has
    /// succeeded.
    pub fn broken(&self) -> Option<Quarantine> {
        self.breakers.broken()
    }

    /// Opens the plugin and clears its record of traps.
    pub fn release_from_quarantine(&self) {
        self.breakers.release();
    }

    pub(crate) async fn on_guest_threads<T: Send + 'static>(
        &self,
        work: impl Future<Output = T> + Send + 'static,
    ) -> Result<T, RunError> {
        let task = AbortOnDropHandle::new(self.loaded.shared.guests.handle().spawn(work));
        task.await.map_err(|error| {
            // A port panicked, or the engine shuts down; the guest has ended either way.
            let error = RunError::Internal(error.to_string());
            self.loaded.note_end(Some(&error));
            error
        })
    }
}

impl Loaded {
    /// Checks the component against the contract and links it.
    pub(crate) fn link(
        shared: Arc<Shared>,
        division: Arc<Division>,
        digest: String,
        size: usize,
        component: Component,
        runs_templates: bool,
    ) -> Result<Loaded, InstallError> {
        let first = division.lanes.first();
        let permissions = permissions::read(&first.wasmtime, &component, runs_templates)?;
        let resources = permissions::resources(&component, division.shape, &division.limits)?;
        let linked: Box<[_]> = division.lanes.all().iter().map(|_| OnceLock::new()).collect();
        linked[first.number].get_or_init({
            let linked = Linked::new(first, &component)?;
            || linked
        });
        shared.loaded.fetch_add(1, Relaxed);
        Ok(Loaded { shared, division, linked, digest, size, permissions, resources, runs_templates })
    }

    pub(crate) fn note_end(&self, error: Option<&RunError>) {
        self.division.note_end(error);
        self.shared.note_end(error);
    }

    /// The component in a lane. The first call blocks for a fraction of a millisecond.
    pub(crate) fn linked(&self, lane: &Lane) -> Result<&Linked, RunError> {
        let place = &self.linked[lane.number];
        if let Some(linked) = place.get() {
            return Ok(linked);
        }
        let first = self.linked(self.division.lanes.first())?;
        let reloaded = self.shared.cache.reload(
            &lane.wasmtime,
            self.division.shape,
            &self.digest,
            first.instance.component(),
        );
        let component = reloaded.map_err(|error| RunError::Internal(format!("{error:#}")))?;
        let linked = Linked::new(lane, &component).map_err(|error| RunError::Internal(error.to_string()))?;
        // If two threads link at the same time, one of the results is dropped.
        Ok(place.get_or_init(|| linked))
    }
}

/// A component in a lane: linked with the host functions, ready to be instantiated there.
pub(crate) struct Linked {
    pub(crate) instance: InstancePre<State>,
    /// Of every plugin but a rule pack.
    pub(crate) tool: Option<ToolExports>,
    /// Of a rule pack.
    pub(crate) rules: Option<RuleExports>,
    /// Of a shop system.
    pub(crate) shop: Option<ShopExports>,
}

/// The functions of the interface `tool` in a component.
pub(crate) struct ToolExports {
    pub(crate) describe: ComponentExportIndex,
    pub(crate) run: ComponentExportIndex,
}

impl Linked {
    fn new(lane: &Lane, component: &Component) -> Result<Linked, InstallError> {
        let instance = lane
            .linker
            .instantiate_pre(component)
            .map_err(|error| InstallError::Contract(format!("{error:#}")))?;
        let rules = RuleExports::of(&instance)?;
        let tool = match rules.is_some() && !exports(&instance, TOOL) {
            true => None,
            false => Some(ToolExports {
                describe: export::<(&str,), run::Described>(&instance, TOOL, "describe")?,
                run: export::<(&str,), run::Ran>(&instance, TOOL, "run")?,
            }),
        };
        let shop = ShopExports::of(&instance)?;
        Ok(Linked { instance, tool, rules, shop })
    }
}

impl Drop for Loaded {
    fn drop(&mut self) {
        self.shared.loaded.fetch_sub(1, Relaxed);
    }
}

/// Whether a component exports an interface.
pub(crate) fn exports(instance: &InstancePre<State>, interface: &str) -> bool {
    instance.component().get_export_index(None, interface).is_some()
}

/// Finds an exported function and checks once that it has the type `P → R`.
pub(crate) fn export<P, R>(
    instance: &InstancePre<State>,
    interface: &str,
    name: &str,
) -> Result<ComponentExportIndex, InstallError>
where
    P: ComponentNamedList + wasmtime::component::Lower,
    R: ComponentNamedList + Lift,
{
    let component = instance.component();
    let missing = || InstallError::MissingExport(format!("{interface}#{name}"));
    let exports = component.get_export_index(None, interface).ok_or_else(missing)?;
    let (item, index) = component.get_export(Some(&exports), name).ok_or_else(missing)?;
    let ComponentItem::ComponentFunc(function) = item else {
        return Err(missing());
    };
    function
        .typecheck::<P, R>(&instance.instance_type())
        .map_err(|error| InstallError::Contract(format!("`{interface}#{name}`: {error:#}")))?;
    Ok(index)
}
