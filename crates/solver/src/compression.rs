//! How blocks are compressed. In a browser there are neither files nor the library: there nothing is
//! written, and nothing can be read.

use std::io;

#[cfg(not(target_arch = "wasm32"))]
mod packing {
    use super::io;

    /// How hard to compress; more takes much longer and saves little.
    const LEVEL: i32 = 9;

    /// Compresses one block after the other.
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

    /// The bytes of a block, so many at most.
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
