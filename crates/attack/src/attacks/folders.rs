//! Two servers, one folder.

use std::time::Instant;

use agon_client::{Launch, StartError};
use anyhow::Result;

use crate::ground::Ground;
use crate::report::Check;

/// The second must not start, and the first must not notice.
pub(super) async fn second_server(ground: &mut Ground) -> Result<Vec<Check>> {
    let launch = Launch::new(&ground.program, ground.data())?;
    let begin = Instant::now();
    let started = tokio::task::spawn_blocking(move || launch.start()).await?;
    let took = begin.elapsed();
    let check = match started {
        Ok(_) => Check::that(false, "a second server began to serve the same data"),
        Err(StartError::Ended { status, said }) => {
            let text = format!("refused after {} ms: {said}", took.as_millis());
            Check::that(status.code() == Some(2) && !said.contains("move it away"), text)
        }
        Err(error) => Check::that(false, error.to_string()),
    };
    Ok(vec![check])
}
