-- The text that a person's picture is drawn from; empty for one that follows from the id.
ALTER TABLE people ADD COLUMN picture TEXT NOT NULL DEFAULT '';

-- Codes that make another device a person's as well: one at a time, for a few minutes.
CREATE TABLE device_codes (
    -- Of the code; the code itself is kept nowhere.
    hash TEXT NOT NULL PRIMARY KEY,
    person TEXT NOT NULL UNIQUE,
    until_at BIGINT NOT NULL
) WITHOUT ROWID;
