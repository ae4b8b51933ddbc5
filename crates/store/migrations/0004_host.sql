-- How a game that is over ended: `won` by somebody, `drawn`, or `unfinished`; empty until then.
ALTER TABLE games ADD COLUMN result TEXT NOT NULL DEFAULT '';
UPDATE games SET result = CASE
        WHEN NOT json_valid(summary) THEN ''
        WHEN json_extract(summary, '$.outcome.winner') IS NOT NULL THEN 'won'
        WHEN json_array_length(summary, '$.outcome.places') > 0 THEN 'drawn'
        ELSE 'unfinished' END
    WHERE phase = 'ended';
CREATE INDEX listed_games_by_result ON games (result, updated DESC, id) WHERE listed = 1;
CREATE INDEX listed_games_by_game_and_result ON games (game, result, updated DESC, id)
    WHERE listed = 1;

-- All games, for the host.
CREATE INDEX games_by_time ON games (updated DESC, id);
CREATE INDEX games_by_game ON games (game, updated DESC, id);

-- Of a game that the host has removed nothing is left but that it was there.
CREATE TABLE removed_games (
    id TEXT NOT NULL PRIMARY KEY,
    at BIGINT NOT NULL
) WITHOUT ROWID;

-- Why somebody was shut out by the host, in words for them.
ALTER TABLE people ADD COLUMN banned TEXT;
-- The newest first, and by the beginnings of names.
CREATE INDEX people_by_time ON people (created DESC, id);
CREATE INDEX people_by_name ON people (name_key, id);
CREATE INDEX banned_people ON people (created DESC, id) WHERE banned IS NOT NULL;

-- What the host has done.
CREATE TABLE host_acts (
    number INTEGER PRIMARY KEY,
    at BIGINT NOT NULL,
    act TEXT NOT NULL,
    about TEXT NOT NULL
);
