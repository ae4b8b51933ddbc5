-- Studies that people keep: a game file each, with side lines and comments. Whoever knows the id may read it.
CREATE TABLE studies (
    id TEXT NOT NULL PRIMARY KEY,
    person TEXT NOT NULL,
    game TEXT NOT NULL,
    title TEXT NOT NULL,
    content TEXT NOT NULL,
    version BIGINT NOT NULL,
    created BIGINT NOT NULL,
    updated BIGINT NOT NULL
) WITHOUT ROWID;

CREATE INDEX studies_of_people ON studies (person, updated);
