-- Times are milliseconds since 1970. Only types that SQLite and PostgreSQL share.

CREATE TABLE people (
    id TEXT NOT NULL PRIMARY KEY,
    name TEXT NOT NULL,
    -- What a registered person signs in with, in small letters.
    login TEXT UNIQUE,
    password TEXT,
    created BIGINT NOT NULL
);

CREATE TABLE tokens (
    -- Of the token; the token itself is kept nowhere.
    hash TEXT NOT NULL PRIMARY KEY,
    id TEXT NOT NULL,
    person TEXT NOT NULL REFERENCES people (id),
    label TEXT NOT NULL,
    created BIGINT NOT NULL
);
CREATE INDEX tokens_of_person ON tokens (person);

CREATE TABLE games (
    id TEXT NOT NULL PRIMARY KEY,
    game TEXT NOT NULL,
    phase TEXT NOT NULL,
    -- 1 when everybody may find it.
    listed BIGINT NOT NULL,
    -- The secret of an invitation.
    secret TEXT NOT NULL,
    host TEXT,
    -- What lists show, as the server writes it.
    summary TEXT NOT NULL,
    version BIGINT NOT NULL,
    -- 1 while the server has something to do without being asked: a clock or a computer.
    restless BIGINT NOT NULL,
    created BIGINT NOT NULL,
    updated BIGINT NOT NULL
);
CREATE INDEX games_by_phase ON games (phase, listed, updated);
CREATE INDEX games_by_host ON games (host, phase);

-- Who sits in a game, to find games by player.
CREATE TABLE seats (
    game TEXT NOT NULL REFERENCES games (id),
    seat BIGINT NOT NULL,
    person TEXT,
    name TEXT NOT NULL,
    PRIMARY KEY (game, seat)
);
CREATE INDEX seats_by_person ON seats (person);
CREATE INDEX seats_by_name ON seats (name);

CREATE TABLE events (
    game TEXT NOT NULL REFERENCES games (id),
    version BIGINT NOT NULL,
    kind TEXT NOT NULL,
    payload TEXT NOT NULL,
    at BIGINT NOT NULL,
    -- Decides between two writers.
    PRIMARY KEY (game, version)
);

-- When no server was running: clocks stand still meanwhile.
CREATE TABLE downtimes (
    begin_at BIGINT NOT NULL PRIMARY KEY,
    until_at BIGINT NOT NULL
);

-- Single values: the key that signs cookies, when the server was last seen alive.
CREATE TABLE facts (
    name TEXT NOT NULL PRIMARY KEY,
    value TEXT NOT NULL
);
