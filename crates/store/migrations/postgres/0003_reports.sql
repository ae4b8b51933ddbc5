-- What a strong player thinks of games that are over, as the server writes it.
CREATE TABLE reports (
    game TEXT COLLATE "C" NOT NULL PRIMARY KEY,
    report TEXT NOT NULL,
    at BIGINT NOT NULL
);
