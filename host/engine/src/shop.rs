//! The interfaces of a shop system that a plugin connects, beside its tool: `shop`, and the optional `shop-messages` and
//! `shop-application`.

use serde_json::to_string;
use wasmtime::component::{ComponentExportIndex, ComponentNamedList, InstancePre, Lift, Lower};

use crate::answer::Answer;
pub use crate::bindings::exports::sitewright::plugin::shop::{
    About, Change, Description, Edit, Fact, Field, Format, Image, Item, Kind, Page, Text,
};
pub use crate::bindings::exports::sitewright::plugin::shop_application::{
    Description as ApplicationDescription, Event, Installation, Notice, Opening,
};
pub use crate::bindings::exports::sitewright::plugin::shop_messages::Touched;
pub use crate::bindings::sitewright::plugin::system::{Credential, Fault, Message};
use crate::plugin::{Linked, Plugin, export, exports};
use crate::ports::{NoPorts, Ports};
use crate::prelude::*;
use crate::run::call_other;

const SHOP: &str = "sitewright:plugin/shop@0.1.0";
const MESSAGES: &str = "sitewright:plugin/shop-messages@0.1.0";
const APPLICATION: &str = "sitewright:plugin/shop-application@0.1.0";

type Faulty<T> = std::result::Result<T, Fault>;
/// What a call returns: an error of the run, or the plugin's answer.
type Called<T> = std::result::Result<T, RunError>;

/// The functions of the interfaces in a component.
pub(crate) struct ShopExports {
    describe: ComponentExportIndex,
    check: ComponentExportIndex,
    list: ComponentExportIndex,
    read: ComponentExportIndex,
    write: ComponentExportIndex,
    messages: Option<MessageExports>,
    application: Option<ApplicationExports>,
}

struct MessageExports {
    subscribe: ComponentExportIndex,
    unsubscribe: ComponentExportIndex,
    receive: ComponentExportIndex,
}

struct ApplicationExports {
    describe: ComponentExportIndex,
    receive: ComponentExportIndex,
    open: ComponentExportIndex,
    connect: ComponentExportIndex,
}

type Installed<T> = std::result::Result<T, InstallError>;

impl ShopExports {
    /// `None` if the component does not export `shop`.
    pub(crate) fn of(instance: &InstancePre<State>) -> Installed<Option<Self>> {
        if !exports(instance, SHOP) {
            return Ok(None);
        }
        Ok(Some(Self {
            describe: export::<(String,), (Answer<Description>,)>(instance, SHOP, "describe")?,
            check: export::<(), (Answer<Faulty<About>>,)>(instance, SHOP, "check")?,
            list: export::<(String, Option<String>, u32), (Answer<Faulty<Page>>,)>(instance, SHOP, "list")?,
            read: export::<(String, Vec<String>), (Answer<Faulty<Vec<Item>>>,)>(instance, SHOP, "read")?,
            write: export::<(String, Vec<Change>), (Answer<Vec<Faulty<()>>>,)>(instance, SHOP, "write")?,
            messages: MessageExports::of(instance)?,
            application: ApplicationExports::of(instance)?,
        }))
    }

    pub(crate) fn has_messages(&self) -> bool {
        self.messages.is_some()
    }

    pub(crate) fn has_application(&self) -> bool {
        self.application.is_some()
    }
}

impl MessageExports {
    fn of(instance: &InstancePre<State>) -> Installed<Option<Self>> {
        if !exports(instance, MESSAGES) {
            return Ok(None);
        }
        let subscribe = export::<(String,), (Answer<Faulty<()>>,)>(instance, MESSAGES, "subscribe")?;
        let unsubscribe = export::<(String,), (Answer<Faulty<()>>,)>(instance, MESSAGES, "unsubscribe")?;
        let receive = export::<(Message,), (Answer<Faulty<Vec<Touched>>>,)>(instance, MESSAGES, "receive")?;
        Ok(Some(Self { subscribe, unsubscribe, receive }))
    }
}

impl ApplicationExports {
    fn of(instance: &InstancePre<State>) -> Installed<Option<Self>> {
        type Query = Vec<(String, String)>;
        if !exports(instance, APPLICATION) {
            return Ok(None);
        }
        Ok(Some(Self {
            describe: export::<(String,), (Answer<ApplicationDescription>,)>(
                instance,
                APPLICATION,
                "describe",
            )?,
            receive: export::<(Message,), (Answer<Faulty<Notice>>,)>(instance, APPLICATION, "receive")?,
            open: export::<(Query,), (Answer<Faulty<Opening>>,)>(instance, APPLICATION, "open")?,
            connect: export::<(String,), (Answer<Faulty<()>>,)>(instance, APPLICATION, "connect")?,
        }))
    }
}

