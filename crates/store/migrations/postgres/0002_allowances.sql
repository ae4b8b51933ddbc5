-- How much whoever asks may still ask for at all servers together: when the bucket will be full again,
-- in microseconds since 1970 by the clock of the database. A full bucket needs no row; after a crash all
-- are full.
CREATE UNLOGGED TABLE allowances (
    bucket TEXT COLLATE "C" NOT NULL PRIMARY KEY,
    full_at BIGINT NOT NULL
) WITH (fillfactor = 50);
CREATE INDEX allowances_by_time ON allowances (full_at);
