//! `agon site`: exports the website as static files.

use std::fs;
use std::io::Write;
use std::path::PathBuf;

use anyhow::{Context, Result, ensure};
use clap::Args;

use crate::count::counted;

/// Hosting instructions.
const NOTE: &str = "\
Agon as static files: all games against the computer, on one screen and between computers, without an Agon server.
Games are stored in the browser.

Requirements for the web server:
- Serve the folder at the root of a host name (https://games.example.org/, not https://example.org/games/): paths
  in it start with /.
- Use HTTPS, except on localhost: browsers cache a site for offline use only then.
- Send agon.wasm and agon-threads.wasm as application/wasm, compressed (gzip or brotli) if possible, and .js as
  text/javascript.
- Send index.html for every path without a file, such as /game/local... For hosts that use an error page instead,
  404.html is the same page.
- Send Cache-Control: no-cache, so that browsers notice new versions.
- For multithreaded search, send these headers with every file:
    Cross-Origin-Opener-Policy: same-origin
    Cross-Origin-Embedder-Policy: require-corp

To try it: python3 -m http.server --directory THIS_FOLDER
";

#[derive(Args)]
pub(crate) struct Site {
    /// Output directory; created if necessary, existing files are replaced
    folder: PathBuf,
}

impl Site {
    pub(crate) fn run(&self, out: &mut impl Write) -> Result<()> {
        let files = agon_server::site_alone();
        ensure!(
            files.is_some(),
            "built without the WebAssembly module: run `cargo xtask wasm` and build again"
        );
        let files = files.unwrap_or_default();
        let note = ("HOSTING.txt".to_owned(), NOTE.as_bytes().to_vec());
        let number = files.len();
        let bytes: usize = files.iter().map(|(_, content)| content.len()).sum();
        for (name, content) in files.into_iter().chain([note]) {
            let path = self.folder.join(name);
            let folder = path.parent().context("a path without parent")?;
            fs::create_dir_all(folder).with_context(|| folder.display().to_string())?;
            fs::write(&path, content).with_context(|| path.display().to_string())?;
        }
        let folder = self.folder.display();
        writeln!(
            out,
            "{folder}: {}, {bytes} bytes; see HOSTING.txt for the web server settings",
            counted(number, "file")
        )?;
        Ok(())
    }
}
