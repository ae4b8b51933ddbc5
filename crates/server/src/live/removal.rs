//! The host removes a game.

use agon_protocol::error::Fault;
use agon_protocol::message::ToClient;
use agon_protocol::units::Millis;
use agon_store::{StoreError, Write, column};

use super::actor::Actor;

impl Actor {
    /// Nothing of the game is left; everybody who is here hears it. `deed` is stored with it.
    pub(super) async fn remove(&mut self, deed: Write, now: Millis) -> Result<(), StoreError> {
        let game = self.table.id.clone();
        let removal = Write::RemoveGame { game: game.clone(), at: column(now.0) };
        self.app.store.write(Write::Together(vec![removal, deed])).await?;
        self.be_removed();
        self.app.cluster.tell_removal(&self.table);
        Ok(())
    }

    /// The game is no more.
    pub(super) fn be_removed(&mut self) {
        self.removed = true;
        let game = &self.table.id;
        self.audience.tell(&ToClient::refusal(Fault::removed(), Some(game.clone())));
        self.app.lobby.remove(game);
        self.app.own_games.tell_removal(&self.table);
    }
}
