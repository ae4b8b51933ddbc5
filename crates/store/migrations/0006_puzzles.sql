-- How well people solve the puzzles of a game. Points and deviation are thousandths, the volatility
-- is millionths.
CREATE TABLE puzzle_standings (
    person TEXT NOT NULL,
    game TEXT NOT NULL,
    rating BIGINT NOT NULL,
    deviation BIGINT NOT NULL,
    volatility BIGINT NOT NULL,
    tried BIGINT NOT NULL,
    solved BIGINT NOT NULL,
    streak BIGINT NOT NULL,
    longest BIGINT NOT NULL,
    PRIMARY KEY (person, game)
) WITHOUT ROWID;

-- What they have tried: each puzzle counts once.
CREATE TABLE puzzle_attempts (
    person TEXT NOT NULL,
    game TEXT NOT NULL,
    puzzle TEXT NOT NULL,
    solved BIGINT NOT NULL,
    at BIGINT NOT NULL,
    PRIMARY KEY (person, game, puzzle)
) WITHOUT ROWID;
