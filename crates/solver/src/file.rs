//! Table files: a header with a checksum, then independently compressed blocks.
//!
//! All numbers are little-endian. `docs/morris-database.md` specifies the format for other
//! programs.

use std::fs::{self, File};
use std::io::{self, BufWriter, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use thiserror::Error;

use crate::cells::Cells;
use crate::compression::{Compressor, decompress};
use crate::packed::{PER_BYTE, PackedWdl, bits, read};
use crate::value::{Kept, Tally, Wdl};
use crate::work::share;

const MAGIC: [u8; 8] = *b"AgonTabl";
const VERSION: u32 = 1;
/// Slots per block: a trade-off between compression ratio and access time.
const BLOCK: usize = 1 << 15;
/// Blocks compressed before each write.
const BATCH: usize = 64;
/// Sanity limits for untrusted headers.
const MAX_NAME: usize = 200;
const MAX_BLOCKS: usize = 1 << 24;

/// A problem with a table file.
#[derive(Debug, Error)]
#[error("{}: {problem}", path.display())]
pub struct FileError {
    /// Path of the file.
    pub path: PathBuf,
    /// The problem.
    pub problem: Problem,
}

/// Kind of problem.
#[derive(Debug, Error)]
pub enum Problem {
    /// Reading or writing failed.
    #[error(transparent)]
    Io(io::Error),
    /// The disk or quota is full.
    #[error(
        "the disk is full ({0}); finished tables are kept, free some space and run again to resume"
    )]
    Full(io::Error),
    /// Not a table file.
    #[error("not a table of Agon")]
    Foreign,
    /// Unsupported format version.
    #[error(
        "has version {0} of the format, but this program reads version {VERSION}; remove it and solve again"
    )]
    Version(u32),
    /// A table of another game, other rules or another space.
    #[error("is the table of \"{found}\", expected that of \"{expected}\"")]
    Other {
        /// Title in the file.
        found: String,
        /// Title expected.
        expected: String,
    },
    /// Truncated or extended.
    #[error("is {found} bytes long, expected {expected}: incomplete; remove it and solve again")]
    Length {
        /// Actual length in bytes.
        found: u64,
        /// Length in bytes according to the header.
        expected: u64,
    },
    /// Corrupt.
    #[error("is damaged ({0}); remove it and solve again")]
    Damaged(&'static str),
}

impl From<io::Error> for Problem {
    fn from(error: io::Error) -> Problem {
        match error.kind() {
            io::ErrorKind::StorageFull
            | io::ErrorKind::QuotaExceeded
            | io::ErrorKind::FileTooLarge => Problem::Full(error),
            _ => Problem::Io(error),
        }
    }
}

/// An open table file.
pub struct SpaceFile {
    path: PathBuf,
    file: Mutex<File>,
    slots: u64,
    tally: Tally,
    /// Offset of each block, and the end of the last one.
    bounds: Vec<u64>,
}

/// A decompressed block.
pub(crate) struct Block {
    results: Vec<u8>,
    /// Half the distances of the lost positions, in slot order.
    distances: Vec<u8>,
}

impl Block {
    pub(crate) fn get(&self, slot: usize) -> Kept {
        match read(&self.results, slot) {
            Wdl::Won => Kept::Won,
            Wdl::Drawn => Kept::Drawn,
            Wdl::Lost => Kept::Lost(2 * u32::from(self.distances[self.lost_before(slot)])),
        }
    }

    /// Returns the number of lost positions before this slot.
    fn lost_before(&self, slot: usize) -> usize {
        const HIGH: u64 = u64::from_ne_bytes([0b1010_1010; 8]);
        let (words, _) = self.results.as_chunks::<8>();
        let whole = slot / (8 * PER_BYTE);
        let lost = |word: &[u8; 8]| (u64::from_le_bytes(*word) & HIGH).count_ones() as usize;
        let before: usize = words[..whole].iter().map(lost).sum();
        let rest = 8 * PER_BYTE * whole..slot;
        before + rest.filter(|&slot| read(&self.results, slot) == Wdl::Lost).count()
    }
}

/// Writes the cells of a solved space to a temporary file and renames it, so that a file with
/// the final name is always complete.
pub(crate) fn write(
    path: &Path,
    title: &str,
    cells: &Cells,
    tally: &Tally,
    threads: usize,
) -> Result<(), FileError> {
    let part = path.with_extension("part");
    let result = write_part(&part, title, cells, tally, threads);
    let result = result.and_then(|()| Ok(fs::rename(&part, path)?));
    result.map_err(|problem| {
        // A partial file would waste space on a full disk.
        let _ = fs::remove_file(&part);
        FileError { path: path.into(), problem }
    })
}