impl Plugin {
    /// What the shop system is; pure.
    pub async fn describe_shop(&self, language: &str) -> Called<Description> {
        let ports = NoPorts::speaking(language);
        self.call_shop("describe", (language.to_owned(),), ports, |shop| Some(shop.describe)).await
    }

    /// Checks a connection. All further functions need the ports of one connection.
    pub async fn check_shop(&self, ports: Arc<dyn Ports>) -> Called<Faulty<About>> {
        self.call_shop("check", (), ports, |shop| Some(shop.check)).await
    }

    /// A page of items, from the beginning or from `next` of the previous page.
    pub async fn list_shop(
        &self,
        kind: &str,
        after: Option<String>,
        limit: u32,
        ports: Arc<dyn Ports>,
    ) -> Called<Faulty<Page>> {
        self.call_shop("list", (kind.to_owned(), after, limit), ports, |shop| Some(shop.list)).await
    }

    /// Items by id; those that the shop does not have are missing.
    pub async fn read_shop(
        &self,
        kind: &str,
        ids: Vec<String>,
        ports: Arc<dyn Ports>,
    ) -> Called<Faulty<Vec<Item>>> {
        self.call_shop("read", (kind.to_owned(), ids), ports, |shop| Some(shop.read)).await
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
            self.call_shop("write", (kind.to_owned(), changes), ports, |shop| Some(shop.write)).await?;
        if written.len() != count {
            let why = format!("{} results for {count} changes", written.len());
            return Err(RunError::Malformed { part: "answer", why });
        }
        Ok(written)
    }

    /// Makes the shop send messages to this address, or ends that.
    pub async fn subscribe_shop(
        &self,
        url: &str,
        subscribed: bool,
        ports: Arc<dyn Ports>,
    ) -> Called<Faulty<()>> {
        let arguments = (url.to_owned(),);
        match subscribed {
            true => {
                self.call_shop("subscribe", arguments, ports, |shop| Some(shop.messages.as_ref()?.subscribe))
            }
            false => self
                .call_shop("unsubscribe", arguments, ports, |shop| Some(shop.messages.as_ref()?.unsubscribe)),
        }
        .await
    }

    /// The items that a message of the shop is about.
    pub async fn receive_of_shop(
        &self,
        message: Message,
        ports: Arc<dyn Ports>,
    ) -> Called<Faulty<Vec<Touched>>> {
        self.call_shop("receive", (message,), ports, |shop| Some(shop.messages.as_ref()?.receive)).await
    }

    /// What the operator needs to register the application; pure.
    pub async fn describe_application(&self, language: &str) -> Called<ApplicationDescription> {
        let ports = NoPorts::speaking(language);
        let arguments = (language.to_owned(),);
        self.call_shop("describe", arguments, ports, |shop| Some(shop.application.as_ref()?.describe)).await
    }

    /// Reads a message to the application.
    pub async fn receive_of_application(
        &self,
        message: Message,
        ports: Arc<dyn Ports>,
    ) -> Called<Faulty<Notice>> {
        self.call_shop("receive", (message,), ports, |shop| Some(shop.application.as_ref()?.receive)).await
    }

    /// Reads the parameters with which the shop's panel opens the application.
    pub async fn open_application(
        &self,
        query: Vec<(String, String)>,
        ports: Arc<dyn Ports>,
    ) -> Called<Faulty<Opening>> {
        self.call_shop("open", (query,), ports, |shop| Some(shop.application.as_ref()?.open)).await
    }

    /// Exchanges the code of an installation for the secrets of its connection.
    pub async fn connect_application(&self, code: &str, ports: Arc<dyn Ports>) -> Called<Faulty<()>> {
        let arguments = (code.to_owned(),);
        self.call_shop("connect", arguments, ports, |shop| Some(shop.application.as_ref()?.connect)).await
    }

    async fn call_shop<P, R>(
        &self,
        function: &str,
        arguments: P,
        ports: Arc<dyn Ports>,
        export: fn(&ShopExports) -> Option<ComponentExportIndex>,
    ) -> Called<R>
    where
        P: ComponentNamedList + Lower + Serialize + Send + Sync + 'static,
        R: Send + Sync + 'static,
        (Answer<R>,): ComponentNamedList + Lift,
    {
        let said = format!("{function} {}", to_string(&arguments).unwrap_or_default());
        let plugin = self.clone();
        let find = move |linked: &Linked| linked.shop.as_ref().and_then(export);
        self.on_guest_threads(async move { call_other::<P, R>(&plugin, find, &said, arguments, ports).await })
            .await
            .and_then(|answer| answer)
    }
}
