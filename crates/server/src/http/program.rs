//! The program that plays in browsers without a server, where this one was built with it (`cargo xtask wasm`): once
//! for one thread, and once more for several.

use std::io::Read;

use agon_protocol::error::Code;
use axum::http::{HeaderMap, header};
use axum::response::{IntoResponse, Response};
use flate2::read::GzDecoder;
use rust_embed::RustEmbed;

use super::fault::refusal;
use super::pages::{tag, tagged};

/// Packed only: browsers unpack it themselves.
#[derive(RustEmbed)]
#[folder = "../../web-wasm"]
#[allow_missing = true]
struct Packed;

/// One of the two.
pub(crate) struct Program {
    /// What it is called on the site.
    pub(crate) name: &'static str,
    brotli: &'static str,
    gzip: &'static str,
}

/// All that a site without a server needs.
pub(crate) const ALONE: Program =
    Program { name: "agon.wasm", brotli: "agon.wasm.br", gzip: "agon.wasm.gz" };

/// What only thinks, with several threads.
pub(crate) const THREADS: Program = Program {
    name: "agon-threads.wasm",
    brotli: "agon-threads.wasm.br",
    gzip: "agon-threads.wasm.gz",
};

impl Program {
    /// The ways in which it is packed, with their files, the smaller one first.
    fn ways(&self) -> [(&'static str, &'static str); 2] {
        [("br", self.brotli), ("gzip", self.gzip)]
    }

    /// Its tag and how many bytes are loaded; `None` where it is missing.
    pub(crate) fn about(&self) -> Option<(String, usize)> {
        let file = self.ways().iter().find_map(|(_, name)| Packed::get(name))?;
        Some((tag(&file), file.data.len()))
    }

    /// The program as it is, for whoever writes it to a file.
    pub(crate) fn unpacked(&self) -> Option<Vec<u8>> {
        let packed = Packed::get(self.gzip)?;
        let mut bytes = Vec::new();
        GzDecoder::new(&packed.data[..]).read_to_end(&mut bytes).ok()?;
        Some(bytes)
    }

    /// The program, packed as this browser can unpack it.
    pub(crate) fn serve(&self, headers: &HeaderMap) -> Response {
        let accepted = headers.get_all(header::ACCEPT_ENCODING).iter();
        let accepted: Vec<&str> = accepted.filter_map(|value| value.to_str().ok()).collect();
        let accepts = |way: &str| {
            let names = accepted.iter().flat_map(|value| value.split(','));
            names
                .map(|name| name.split(';').next().unwrap_or_default().trim())
                .any(|name| name == way)
        };
        let found = self.ways().into_iter().filter(|(way, _)| accepts(way));
        let found = found.filter_map(|(way, name)| Some((way, Packed::get(name)?))).next();
        let Some((way, file)) = found else {
            return refusal(Code::NotFound, "this site was built without this program");
        };
        tagged(&tag(&file), headers, || {
            let kind = [
                (header::CONTENT_TYPE, "application/wasm"),
                (header::CONTENT_ENCODING, way),
                (header::VARY, "accept-encoding"),
            ];
            (kind, file.data).into_response()
        })
    }
}
