-- Games that are over and that the tables below do not know yet. A game comes here in the transaction that
-- ends it; whoever files it takes it out in the transaction that does. All games from before begin here.
CREATE TABLE unarchived (
    id TEXT NOT NULL PRIMARY KEY,
    at BIGINT NOT NULL
) WITHOUT ROWID;
INSERT INTO unarchived SELECT id, updated FROM games WHERE phase = 'ended';
CREATE INDEX unarchived_by_time ON unarchived (at, id);

-- What games that are over are looked for by.
CREATE TABLE archived_games (
    id TEXT NOT NULL PRIMARY KEY,
    game TEXT NOT NULL,
    rules TEXT NOT NULL,
    plies BIGINT NOT NULL,
    result TEXT NOT NULL,
    listed BIGINT NOT NULL,
    updated BIGINT NOT NULL,
    -- How the moves count in `explorer`, if they do.
    outcome BIGINT,
    -- The keys of its first positions, eight bytes each.
    line BLOB NOT NULL
) WITHOUT ROWID;
CREATE INDEX archived_by_time ON archived_games (updated DESC, id) WHERE listed = 1;
CREATE INDEX archived_by_game ON archived_games (game, updated DESC, id) WHERE listed = 1;

-- How many games went on from a position to another one, by how they ended: 0 for a draw, or the number
-- of the seat that won, from 1.
CREATE TABLE explorer (
    position BIGINT NOT NULL,
    next BIGINT NOT NULL,
    outcome BIGINT NOT NULL,
    games BIGINT NOT NULL,
    PRIMARY KEY (position, next, outcome)
) WITHOUT ROWID;

-- In which games a position was on the board.
CREATE TABLE position_games (
    position BIGINT NOT NULL,
    updated BIGINT NOT NULL,
    id TEXT NOT NULL,
    PRIMARY KEY (position, updated DESC, id)
) WITHOUT ROWID;

-- What somebody played, and how it ended for them.
CREATE TABLE played (
    person TEXT NOT NULL,
    at BIGINT NOT NULL,
    id TEXT NOT NULL,
    seat BIGINT NOT NULL,
    game TEXT NOT NULL,
    pace TEXT NOT NULL,
    -- `won`, `drawn`, `lost`, or `unfinished`.
    result TEXT NOT NULL,
    -- The other one, where there are two: a person by id, or a computer by kind and level.
    opponent TEXT,
    computer TEXT,
    plies BIGINT NOT NULL,
    listed BIGINT NOT NULL,
    -- The key of an early position, to tell openings apart.
    opening BIGINT,
    -- From 0 to 100, if the game has a report.
    accuracy BIGINT,
    PRIMARY KEY (person, at DESC, id, seat)
) WITHOUT ROWID;
CREATE INDEX played_by_game ON played (id, seat);

-- How well people play a game at a pace. Points and deviation are thousandths, the volatility is
-- millionths.
CREATE TABLE ratings (
    person TEXT NOT NULL,
    game TEXT NOT NULL,
    pace TEXT NOT NULL,
    rating BIGINT NOT NULL,
    deviation BIGINT NOT NULL,
    volatility BIGINT NOT NULL,
    -- How many games it is made of: decides between two writers.
    games BIGINT NOT NULL,
    at BIGINT NOT NULL,
    PRIMARY KEY (person, game, pace)
) WITHOUT ROWID;
CREATE INDEX ratings_by_points ON ratings (game, pace, rating DESC, person);

-- What each rated game has changed: it counts once.
CREATE TABLE rating_changes (
    id TEXT NOT NULL,
    person TEXT NOT NULL,
    game TEXT NOT NULL,
    pace TEXT NOT NULL,
    at BIGINT NOT NULL,
    before BIGINT NOT NULL,
    rating BIGINT NOT NULL,
    PRIMARY KEY (id, person)
) WITHOUT ROWID;
CREATE INDEX rating_changes_of_person ON rating_changes (person, at DESC, id);
