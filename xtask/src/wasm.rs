//! The program for browsers: built, made small, and measured beside that of this machine.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::SystemTime;

use anyhow::{Context, Result, ensure};
use flate2::Compression;
use flate2::write::GzEncoder;

use crate::{cargo, run};

/// Where whoever builds the server looks for it.
const FOLDER: &str = "web-wasm";
const EMBEDDING: &str = "crates/server/src/http/program.rs";
/// As much of a file is looked at for what repeats: all of it.
const WINDOW: i32 = 24;
const QUALITY: i32 = 11;

/// The program for some target.
struct Build {
    target: &'static str,
    name: &'static str,
}

const ALONE: Build = Build { target: "wasm32-unknown-unknown", name: "agon.wasm" };
/// The standard library of this target is compiled for several threads.
const THREADS: Build = Build { target: "wasm32-wasip1-threads", name: "agon-threads.wasm" };

/// Builds both, the one with threads where its target can be had. One cargo command links both at the same time, each
/// on one core: a third longer than one alone.
pub(crate) fn build_both() -> Result<()> {
    println!("--- the program for browsers");
    ALONE.add_target()?;
    let mut builds = vec![&ALONE];
    match THREADS.add_target() {
        Ok(()) => builds.push(&THREADS),
        Err(error) => {
            println!("--- NOT BUILT for several threads: {error:#}");
            THREADS.remove()?;
        }
    }
    let args = ["build", "--quiet", "--lib", "--package", "agon-browser", "--profile", "browser"];
    let targets = builds.iter().flat_map(|build| ["--target", build.target]);
    run(cargo(&args).args(targets))?;
    std::thread::scope(|scope| {
        let packing: Vec<_> = builds.iter().map(|build| scope.spawn(|| build.pack())).collect();
        packing.into_iter().try_for_each(|one| one.join().expect("packing does not panic"))
    })
}

impl Build {
    /// By brotli, and by gzip.
    fn packed(&self) -> [PathBuf; 2] {
        ["br", "gz"].map(|end| Path::new(FOLDER).join(format!("{}.{end}", self.name)))
    }

    /// The same unpacked, for tests.
    fn unpacked(&self) -> PathBuf {
        Path::new("target").join(self.name)
    }

    /// Packs it in the two formats that browsers unpack.
    fn pack(&self) -> Result<()> {
        let built = Path::new("target").join(self.target).join("browser/agon_browser.wasm");
        fs::create_dir_all(FOLDER)?;
        let program = self.unpacked();
        fs::create_dir_all("target")?;
        let before = fs::read(&program).unwrap_or_default();
        optimize(&built, &program)?;
        let bytes = without_names(&fs::read(&program)?).context("not a program for browsers")?;
        fs::write(&program, &bytes)?;
        let [brotli, gzip] = self.packed();
        if bytes != before || !brotli.exists() || !gzip.exists() {
            fs::write(&brotli, by_brotli(&bytes)?)?;
            fs::write(&gzip, by_gzip(&bytes)?)?;
            embed_again()?;
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

    /// What was built of other sources does not fit.
    fn remove(&self) -> Result<()> {
        for file in self.packed() {
            if file.exists() {
                fs::remove_file(file)?;
                embed_again()?;
            }
        }
        Ok(())
    }

    /// Adds the target where rustup can; where there is no rustup the compiler may have it all the same.
    fn add_target(&self) -> Result<()> {
        let target = self.target;
        let listed = Command::new("rustup").args(["target", "list", "--installed"]).output();
        let Ok(listed) = listed else { return Ok(()) };
        if String::from_utf8_lossy(&listed.stdout).lines().any(|line| line == target) {
            return Ok(());
        }
        let added = Command::new("rustup").args(["target", "add", target]).output()?;
        let why = String::from_utf8_lossy(&added.stderr);
        ensure!(added.status.success(), "rustup cannot add {target}: {}", why.trim());
        Ok(())
    }
}

/// Cargo does not see that a folder has come: the file that embeds it counts as changed.
fn embed_again() -> Result<()> {
    fs::File::options().write(true).open(EMBEDDING)?.set_modified(SystemTime::now())?;
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
    command.arg("xtask/measure.mjs").arg(native).arg(ALONE.unpacked());
    run(&mut command)
}
