//! The frames of a WebSocket, counted as they come in: a message has only so many parts. Whoever puts
//! messages together from frames does so silently, also from any number of empty ones.

use std::io;
use std::pin::Pin;
use std::task::{Context, Poll, ready};

use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};

/// Parts that a message may have.
const MOST_PARTS: u32 = 64;

/// A stream of frames.
pub(crate) struct Frames<S> {
    stream: S,
    heads: Heads,
}

impl<S> Frames<S> {
    pub(crate) fn new(stream: S) -> Frames<S> {
        Frames { stream, heads: Heads::default() }
    }
}

/// What is read of frames: their heads. The content is skipped.
#[derive(Default)]
struct Heads {
    /// The beginning of a head, as far as it has come.
    head: [u8; 14],
    known: usize,
    /// Bytes of content that are still to come.
    content: u64,
    /// Parts of the present message so far.
    parts: u32,
}

impl Heads {
    /// The length of the head, as far as what is known of it tells.
    fn length(&self) -> usize {
        if self.known < 2 {
            return 2;
        }
        let masked = if self.head[1] & 0x80 == 0 { 0 } else { 4 };
        masked
            + match self.head[1] & 0x7f {
                126 => 4,
                127 => 10,
                _ => 2,
            }
    }

    fn content_length(&self) -> u64 {
        match self.head[1] & 0x7f {
            126 => u64::from(u16::from_be_bytes([self.head[2], self.head[3]])),
            127 => self.head[2..10].iter().fold(0, |sum, &byte| sum << 8 | u64::from(byte)),
            short => u64::from(short),
        }
    }

    /// Goes on by these bytes; an error when a message has too many parts.
    fn read(&mut self, mut bytes: &[u8]) -> io::Result<()> {
        while let Some((&first, rest)) = bytes.split_first() {
            if self.content > 0 {
                let skipped = self.content.min(bytes.len() as u64);
                self.content -= skipped;
                bytes = &bytes[skipped as usize..];
                continue;
            }
            self.head[self.known] = first;
            self.known += 1;
            bytes = rest;
            if self.known == self.length() {
                self.content = self.content_length();
                self.known = 0;
                self.count()?;
            }
        }
        Ok(())
    }

    /// Counts the frame whose head is complete.
    fn count(&mut self) -> io::Result<()> {
        let (last, control) = (self.head[0] & 0x80 != 0, self.head[0] & 0x08 != 0);
        if control {
            return Ok(());
        }
        self.parts = if last { 0 } else { self.parts + 1 };
        if self.parts < MOST_PARTS {
            return Ok(());
        }
        Err(io::Error::new(io::ErrorKind::InvalidData, "a message has too many parts"))
    }
}

impl<S: AsyncRead + Unpin> AsyncRead for Frames<S> {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        let before = buffer.filled().len();
        ready!(Pin::new(&mut self.stream).poll_read(context, buffer))?;
        Poll::Ready(self.heads.read(&buffer.filled()[before..]))
    }
}

impl<S: AsyncWrite + Unpin> AsyncWrite for Frames<S> {
    fn poll_write(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        Pin::new(&mut self.stream).poll_write(context, bytes)
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_flush(context)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(context)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A frame of a client, with content of this length.
    fn frame(first: u8, length: usize) -> Vec<u8> {
        let mut bytes = vec![first];
        match length {
            0..126 => bytes.push(0x80 | length as u8),
            126..0x1_0000 => {
                bytes.push(0x80 | 126);
                bytes.extend((length as u16).to_be_bytes());
            }
            _ => {
                bytes.push(0x80 | 127);
                bytes.extend((length as u64).to_be_bytes());
            }
        }
        // A mask and content that look like heads of parts.
        bytes.extend(vec![0; 4 + length]);
        bytes
    }

    const TEXT: u8 = 0x81;
    const PART: u8 = 0x00;
    const LAST: u8 = 0x80;
    const PING: u8 = 0x89;

    /// All the frames, in pieces of this size.
    fn read(frames: &[Vec<u8>], piece: usize) -> io::Result<()> {
        let mut heads = Heads::default();
        frames.concat().chunks(piece).try_for_each(|bytes| heads.read(bytes))
    }

    #[test]
    fn whole_messages_and_control_frames_may_be_any_number() {
        let lengths = [0, 1, 125, 126, 5_000, 65_535, 65_536, 70_000];
        let frames: Vec<_> = lengths
            .iter()
            .flat_map(|&length| [frame(TEXT, length), frame(PING, 5)])
            .cycle()
            .take(400)
            .collect();
        for piece in [1, 3, 1_000, 100_000] {
            read(&frames, piece).unwrap();
        }
    }

    #[test]
    fn a_message_has_few_parts() {
        let most = MOST_PARTS as usize;
        let message = |parts: usize| {
            let mut frames = vec![frame(PART, 0); parts];
            frames.push(frame(LAST, 300));
            frames
        };
        for piece in [1, 2, 7, 100_000] {
            read(&[message(most - 1), message(most - 1)].concat(), piece).unwrap();
            assert!(read(&message(most), piece).is_err());
            // Control frames in between change nothing.
            let mixed: Vec<_> =
                message(most).into_iter().flat_map(|part| [part, frame(PING, 0)]).collect();
            assert!(read(&mixed, piece).is_err());
        }
    }
}
