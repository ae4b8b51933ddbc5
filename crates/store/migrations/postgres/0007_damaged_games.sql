-- Games that could not be read because what is stored of them is invalid. They are neither archived nor
-- woken until the host asks for another attempt.
CREATE TABLE damaged_games (
    id TEXT COLLATE "C" NOT NULL PRIMARY KEY,
    at BIGINT NOT NULL,
    reason TEXT NOT NULL
);
