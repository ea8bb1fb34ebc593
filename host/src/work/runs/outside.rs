//! The egress port of a run: forwards calls to [`Way`] and renders refusals in the user's language.

use futures::future::BoxFuture;
use sitewright_engine::Failure;

use super::ports::RunPorts;
use crate::{
    platform::error::Result,
    work::outside::{Way, outside_by_way},
};

impl RunPorts {
    fn outward<T: Send + 'static>(
        &self,
        call: impl FnOnce(&Way) -> BoxFuture<'static, Result<T>>,
    ) -> BoxFuture<'_, Result<T, Failure>> {
        let answer = self.way.as_ref().map(call);
        Box::pin(async move {
            let answer = answer.ok_or_else(|| Failure::Refused(String::new()))?;
            answer.await.map_err(|problem| self.refuse(problem))
        })
    }
}

outside_by_way!(RunPorts);
