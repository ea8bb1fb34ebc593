//! The interface `shop`: a shop system that a plugin connects, beside its tool.

use serde_json::to_string;
use wasmtime::component::{ComponentExportIndex, ComponentNamedList, InstancePre, Lift, Lower};

use crate::answer::Answer;
pub use crate::bindings::exports::sitewright::plugin::shop::{
    About, Change, Credential, Description, Edit, Fact, Field, Format, Image, Item, Kind, Page, Text,
};
pub use crate::bindings::sitewright::plugin::system::Fault;
use crate::plugin::{Linked, Plugin, export};
use crate::ports::{NoPorts, Ports};
use crate::prelude::*;
use crate::run::call_other;

const SHOP: &str = "sitewright:plugin/shop@0.1.0";

type Faulty<T> = std::result::Result<T, Fault>;
/// What a call returns: an error of the run, or the plugin's answer.
type Called<T> = std::result::Result<T, RunError>;

/// The functions of the interface in a component.
pub(crate) struct ShopExports {
    describe: ComponentExportIndex,
    check: ComponentExportIndex,
    list: ComponentExportIndex,
    read: ComponentExportIndex,
    write: ComponentExportIndex,
}

impl ShopExports {
    /// `None` if the component does not export the interface.
    pub(crate) fn of(instance: &InstancePre<State>) -> std::result::Result<Option<Self>, InstallError> {
        if instance.component().get_export_index(None, SHOP).is_none() {
            return Ok(None);
        }
        Ok(Some(Self {
            describe: export::<(String,), (Answer<Description>,)>(instance, SHOP, "describe")?,
            check: export::<(), (Answer<Faulty<About>>,)>(instance, SHOP, "check")?,
            list: export::<(String, Option<String>, u32), (Answer<Faulty<Page>>,)>(instance, SHOP, "list")?,
            read: export::<(String, Vec<String>), (Answer<Faulty<Vec<Item>>>,)>(instance, SHOP, "read")?,
            write: export::<(String, Vec<Change>), (Answer<Vec<Faulty<()>>>,)>(instance, SHOP, "write")?,
        }))
    }
}

impl Plugin {
    /// What the shop system is; pure.
    pub async fn describe_shop(&self, language: &str) -> Called<Description> {
        let ports = NoPorts::speaking(language);
        self.call_shop("describe", (language.to_owned(),), ports, |shop| &shop.describe).await
    }

    /// Checks a connection. All further functions need the ports of one connection.
    pub async fn check_shop(&self, ports: Arc<dyn Ports>) -> Called<Faulty<About>> {
        self.call_shop("check", (), ports, |shop| &shop.check).await
    }

    /// A page of items, from the beginning or from `next` of the previous page.
    pub async fn list_shop(
        &self,
        kind: &str,
        after: Option<String>,
        limit: u32,
        ports: Arc<dyn Ports>,
    ) -> Called<Faulty<Page>> {
        self.call_shop("list", (kind.to_owned(), after, limit), ports, |shop| &shop.list).await
    }

    /// Items by id; those that the shop does not have are missing.
    pub async fn read_shop(
        &self,
        kind: &str,
        ids: Vec<String>,
        ports: Arc<dyn Ports>,
    ) -> Called<Faulty<Vec<Item>>> {
        self.call_shop("read", (kind.to_owned(), ids), ports, |shop| &shop.read).await
    }

    /// Writes fields of items; one result for each of them.
    pub async fn write_shop(
        &self,
        kind: &str,
        changes: Vec<Change>,
        ports: Arc<dyn Ports>,
    ) -> Called<Vec<Faulty<()>>> {
        let count = changes.len();
        let written: Vec<Faulty<()>> =
            self.call_shop("write", (kind.to_owned(), changes), ports, |shop| &shop.write).await?;
        if written.len() != count {
            let why = format!("{} results for {count} changes", written.len());
            return Err(RunError::Malformed { part: "answer", why });
        }
        Ok(written)
    }

    async fn call_shop<P, R>(
        &self,
        function: &str,
        arguments: P,
        ports: Arc<dyn Ports>,
        export: fn(&ShopExports) -> &ComponentExportIndex,
    ) -> Called<R>
    where
        P: ComponentNamedList + Lower + Serialize + Send + Sync + 'static,
        R: Send + Sync + 'static,
        (Answer<R>,): ComponentNamedList + Lift,
    {
        let said = format!("{function} {}", to_string(&arguments).unwrap_or_default());
        let plugin = self.clone();
        let find = move |linked: &Linked| linked.shop.as_ref().map(|shop| *export(shop));
        self.on_guest_threads(async move { call_other::<P, R>(&plugin, find, &said, arguments, ports).await })
            .await
            .and_then(|answer| answer)
    }
}
