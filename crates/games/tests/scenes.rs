//! The scenes that represent games in pictures.

use agon_games::GAMES;

#[test]
fn scenes_are_from_the_middle_of_a_game() {
    for game in GAMES {
        let Some(scene) = game.scene() else { continue };
        let start = game.open("", None).unwrap();
        let shown = game.open("", Some(scene)).unwrap_or_else(|e| panic!("{}: {e}", game.id()));
        assert_eq!(shown.rules(), start.rules(), "{}: by the usual rules", game.id());
        assert!(shown.ending().is_none(), "{}: the game is not over", game.id());
        assert_ne!(shown.position(), start.position(), "{}: it has begun", game.id());
        for player in agon_core::Player::all(shown.seats().count()) {
            let owns = |piece: &agon_core::Piece| piece.player == player;
            assert!(shown.pieces().iter().any(owns), "{}: everybody has men", game.id());
        }
    }
}
