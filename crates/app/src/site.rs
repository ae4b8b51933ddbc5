//! A site without a server, as files for any host.

use std::fs;
use std::io::Write;
use std::path::PathBuf;

use anyhow::{Context, Result, ensure};
use clap::Args;

/// What a host of files has to know.
const NOTE: &str = "\
Agon as files: five games against the computer, on one screen and between computers, without a server. Each browser
keeps the games of its own person.

What the host must send:
- the folder as the root of a name of its own (https://games.example.org/, not https://example.org/games/): the
  addresses within it begin with /;
- over HTTPS, or from the machine itself: browsers keep a site for later only then;
- agon.wasm and agon-threads.wasm as application/wasm, packed (gzip or brotli) where it can, and .js as
  text/javascript;
- index.html for every address that has no file, such as /game/local...: 404.html is the same page, for hosts that
  have such a file instead;
- Cache-Control: no-cache, so that a new version is noticed;
- for searches on several cores, which stop at once instead of beginning anew, these two headers with every file:
    Cross-Origin-Opener-Policy: same-origin
    Cross-Origin-Embedder-Policy: require-corp

To try it: python3 -m http.server --directory THIS_FOLDER
";

/// Where to write it.
#[derive(Args)]
pub(crate) struct Site {
    /// The folder, which is made if it is not there; files in it are replaced
    folder: PathBuf,
}

impl Site {
    pub(crate) fn run(&self, out: &mut impl Write) -> Result<()> {
        let files = agon_server::site_alone();
        ensure!(
            files.is_some(),
            "this agon was built without the program for browsers: `cargo xtask wasm` makes it, then build again"
        );
        let files = files.unwrap_or_default();
        let note = ("HOSTING.txt".to_owned(), NOTE.as_bytes().to_vec());
        let count = files.len();
        let bytes: usize = files.iter().map(|(_, content)| content.len()).sum();
        for (name, content) in files.into_iter().chain([note]) {
            let path = self.folder.join(name);
            let folder = path.parent().context("a file in a folder")?;
            fs::create_dir_all(folder).with_context(|| folder.display().to_string())?;
            fs::write(&path, content).with_context(|| path.display().to_string())?;
        }
        let folder = self.folder.display();
        writeln!(
            out,
            "{folder}: {count} files, {bytes} bytes; HOSTING.txt says what a host must send"
        )?;
        Ok(())
    }
}