fn write_part(
    part: &Path,
    title: &str,
    cells: &Cells,
    tally: &Tally,
    threads: usize,
) -> Result<(), Problem> {
    let blocks = cells.len().div_ceil(BLOCK);
    let mut sizes = vec![0_u32; blocks];
    let header = header(title, cells.len() as u64, tally, &sizes);
    let mut file = BufWriter::with_capacity(1 << 20, File::create(part)?);
    file.write_all(&header)?;
    for begin in (0..blocks).step_by(BATCH) {
        let end = blocks.min(begin + BATCH);
        let packed: Vec<Mutex<Vec<u8>>> = (begin..end).map(|_| Mutex::default()).collect();
        share(threads, end - begin, 4, |range| {
            let mut compressor = Compressor::new()?;
            for i in range {
                let bytes = compressor.compress(&pack(cells, begin + i))?;
                *packed[i].lock().unwrap_or_else(PoisonError::into_inner) = bytes;
            }
            Ok::<(), io::Error>(())
        })?;
        for (i, bytes) in packed.into_iter().enumerate() {
            let bytes = bytes.into_inner().unwrap_or_else(PoisonError::into_inner);
            sizes[begin + i] = bytes.len() as u32;
            file.write_all(&bytes)?;
        }
    }
    let mut file = file.into_inner().map_err(io::IntoInnerError::into_error)?;
    file.seek(SeekFrom::Start(0))?;
    file.write_all(&self::header(title, cells.len() as u64, tally, &sizes))?;
    file.sync_all()?;
    Ok(())
}

/// Encodes a block. Empty slots repeat the previous result, which compresses best.
fn pack(cells: &Cells, block: usize) -> Vec<u8> {
    let slots = block * BLOCK..cells.len().min((block + 1) * BLOCK);
    let mut bytes = vec![0; result_bytes(slots.len())];
    let mut last = Wdl::Drawn;
    let mut distances = Vec::new();
    for (i, slot) in slots.enumerate() {
        match cells.get(slot).kept() {
            None if last == Wdl::Lost => last = Wdl::Won,
            None => {}
            Some(kept) => {
                last = kept.wdl();
                if let Kept::Lost(plies) = kept {
                    distances.push((plies / 2) as u8);
                }
            }
        }
        bytes[i / PER_BYTE] |= bits(last) << (2 * (i % PER_BYTE));
    }
    bytes.extend(distances);
    bytes
}

/// Returns the size of the results of this many slots, in whole 64-bit words.
fn result_bytes(slots: usize) -> usize {
    slots.div_ceil(8 * PER_BYTE) * 8
}

fn header(title: &str, slots: u64, tally: &Tally, sizes: &[u32]) -> Vec<u8> {
    let mut bytes = MAGIC.to_vec();
    bytes.extend(VERSION.to_le_bytes());
    bytes.extend((title.len() as u32).to_le_bytes());
    bytes.extend(title.as_bytes());
    for number in [slots, tally.won, tally.drawn, tally.lost, tally.longest.into()] {
        bytes.extend(number.to_le_bytes());
    }
    bytes.extend((BLOCK as u32).to_le_bytes());
    bytes.extend((sizes.len() as u32).to_le_bytes());
    bytes.extend(sizes.iter().flat_map(|size| size.to_le_bytes()));
    bytes.extend(checksum(&bytes).to_le_bytes());
    bytes
}

/// Computes FNV-1a. Blocks have the checksum of zstd.
fn checksum(bytes: &[u8]) -> u64 {
    bytes.iter().fold(0xcbf2_9ce4_8422_2325, |hash, &byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    })
}

/// Reads the header and keeps its bytes for the checksum.
struct Header {
    file: File,
    bytes: Vec<u8>,
}

impl Header {
    fn take(&mut self, count: usize) -> Result<&[u8], Problem> {
        let begin = self.bytes.len();
        self.bytes.resize(begin + count, 0);
        self.file.read_exact(&mut self.bytes[begin..]).map_err(|error| match error.kind() {
            io::ErrorKind::UnexpectedEof => Problem::Damaged("the header is incomplete"),
            _ => error.into(),
        })?;
        Ok(&self.bytes[begin..])
    }

    fn number(&mut self) -> Result<u32, Problem> {
        let bytes = self.take(4)?;
        Ok(bytes.iter().rev().fold(0, |number, &byte| number << 8 | u32::from(byte)))
    }

    fn long(&mut self) -> Result<u64, Problem> {
        Ok(u64::from(self.number()?) | u64::from(self.number()?) << 32)
    }
}

impl SpaceFile {
    /// Opens a table file and checks its title and number of slots.
    pub fn open(path: &Path, title: &str, slots: u64) -> Result<SpaceFile, FileError> {
        SpaceFile::read(path, title, slots)
            .map_err(|problem| FileError { path: path.into(), problem })
    }

