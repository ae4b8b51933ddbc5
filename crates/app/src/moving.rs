//! `agon export` and `agon import-data`: a whole site as lines of text, to move it from one database
//! to another. The first line says what it is; each of the others is a row, with the name of its
//! table first; the last one says how many there were. Two databases with the same lines are equal.

use std::fs::File;
use std::io::{BufRead, BufReader, BufWriter, Write};
use std::path::PathBuf;

use agon_store::{SHAPES, Shape, Store};
use anyhow::{Context, Result, bail, ensure};
use clap::Args;
use serde_json::{Value, json};

use crate::serve::{Settings, create_private_files};

/// Rows that are read or written at a time.
const PAGE: usize = 1_000;

/// Where the site is.
#[derive(Args)]
pub(crate) struct Site {
    /// The folder of a site that is kept in a file
    #[arg(long, value_name = "DIR", env = "AGON_DATA")]
    data: Option<PathBuf>,
    /// The database of a site that is kept in PostgreSQL
    #[arg(long, value_name = "URL", env = "AGON_STORE", hide_env_values = true)]
    store: Option<String>,
    /// File with the settings of the server [default: agon.toml in the folder for the data, if there is one]
    #[arg(long, value_name = "FILE", env = "AGON_CONFIG")]
    config: Option<PathBuf>,
}

/// Write all that a site knows into a file
#[derive(Args)]
pub(crate) struct Export {
    /// The file; it must not be there
    file: PathBuf,
    #[command(flatten)]
    site: Site,
}

/// Fill an empty site with what another one has exported
#[derive(Args)]
pub(crate) struct ImportData {
    /// The file
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
            .with_context(|| format!("cannot make {}", self.file.display()))?;
        let mut file = BufWriter::new(file);
        writeln!(file, "{}", head())?;
        let mut count: u64 = 0;
        for shape in SHAPES {
            let mut after: Option<Vec<Value>> = None;
            loop {
                let rows = store.table_page(shape, after.as_deref(), PAGE).await?;
                count += rows.len() as u64;
                for row in &rows {
                    let mut line = vec![json!(shape.name)];
                    line.extend_from_slice(row);
                    writeln!(file, "{}", Value::Array(line))?;
                }
                if rows.len() < PAGE {
                    break;
                }
                after = rows.into_iter().next_back();
            }
        }
        writeln!(file, "{}", json!(["end", count]))?;
        file.into_inner().context("the file")?.sync_all()?;
        store.close().await;
        writeln!(out, "{count} rows are in {}", self.file.display())?;
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
                "the site has {} already: only an empty one can be filled",
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
        writeln!(out, "{whole} rows were added")?;
        Ok(())
    }

    /// The lines between the first and the last one.
    fn lines(&self) -> Result<impl Iterator<Item = std::io::Result<String>>> {
        let file = File::open(&self.file)
            .with_context(|| format!("cannot read {}", self.file.display()))?;
        let lines = BufReader::new(file).lines().skip(1);
        let is_row = |line: &std::io::Result<String>| {
            line.as_ref().map_or(true, |line| !line.starts_with("[\"end\""))
        };
        Ok(lines.take_while(is_row))
    }

    /// Reads all of it before anything is written: how many rows there are.
    fn check(&self) -> Result<u64> {
        let mut lines = BufReader::new(File::open(&self.file)?).lines();
        let first = lines.next().transpose()?.unwrap_or_default();
        ensure!(
            serde_json::from_str::<Value>(&first).is_ok_and(|first| first == head()),
            "this is no export of Agon, or one of a later version"
        );
        for (count, line) in (0_u64..).zip(lines) {
            let line = line?;
            if line == format!("[\"end\",{count}]") {
                return Ok(count);
            }
            row(&line).with_context(|| format!("line {}", count + 2))?;
        }
        bail!("the end is missing")
    }
}

/// The table of a line, and its row.
fn row(line: &str) -> Result<(&'static Shape, Vec<Value>)> {
    let mut row: Vec<Value> = serde_json::from_str(line).context("expected a row")?;
    ensure!(!row.is_empty(), "expected a row");
    let name = row.remove(0);
    let shape = name.as_str().and_then(Shape::of);
    let shape = shape.with_context(|| format!("there is no table {name}"))?;
    ensure!(shape.fits(&row), "this is no row of {name}");
    Ok((shape, row))
}
