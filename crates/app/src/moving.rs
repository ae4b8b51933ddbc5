//! `agon export` and `agon import-data`: all data of a site as JSON lines, to move it to another
//! database. The first line is a format header, each further line a table name and a row, the last
//! one the number of rows. Equal databases have equal exports.

use std::fs::File;
use std::io::{BufRead, BufReader, BufWriter, Write};
use std::path::PathBuf;

use agon_store::{SHAPES, Shape, Store};
use anyhow::{Context, Result, bail, ensure};
use clap::Args;
use serde_json::{Value, json};

use crate::count::counted;
use crate::serve::{Settings, create_private_files};

/// Rows per query.
const PAGE: usize = 1_000;

/// Location of the site's data.
#[derive(Args)]
pub(crate) struct Site {
    /// Data directory of a site with SQLite
    #[arg(long, value_name = "DIR", env = "AGON_DATA")]
    data: Option<PathBuf>,
    /// Database URL of a site with PostgreSQL
    #[arg(long, value_name = "URL", env = "AGON_STORE", hide_env_values = true)]
    store: Option<String>,
    /// Configuration file of the server [default: agon.toml in the data directory, if it exists]
    #[arg(long, value_name = "FILE", env = "AGON_CONFIG")]
    config: Option<PathBuf>,
}

#[derive(Args)]
pub(crate) struct Export {
    /// Output file; must not exist
    file: PathBuf,
    #[command(flatten)]
    site: Site,
}

#[derive(Args)]
pub(crate) struct ImportData {
    /// File written by `agon export`
    file: PathBuf,
    #[command(flatten)]
    site: Site,
}

impl Site {
    async fn open(&self) -> Result<Store> {
        self.settings()?.open_store().await
    }

    /// Opens an existing site, also while servers use it.
    pub(crate) async fn attach(&self) -> Result<Store> {
        self.settings()?.attach_store().await
    }

    fn settings(&self) -> Result<Settings> {
        let (data, store, config) = (self.data.clone(), self.store.clone(), self.config.clone());
        Settings { data, store, config, ..Settings::default() }.with_file()
    }
}

fn head() -> Value {
    json!(["agon", 1])
}

impl Export {
    pub(crate) fn run(&self, out: &mut impl Write) -> Result<()> {
        create_private_files();
        tokio::runtime::Runtime::new()?.block_on(self.write(out))
    }

    async fn write(&self, out: &mut impl Write) -> Result<()> {
        let store = self.site.open().await?;
        let file = File::create_new(&self.file)
            .with_context(|| format!("cannot create {}", self.file.display()))?;
        let mut file = BufWriter::new(file);
        writeln!(file, "{}", head())?;
        let mut rows: u64 = 0;
        for shape in SHAPES {
            let mut after: Option<Vec<Value>> = None;
            loop {
                let page = store.table_page(shape, after.as_deref(), PAGE).await?;
                rows += page.len() as u64;
                for row in &page {
                    let mut line = vec![json!(shape.name)];
                    line.extend_from_slice(row);
                    writeln!(file, "{}", Value::Array(line))?;
                }
                if page.len() < PAGE {
                    break;
                }
                after = page.into_iter().next_back();
            }
        }
        writeln!(file, "{}", json!(["end", rows]))?;
        file.into_inner().context("cannot write the file")?.sync_all()?;
        store.close().await;
        writeln!(out, "{} written to {}", counted(rows, "row"), self.file.display())?;
        Ok(())
    }
}

impl ImportData {
    pub(crate) fn run(&self, out: &mut impl Write) -> Result<()> {
        create_private_files();
        tokio::runtime::Runtime::new()?.block_on(self.read(out))
    }

    async fn read(&self, out: &mut impl Write) -> Result<()> {
        let whole = self.check().with_context(|| self.file.display().to_string())?;
        let store = self.site.open().await?;
        for shape in SHAPES {
            ensure!(
                store.table_page(shape, None, 1).await?.is_empty(),
                "the site is not empty: it has {}",
                shape.name
            );
        }
        let mut waiting: Option<(&'static Shape, Vec<Vec<Value>>)> = None;
        for line in self.lines()? {
            let (shape, row) = row(&line?)?;
            let (table, mut rows) = waiting.take().unwrap_or((shape, Vec::new()));
            if table.name == shape.name && rows.len() < PAGE {
                rows.push(row);
                waiting = Some((table, rows));
            } else {
                store.add_rows(table, rows).await?;
                waiting = Some((shape, vec![row]));
            }
        }
        if let Some((table, rows)) = waiting {
            store.add_rows(table, rows).await?;
        }
        store.index_all().await?;
        store.close().await;
        writeln!(out, "{} imported", counted(whole, "row"))?;
        Ok(())
    }

    /// Returns the lines between header and footer.
    fn lines(&self) -> Result<impl Iterator<Item = std::io::Result<String>>> {
        let file = File::open(&self.file)
            .with_context(|| format!("cannot read {}", self.file.display()))?;
        let lines = BufReader::new(file).lines().skip(1);
        let is_row = |line: &std::io::Result<String>| {
            line.as_ref().map_or(true, |line| !line.starts_with("[\"end\""))
        };
        Ok(lines.take_while(is_row))
    }

    /// Validates the whole file and returns the number of rows.
    fn check(&self) -> Result<u64> {
        let mut lines = BufReader::new(File::open(&self.file)?).lines();
        let first = lines.next().transpose()?.unwrap_or_default();
        ensure!(
            serde_json::from_str::<Value>(&first).is_ok_and(|first| first == head()),
            "not an export of Agon, or of a later version"
        );
        for (count, line) in (0_u64..).zip(lines) {
            let line = line?;
            if line == format!("[\"end\",{count}]") {
                return Ok(count);
            }
            row(&line).with_context(|| format!("line {}", count + 2))?;
        }
        bail!("truncated: the last line is missing")
    }
}

/// Parses a row and its table.
fn row(line: &str) -> Result<(&'static Shape, Vec<Value>)> {
    let mut row: Vec<Value> = serde_json::from_str(line).context("expected a row")?;
    ensure!(!row.is_empty(), "expected a row");
    let name = row.remove(0);
    let shape = name.as_str().and_then(Shape::of);
    let shape = shape.with_context(|| format!("unknown table {name}"))?;
    ensure!(shape.fits(&row), "not a row of {name}");
    Ok((shape, row))
}