    fn read(path: &Path, title: &str, slots: u64) -> Result<SpaceFile, Problem> {
        let mut header = Header { file: File::open(path)?, bytes: Vec::new() };
        match header.take(MAGIC.len()) {
            Ok(magic) if magic == MAGIC => {}
            Ok(_) | Err(Problem::Damaged(_)) => return Err(Problem::Foreign),
            Err(problem) => return Err(problem),
        }
        let version = header.number()?;
        if version != VERSION {
            return Err(Problem::Version(version));
        }
        let length = header.number()? as usize;
        if length > MAX_NAME {
            return Err(Problem::Damaged("the name is too long"));
        }
        let found = String::from_utf8_lossy(header.take(length)?).into_owned();
        let found_slots = header.long()?;
        let (won, drawn, lost) = (header.long()?, header.long()?, header.long()?);
        let longest = header.long()? as u32;
        let (block, blocks) = (header.number()? as usize, header.number()? as usize);
        if block != BLOCK
            || blocks > MAX_BLOCKS
            || found_slots.div_ceil(BLOCK as u64) != blocks as u64
        {
            return Err(Problem::Damaged("the header is inconsistent"));
        }
        let sizes: Vec<u32> = (0..blocks).map(|_| header.number()).collect::<Result<_, _>>()?;
        let expected = checksum(&header.bytes);
        if header.long()? != expected {
            return Err(Problem::Damaged("the checksum of the header does not match"));
        }
        if found != title || found_slots != slots {
            return Err(Problem::Other { found, expected: title.into() });
        }
        let mut end = header.bytes.len() as u64;
        let mut bounds = vec![end];
        for size in sizes {
            end += u64::from(size);
            bounds.push(end);
        }
        let found = header.file.metadata()?.len();
        if found != end {
            return Err(Problem::Length { found, expected: end });
        }
        let tally = Tally { won, drawn, lost, longest };
        Ok(SpaceFile { path: path.into(), file: Mutex::new(header.file), slots, tally, bounds })
    }

    /// Returns the result counts.
    #[must_use]
    pub fn tally(&self) -> Tally {
        self.tally
    }

    /// Returns the size of the file in bytes.
    #[must_use]
    pub fn bytes(&self) -> u64 {
        self.bounds[self.bounds.len() - 1]
    }

    /// Returns the block number of a slot and its index in the block.
    pub(crate) fn locate(slot: u64) -> (usize, usize) {
        ((slot / BLOCK as u64) as usize, (slot % BLOCK as u64) as usize)
    }

    pub(crate) fn block(&self, block: usize) -> Result<Block, FileError> {
        self.unpack(block).map_err(|problem| FileError { path: self.path.clone(), problem })
    }

    fn unpack(&self, block: usize) -> Result<Block, Problem> {
        let (begin, end) = (self.bounds[block], self.bounds[block + 1]);
        let mut packed = vec![0; (end - begin) as usize];
        {
            let mut file = self.file.lock().unwrap_or_else(PoisonError::into_inner);
            file.seek(SeekFrom::Start(begin))?;
            file.read_exact(&mut packed)?;
        }
        let slots = BLOCK.min((self.slots - (block * BLOCK) as u64) as usize);
        let size = result_bytes(slots);
        let mut results = decompress(&packed, size + slots)
            .map_err(|_| Problem::Damaged("a block cannot be decompressed"))?;
        let distances = results.split_off(size.min(results.len()));
        let block = Block { results, distances };
        if block.results.len() != size || block.lost_before(slots) != block.distances.len() {
            return Err(Problem::Damaged("a block has the wrong length"));
        }
        Ok(block)
    }

    /// Loads the results of all slots.
    pub(crate) fn packed_wdl(&self, threads: usize) -> Result<PackedWdl, FileError> {
        let blocks = self.bounds.len() - 1;
        let parts: Vec<Mutex<Vec<u8>>> = (0..blocks).map(|_| Mutex::default()).collect();
        share(threads, blocks, 4, |range| {
            for i in range {
                let block = self.block(i)?;
                *parts[i].lock().unwrap_or_else(PoisonError::into_inner) = block.results;
            }
            Ok::<(), FileError>(())
        })?;
        let mut bytes = Vec::with_capacity(blocks * BLOCK / PER_BYTE);
        for part in parts {
            bytes.append(&mut part.into_inner().unwrap_or_else(PoisonError::into_inner));
        }
        Ok(PackedWdl::new(bytes))
    }

    /// Passes every slot to `put`, in no particular order.
    pub(crate) fn each_slot(
        &self,
        threads: usize,
        put: impl Fn(usize, Kept) + Sync,
    ) -> Result<(), FileError> {
        share(threads, self.bounds.len() - 1, 4, |range| {
            for i in range {
                let block = self.block(i)?;
                let mut distances = block.distances.iter();
                for slot in i * BLOCK..(self.slots as usize).min((i + 1) * BLOCK) {
                    let kept = match read(&block.results, slot % BLOCK) {
                        Wdl::Won => Kept::Won,
                        Wdl::Drawn => Kept::Drawn,
                        Wdl::Lost => {
                            Kept::Lost(2 * u32::from(distances.next().copied().unwrap_or_default()))
                        }
                    };
                    put(slot, kept);
                }
            }
            Ok(())
        })
    }
}
