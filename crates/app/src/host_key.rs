//! `agon host-key`: the key of the host page.

use std::io::Write;

use anyhow::{Context, Result};
use clap::Args;

use crate::moving::Site;
use crate::serve::create_private_files;

/// Show the key of the host page, or replace it. The page is at /host#key=KEY of the site
#[derive(Args)]
pub(crate) struct HostKey {
    /// Replace the key: the previous one is invalid at once, on servers that run, too
    #[arg(long)]
    rotate: bool,
    #[command(flatten)]
    site: Site,
}

impl HostKey {
    pub(crate) fn run(&self, out: &mut impl Write) -> Result<()> {
        create_private_files();
        tokio::runtime::Runtime::new()?.block_on(self.show(out))
    }

    async fn show(&self, out: &mut impl Write) -> Result<()> {
        let store = self.site.attach().await?;
        let key = if self.rotate {
            agon_server::rotate_host_key(&store).await.context("cannot replace the key")?
        } else {
            agon_server::load_host_key(&store).await.context("cannot read the key")?.text
        };
        store.close().await;
        writeln!(out, "{key}")?;
        Ok(())
    }
}
