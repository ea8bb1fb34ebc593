//! The interface `store`: the plugin's stored data.

use crate::bindings::sitewright::plugin::store;
use crate::prelude::*;

impl store::Host for State {
    async fn get(&mut self, key: String) -> Result<Answered<Option<Vec<u8>>>> {
        self.call(Call::StoreGet { key }).await
    }

    async fn set(&mut self, key: String, value: Vec<u8>) -> Result<Answered<()>> {
        self.call(Call::StoreSet { key, value }).await
    }

    async fn delete(&mut self, key: String) -> Result<Answered<()>> {
        self.call(Call::StoreDelete { key }).await
    }

    async fn keys(&mut self, prefix: String) -> Result<Answered<Vec<String>>> {
        self.call(Call::StoreKeys { prefix }).await
    }
}
