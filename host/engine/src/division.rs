//! A division of the engine: the pools, the clock and the limits of all components of one shape.

use crate::error::EngineError;
use crate::lane::Lanes;
use crate::prelude::*;
use crate::ticker::Ticker;

pub(crate) struct Division {
    pub(crate) shape: Shape,
    pub(crate) lanes: Arc<Lanes>,
    pub(crate) limits: Limits,
    pub(crate) ticker: Ticker,
    /// Maximum number of live instances.
    pub(crate) instances: u32,
}

impl Division {
    /// Reserves the pools and starts the clock.
    pub(crate) fn new(
        shape: Shape,
        limits: &Limits,
        instances: u32,
        threads: usize,
    ) -> Result<Division, EngineError> {
        let lanes = Arc::new(Lanes::new(shape, limits, instances, threads)?);
        let ticker = Ticker::start(lanes.clone())?;
        Ok(Division { shape, lanes, limits: limits.clone(), ticker, instances })
    }

    /// Counts a run that ended with an outcome or an error.
    pub(crate) fn note_end(&self, error: Option<&RunError>) {
        if error.is_none() {
            self.lanes.here().note_finished();
        }
    }
}
