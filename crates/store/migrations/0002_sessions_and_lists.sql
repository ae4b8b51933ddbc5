-- Names of registered people are theirs alone: the key is the same for names that look alike.
ALTER TABLE people ADD COLUMN name_key TEXT NOT NULL DEFAULT '';
CREATE UNIQUE INDEX people_by_name_key ON people (name_key)
    WHERE login IS NOT NULL AND name_key <> '';

-- Where a person is signed in. Cookies from before held the person's id: it names their first session.
CREATE TABLE sessions (
    id TEXT NOT NULL PRIMARY KEY,
    person TEXT NOT NULL,
    -- What it was opened with, such as a browser.
    label TEXT NOT NULL,
    created BIGINT NOT NULL,
    seen BIGINT NOT NULL
) WITHOUT ROWID;
INSERT INTO sessions SELECT id, id, '', created, created FROM people;
CREATE INDEX sessions_by_person ON sessions (person);

-- When the server has something to do without being asked; too early is no harm, too late is.
ALTER TABLE games ADD COLUMN due BIGINT;
UPDATE games SET due = 0 WHERE restless = 1 AND phase IN ('open', 'playing');
ALTER TABLE games DROP COLUMN restless;
CREATE INDEX games_by_due ON games (due) WHERE due IS NOT NULL;
CREATE INDEX unfinished_games ON games (updated) WHERE phase IN ('open', 'playing');

-- What everybody may find, by every filter that lists have.
DROP INDEX games_by_phase;
CREATE INDEX listed_games ON games (updated DESC, id) WHERE listed = 1;
CREATE INDEX listed_games_by_phase ON games (phase, updated DESC, id) WHERE listed = 1;
CREATE INDEX listed_games_by_game ON games (game, updated DESC, id) WHERE listed = 1;
CREATE INDEX listed_games_by_both ON games (phase, game, updated DESC, id) WHERE listed = 1;

-- The games that a person made or plays in.
CREATE TABLE games_of_people (
    person TEXT NOT NULL,
    game TEXT NOT NULL,
    phase TEXT NOT NULL,
    updated BIGINT NOT NULL,
    -- 1 when the person does not want to see it any more.
    hidden BIGINT NOT NULL DEFAULT 0,
    PRIMARY KEY (person, game)
) WITHOUT ROWID;
INSERT OR IGNORE INTO games_of_people (person, game, phase, updated)
    SELECT person, game, phase, updated FROM (
        SELECT seats.person AS person, games.id AS game, phase, updated
            FROM seats JOIN games ON games.id = seats.game
        UNION SELECT host, id, phase, updated FROM games)
    WHERE person IS NOT NULL;
CREATE INDEX games_of_people_by_time ON games_of_people (person, updated DESC, game)
    WHERE hidden = 0;
CREATE INDEX games_of_people_by_phase ON games_of_people (person, phase, updated DESC, game)
    WHERE hidden = 0;
CREATE INDEX people_of_games ON games_of_people (game);

-- The words of players' names in listed games that are over: each under itself as key and under
-- its first letters.
CREATE TABLE name_words (
    key TEXT NOT NULL,
    updated BIGINT NOT NULL,
    id TEXT NOT NULL,
    word TEXT NOT NULL,
    game TEXT NOT NULL,
    PRIMARY KEY (key, updated DESC, id, word)
) WITHOUT ROWID;

DROP INDEX seats_by_person;
DROP INDEX seats_by_name;

-- Events of a game lie side by side.
CREATE TABLE ordered_events (
    game TEXT NOT NULL,
    version BIGINT NOT NULL,
    kind TEXT NOT NULL,
    payload TEXT NOT NULL,
    at BIGINT NOT NULL,
    PRIMARY KEY (game, version)
) WITHOUT ROWID;
INSERT INTO ordered_events SELECT game, version, kind, payload, at FROM events ORDER BY game, version;
DROP TABLE events;
ALTER TABLE ordered_events RENAME TO events;
