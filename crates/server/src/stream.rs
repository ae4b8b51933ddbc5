//! A connection that is not held for ever by somebody who does not read.

use std::future::Future;
use std::io::{self, IoSlice};
use std::pin::Pin;
use std::task::{Context, Poll};
use std::time::Duration;

use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::TcpStream;
use tokio::time::{Sleep, sleep};

use crate::connections::Place;

/// Bytes that a client takes at least in the time that it has, if so many are waiting.
const LEAST: usize = 64 << 10;

/// The stream of a connection, with its place among the others. Writing fails when the client has taken
/// too little for too long.
pub(crate) struct Stream {
    stream: TcpStream,
    patience: Duration,
    blocked: Option<Blocked>,
    /// Free when the stream is gone, also after it has become a WebSocket.
    _place: Place,
}

/// The client does not read as fast as we write.
struct Blocked {
    until: Pin<Box<Sleep>>,
    /// Bytes that it has taken since.
    taken: usize,
    /// It has taken all there was; perhaps more came afterwards.
    caught_up: bool,
}

impl Stream {
    pub(crate) fn new(stream: TcpStream, patience: Duration, place: Place) -> Stream {
        Stream { stream, patience, blocked: None, _place: place }
    }

    /// Notes how a write ended, or waits for the client.
    fn note(
        &mut self,
        written: Poll<io::Result<usize>>,
        context: &mut Context<'_>,
    ) -> Poll<io::Result<usize>> {
        match written {
            Poll::Pending => {
                // What was long ago is over if the client has caught up since.
                let over = |blocked: &mut Blocked| blocked.caught_up && blocked.until.is_elapsed();
                drop(self.blocked.take_if(over));
                let patience = self.patience;
                let blocked = self.blocked.get_or_insert_with(|| Blocked {
                    until: Box::pin(sleep(patience)),
                    taken: 0,
                    caught_up: false,
                });
                blocked.caught_up = false;
                let slow = || io::Error::new(io::ErrorKind::TimedOut, "the client does not read");
                blocked.until.as_mut().poll(context).map(|()| Err(slow()))
            }
            Poll::Ready(Ok(count)) => {
                if let Some(blocked) = &mut self.blocked {
                    blocked.taken += count;
                    if blocked.taken >= LEAST {
                        self.blocked = None;
                    }
                }
                Poll::Ready(Ok(count))
            }
            failed => failed,
        }
    }
}

impl AsyncRead for Stream {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_read(context, buffer)
    }
}

impl AsyncWrite for Stream {
    fn poll_write(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        let written = Pin::new(&mut self.stream).poll_write(context, bytes);
        self.note(written, context)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        slices: &[IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        let written = Pin::new(&mut self.stream).poll_write_vectored(context, slices);
        self.note(written, context)
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        // Whoever flushes has written all.
        if let Some(blocked) = &mut self.blocked {
            blocked.caught_up = true;
        }
        Pin::new(&mut self.stream).poll_flush(context)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(context)
    }
}
