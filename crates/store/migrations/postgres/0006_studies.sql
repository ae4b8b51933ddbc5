-- Studies that people keep: a game file each, with side lines and comments. Whoever knows the id may read it.
CREATE TABLE studies (
    id TEXT COLLATE "C" NOT NULL PRIMARY KEY,
    person TEXT COLLATE "C" NOT NULL,
    game TEXT COLLATE "C" NOT NULL,
    title TEXT COLLATE "C" NOT NULL,
    content TEXT COLLATE "C" NOT NULL,
    version BIGINT NOT NULL,
    created BIGINT NOT NULL,
    updated BIGINT NOT NULL
);

CREATE INDEX studies_of_people ON studies (person, updated);
