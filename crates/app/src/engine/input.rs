//! The commands as they come in.

use std::io::{self, Read};
use std::time::Instant;

/// Lines with the moment when they were read: commands that came together wait for each other, and the clock
/// of the last one runs meanwhile.
pub(super) struct Input<R> {
    source: R,
    bytes: Vec<u8>,
    /// So many bytes belong to lines that were given out.
    used: usize,
    read: Instant,
}

/// So much is read at once.
const PORTION: usize = 1 << 16;

impl<R: Read> Input<R> {
    pub(super) fn new(source: R) -> Input<R> {
        Input { source, bytes: Vec::new(), used: 0, read: Instant::now() }
    }

    /// The next line and when its end was read; `None` at the end of the input.
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
            self.bytes.resize(searched + PORTION, 0);
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

    /// Gives these texts, one with each read.
    struct Portions(Vec<&'static str>);

    impl Read for Portions {
        fn read(&mut self, out: &mut [u8]) -> io::Result<usize> {
            if self.0.is_empty() {
                return Ok(0);
            }
            self.0.remove(0).as_bytes().read(out)
        }
    }

    #[test]
    fn lines_that_come_together_are_of_one_moment() {
        let mut input = Input::new(Portions(vec!["position\ngo", " depth 1\nstop\n", "quit"]));
        let mut next = || {
            // What is done for one command takes its time.
            thread::sleep(Duration::from_millis(2));
            input.next_line().expect("it can be read")
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
