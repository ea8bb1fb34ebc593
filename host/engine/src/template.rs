//! Templates: any number of plugins that one component runs. Each costs only its source, and no code.

use wasmtime::component::Linker;
use wasmtime::{Error, StoreContextMut};

use crate::cache::sha256;
use crate::plugin::{Loaded, Plugin};
use crate::prelude::*;

/// The source of a template plugin.
pub(crate) struct Template {
    /// JSON, in the format that the component that runs templates expects.
    pub(crate) source: Arc<str>,
    pub(crate) digest: String,
}

/// The component that runs templates. Cheap to clone.
#[derive(Clone)]
pub struct TemplateRunner {
    pub(crate) loaded: Arc<Loaded>,
}

impl TemplateRunner {
    /// A plugin of this template, which the host has checked. It is ready at once and has its own quarantine.
    pub fn plugin(&self, source: impl Into<Arc<str>>) -> Plugin {
        let source = source.into();
        let digest = sha256(source.as_bytes());
        let template = Arc::new(Template { source, digest });
        Plugin::of_template(self.loaded.clone(), template)
    }
}

/// Defines the function that returns the template to the component.
pub(crate) fn link_source(linker: &mut Linker<State>) -> Result<()> {
    let mut template = linker.instance("sitewright:plugin/template@0.1.0")?;
    template.func_wrap("source", |mut store: StoreContextMut<'_, State>, (): ()| {
        store.data_mut().count(1)?;
        let template = store.data().template.as_ref();
        let template = template.ok_or_else(|| Error::msg("the run has no template"))?;
        Ok((template.source.clone(),))
    })
}
