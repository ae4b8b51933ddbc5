//! Two toy games to try the vocabulary with. No test uses all of either.
#![allow(dead_code)]

pub(crate) mod ladder;
pub(crate) mod noughts;
