//! The byte stream of a connection, which tracks whether a request has begun and whether the client reads.

use std::io;
use std::pin::Pin;
use std::sync::atomic::Ordering::Relaxed;
use std::sync::{Arc, PoisonError};
use std::task::{Context, Poll, ready};

use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::TcpStream;

use super::{Connection, Connections};

/// The byte stream of a connection. It counts until this is dropped, also as a WebSocket.
pub(in crate::http) struct Stream {
    stream: TcpStream,
    connection: Arc<Connection>,
    connections: Arc<Connections>,
}

impl Stream {
    pub(super) fn new(stream: TcpStream, connection: Arc<Connection>, connections: Arc<Connections>) -> Self {
        Self { stream, connection, connections }
    }

    pub fn connection(&self) -> &Arc<Connection> {
        &self.connection
    }

    fn noted<T>(&self, written: Poll<T>) -> Poll<T> {
        let stalled = &self.connection.stalled_since;
        match written {
            Poll::Pending if stalled.load(Relaxed) == 0 => stalled.store(self.connections.now(), Relaxed),
            Poll::Ready(_) if stalled.load(Relaxed) != 0 => stalled.store(0, Relaxed),
            _ => {}
        }
        written
    }
}

impl Drop for Stream {
    fn drop(&mut self) {
        // Cleared before the descriptor is closed and its number reused.
        *self.connection.file.lock().unwrap_or_else(PoisonError::into_inner) = None;
        self.connections.table().remove(self.connection.id);
    }
}

impl AsyncRead for Stream {
    fn poll_read(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        let before = buffer.filled().len();
        ready!(Pin::new(&mut self.stream).poll_read(cx, buffer))?;
        let connection = &self.connection;
        if buffer.filled().len() > before && connection.waits() && connection.head_since.load(Relaxed) == 0 {
            connection.head_since.store(self.connections.now(), Relaxed);
        }
        Poll::Ready(Ok(()))
    }
}

impl AsyncWrite for Stream {
    fn poll_write(mut self: Pin<&mut Self>, cx: &mut Context<'_>, bytes: &[u8]) -> Poll<io::Result<usize>> {
        let written = Pin::new(&mut self.stream).poll_write(cx, bytes);
        self.noted(written)
    }

    fn poll_flush(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_flush(cx)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(cx)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        bytes: &[io::IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        let written = Pin::new(&mut self.stream).poll_write_vectored(cx, bytes);
        self.noted(written)
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }
}
