//! Positions, checked and ready to draw.

use agon_protocol::editor::{PositionSetup, SetupRequest};
use agon_protocol::position::{PositionReport, PositionRequest};
use agon_table::editor;
use agon_table::opening::look;

use crate::backend::{Answer, Backend};

pub(crate) async fn check<B: Backend>(
    site: &mut B,
    request: PositionRequest,
) -> Answer<PositionReport, B> {
    site.run(move || look(&request)).await
}

pub(crate) async fn set_up<B: Backend>(
    site: &mut B,
    request: SetupRequest,
) -> Answer<PositionSetup, B> {
    site.run(move || editor::set_up(&request)).await
}
