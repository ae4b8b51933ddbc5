//! The program for browsers: built, made small, and measured beside that of this machine.

use std::fs;
use std::io::Write;
use std::path::Path;
use std::process::Command;
use std::time::SystemTime;

use anyhow::{Context, Result, ensure};
use flate2::Compression;
use flate2::write::GzEncoder;

use crate::{cargo, run};

const TARGET: &str = "wasm32-unknown-unknown";
/// Where whoever builds the server looks for it.
const FOLDER: &str = "web-wasm";
/// The same unpacked, for tests.
const UNPACKED: &str = "target/agon.wasm";
const EMBEDDING: &str = "crates/server/src/http/program.rs";
/// As much of a file is looked at for what repeats: all of it.
const WINDOW: i32 = 24;
const QUALITY: i32 = 11;

/// Builds it and packs it in the two ways that browsers unpack.
pub(crate) fn build() -> Result<()> {
    println!("--- the program for browsers");
    add_target()?;
    let args = ["build", "--quiet", "--lib", "--package", "agon-browser", "--profile", "browser"];
    run(cargo(&args).args(["--target", TARGET]))?;
    let built = Path::new("target").join(TARGET).join("browser/agon_browser.wasm");
    let folder = Path::new(FOLDER);
    fs::create_dir_all(folder)?;
    let program = Path::new(UNPACKED);
    fs::create_dir_all("target")?;
    let before = fs::read(program).unwrap_or_default();
    optimize(&built, program)?;
    let bytes = without_names(&fs::read(program)?).context("not a program for browsers")?;
    fs::write(program, &bytes)?;
    let (brotli, gzip) = (folder.join("agon.wasm.br"), folder.join("agon.wasm.gz"));
    if bytes != before || !brotli.exists() || !gzip.exists() {
        fs::write(&brotli, by_brotli(&bytes)?)?;
        fs::write(&gzip, by_gzip(&bytes)?)?;
        // Cargo does not see that a folder has come: the file that embeds it counts as changed.
        fs::File::options().write(true).open(EMBEDDING)?.set_modified(SystemTime::now())?;
    }
    let size = |path: &Path| fs::metadata(path).map(|data| data.len());
    println!(
        "{}: {} bytes, {} by brotli, {} by gzip",
        program.display(),
        bytes.len(),
        size(&brotli)?,
        size(&gzip)?
    );
    Ok(())
}

/// Adds the target where rustup can; where there is no rustup the compiler may have it all the same.
fn add_target() -> Result<()> {
    let listed = Command::new("rustup").args(["target", "list", "--installed"]).output();
    let Ok(listed) = listed else { return Ok(()) };
    if String::from_utf8_lossy(&listed.stdout).lines().any(|line| line == TARGET) {
        return Ok(());
    }
    let added = Command::new("rustup").args(["target", "add", TARGET]).output()?;
    let why = String::from_utf8_lossy(&added.stderr);
    ensure!(added.status.success(), "rustup cannot add {TARGET}: {}", why.trim());
    Ok(())
}

/// Makes it smaller where the tool for that is at hand.
fn optimize(built: &Path, program: &Path) -> Result<()> {
    let mut tool = Command::new("wasm-opt");
    // Only what browsers of the last years know.
    tool.args(["-O3", "--enable-simd", "--enable-bulk-memory", "--enable-sign-ext"]);
    tool.args(["--enable-mutable-globals", "--enable-nontrapping-float-to-int"]);
    tool.arg("--output").arg(program).arg(built);
    match tool.output() {
        Ok(output) => {
            let why = String::from_utf8_lossy(&output.stderr);
            ensure!(output.status.success(), "wasm-opt: {}", why.trim());
        }
        Err(_) => {
            fs::copy(built, program).with_context(|| built.display().to_string())?;
        }
    }
    Ok(())
}

/// Without the parts that only tell what things were called: they are never run.
fn without_names(bytes: &[u8]) -> Option<Vec<u8>> {
    const HEADER: usize = 8;
    const CUSTOM: u8 = 0;
    let (mut kept, mut rest) = (bytes.get(..HEADER)?.to_vec(), &bytes[HEADER..]);
    while let [kind, ..] = rest {
        let (mut length, mut place) = (0_usize, 1);
        loop {
            let byte = *rest.get(place)?;
            length |= usize::from(byte & 127) << (7 * (place - 1));
            place += 1;
            if byte < 128 {
                break;
            }
        }
        let (section, after) = rest.split_at_checked(place + length)?;
        if *kind != CUSTOM {
            kept.extend_from_slice(section);
        }
        rest = after;
    }
    Some(kept)
}

fn by_brotli(bytes: &[u8]) -> Result<Vec<u8>> {
    let params = brotli::enc::BrotliEncoderParams {
        quality: QUALITY,
        lgwin: WINDOW,
        size_hint: bytes.len(),
        ..Default::default()
    };
    let mut packed = Vec::new();
    brotli::BrotliCompress(&mut &bytes[..], &mut packed, &params)?;
    Ok(packed)
}

fn by_gzip(bytes: &[u8]) -> Result<Vec<u8>> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::best());
    encoder.write_all(bytes)?;
    Ok(encoder.finish()?)
}

/// The search of fixed positions here and there, in turns: the same nodes, and how fast.
pub(crate) fn measure() -> Result<()> {
    let native = crate::release("agon")?;
    println!("--- measuring");
    let mut command = Command::new("node");
    command.arg("xtask/measure.mjs").arg(native).arg(UNPACKED);
    run(&mut command)
}
