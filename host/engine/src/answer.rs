//! Separates errors in a plugin's result from errors in the arguments that it passes to a host function.
//!
//! wasmtime reports both with the same message. The result is therefore read through `Answer`, which marks every
//! error that occurs while it is read.

use std::fmt;

use wasmtime::Result;
use wasmtime::component::__internal::{CanonicalAbiInfo, InstanceType, InterfaceType, LiftContext};
use wasmtime::component::{ComponentType, Lift};

/// Marks an error that occurred while the plugin's result was read.
#[derive(Debug)]
pub(crate) struct Answering;

impl fmt::Display for Answering {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("while the answer was read")
    }
}

/// The result of an export. Lifted like `T` itself.
pub(crate) struct Answer<T>(pub(crate) T);

// SAFETY: every item is that of `T`, so the representation is that of `T`.
unsafe impl<T: ComponentType> ComponentType for Answer<T> {
    type Lower = T::Lower;
    const ABI: CanonicalAbiInfo = T::ABI;

    fn typecheck(ty: &InterfaceType, types: &InstanceType<'_>) -> Result<()> {
        T::typecheck(ty, types)
    }
}

// SAFETY: both functions are those of `T` and change nothing but the error.
unsafe impl<T: Lift> Lift for Answer<T> {
    fn linear_lift_from_flat(cx: &mut LiftContext<'_>, ty: InterfaceType, src: &Self::Lower) -> Result<Self> {
        T::linear_lift_from_flat(cx, ty, src).map(Answer).map_err(|error| error.context(Answering))
    }

    fn linear_lift_from_memory(cx: &mut LiftContext<'_>, ty: InterfaceType, bytes: &[u8]) -> Result<Self> {
        T::linear_lift_from_memory(cx, ty, bytes).map(Answer).map_err(|error| error.context(Answering))
    }
}
