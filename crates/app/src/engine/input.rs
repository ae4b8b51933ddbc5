//! UCI command input.

use std::io::{self, Read};
use std::time::Instant;

/// Reads lines together with the time they were read. Lines of one read share its time, because the
/// clock runs while earlier commands are executed.
pub(super) struct Input<R> {
    source: R,
    bytes: Vec<u8>,
    /// Number of bytes already returned as lines.
    used: usize,
    read: Instant,
}

/// Bytes per read.
const READ_SIZE: usize = 1 << 16;

impl<R: Read> Input<R> {
    pub(super) fn new(source: R) -> Input<R> {
        Input { source, bytes: Vec::new(), used: 0, read: Instant::now() }
    }

    /// Returns the next line and the time when its end was read; `None` at the end of input.
    pub(super) fn next_line(&mut self) -> io::Result<Option<(String, Instant)>> {
        let mut searched = self.used;
        loop {
            let end = self.bytes[searched..].iter().position(|&byte| byte == b'\n');
            if let Some(end) = end {
                return Ok(Some(self.take(searched + end)));
            }
            self.bytes.drain(..self.used);
            self.used = 0;
            searched = self.bytes.len();
            self.bytes.resize(searched + READ_SIZE, 0);
            let more = self.source.read(&mut self.bytes[searched..]);
            self.read = Instant::now();
            let more = match more {
                Err(error) if error.kind() == io::ErrorKind::Interrupted => Ok(None),
                other => other.map(Some),
            };
            self.bytes.truncate(searched + more.as_ref().map_or(0, |more| more.unwrap_or(0)));
            if more? == Some(0) {
                return Ok((searched > 0).then(|| self.take(searched)));
            }
        }
    }

    fn take(&mut self, end: usize) -> (String, Instant) {
        let line = String::from_utf8_lossy(&self.bytes[self.used..end]).into_owned();
        self.used = self.bytes.len().min(end + 1);
        (line, self.read)
    }
}

#[cfg(test)]
mod tests {
    use std::thread;
    use std::time::Duration;

    use super::*;

    /// Returns one text per read.
    struct Chunks(Vec<&'static str>);

    impl Read for Chunks {
        fn read(&mut self, out: &mut [u8]) -> io::Result<usize> {
            if self.0.is_empty() {
                return Ok(0);
            }
            self.0.remove(0).as_bytes().read(out)
        }
    }

    #[test]
    fn lines_of_one_read_share_its_time() {
        let mut input = Input::new(Chunks(vec!["position\ngo", " depth 1\nstop\n", "quit"]));
        let mut next = || {
            // Executing a command takes time.
            thread::sleep(Duration::from_millis(2));
            input.next_line().expect("readable input")
        };
        let (position, at) = next().expect("a line");
        let (go, later) = next().expect("a line");
        let (stop, with_go) = next().expect("a line");
        let (quit, last) = next().expect("a line");
        assert_eq!([&*position, &go, &stop, &quit], ["position", "go depth 1", "stop", "quit"]);
        assert!(at < later && later == with_go && with_go < last);
        assert!(next().is_none());
    }
}
