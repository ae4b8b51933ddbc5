//! Compression of blocks. On wasm32, zstd is not available and all operations fail.

use std::io;

#[cfg(not(target_arch = "wasm32"))]
mod packing {
    use super::io;

    /// zstd level; higher levels take much longer and save little.
    const LEVEL: i32 = 9;

    /// Compresses blocks independently.
    pub(crate) struct Compressor(zstd::bulk::Compressor<'static>);

    impl Compressor {
        pub(crate) fn new() -> io::Result<Compressor> {
            let mut compressor = zstd::bulk::Compressor::new(LEVEL)?;
            compressor.include_checksum(true)?;
            Ok(Compressor(compressor))
        }

        pub(crate) fn compress(&mut self, bytes: &[u8]) -> io::Result<Vec<u8>> {
            self.0.compress(bytes)
        }
    }

    /// Decompresses a block of at most `most` bytes.
    pub(crate) fn decompress(packed: &[u8], most: usize) -> io::Result<Vec<u8>> {
        zstd::bulk::decompress(packed, most)
    }
}

#[cfg(target_arch = "wasm32")]
mod packing {
    use super::io;

    pub(crate) struct Compressor;

    impl Compressor {
        pub(crate) fn new() -> io::Result<Compressor> {
            Err(io::ErrorKind::Unsupported.into())
        }

        pub(crate) fn compress(&mut self, _bytes: &[u8]) -> io::Result<Vec<u8>> {
            Err(io::ErrorKind::Unsupported.into())
        }
    }

    pub(crate) fn decompress(_packed: &[u8], _most: usize) -> io::Result<Vec<u8>> {
        Err(io::ErrorKind::Unsupported.into())
    }
}

pub(crate) use packing::{Compressor, decompress};
