//! Questions.

use crate::rows::FromRow;
use crate::{EventRow, GameRow, PersonRow, SessionRow, StandingRow, StoreError, TokenRow};

use super::Postgres;
use super::line::Parameters;

type Result<T> = std::result::Result<T, StoreError>;

impl Postgres {
    /// The rows that a statement finds; `rest` is what follows the columns.
    pub(super) async fn find<R: FromRow>(
        &self,
        rest: &str,
        parameters: Parameters<'_>,
    ) -> Result<Vec<R>> {
        let sql = format!("SELECT {} FROM {rest}", R::COLUMNS);
        self.read(&sql, parameters).await
    }

    pub(crate) async fn person(&self, id: &str) -> Result<Option<PersonRow>> {
        Ok(self.find("people WHERE id = $1", &[&id]).await?.pop())
    }

    pub(crate) async fn person_by_login(&self, login: &str) -> Result<Option<PersonRow>> {
        Ok(self.find("people WHERE login = $1", &[&login]).await?.pop())
    }

    pub(crate) async fn person_by_token(&self, hash: &str) -> Result<Option<(PersonRow, String)>> {
        let sql = format!(
            "SELECT {}, tokens.scopes FROM people JOIN tokens ON tokens.person = people.id \
             WHERE tokens.hash = $1",
            PersonRow::COLUMNS
        );
        let rows = self.ask(&sql, &[&hash]).await?;
        let read = |row: &tokio_postgres::Row| Ok((PersonRow::read(row)?, row.try_get(8)?));
        rows.first().map(|row| read(row).map_err(super::unreadable)).transpose()
    }

    pub(crate) async fn person_by_session(&self, session: &str) -> Result<Option<PersonRow>> {
        let rest = "people JOIN sessions ON sessions.person = people.id WHERE sessions.id = $1";
        Ok(self.find(rest, &[&session]).await?.pop())
    }

    pub(crate) async fn valid_credentials(&self, shown: &[String]) -> Result<Vec<String>> {
        let sql = "SELECT sessions.id FROM sessions JOIN people ON people.id = sessions.person \
                   WHERE sessions.id = ANY($1) AND people.banned IS NULL \
                   UNION ALL SELECT tokens.hash FROM tokens JOIN people ON people.id = tokens.person \
                   WHERE tokens.hash = ANY($1) AND people.banned IS NULL";
        self.values(sql, &[&shown]).await
    }

    pub(crate) async fn person_by_device_code(
        &self,
        hash: &str,
        at: i64,
    ) -> Result<Option<PersonRow>> {
        let rest = "people JOIN device_codes ON device_codes.person = people.id \
                    WHERE device_codes.hash = $1 AND device_codes.until_at > $2";
        Ok(self.find(rest, &[&hash, &at]).await?.pop())
    }

    pub(crate) async fn people(&self, ids: &[String]) -> Result<Vec<(PersonRow, bool)>> {
        if ids.is_empty() {
            return Ok(Vec::new());
        }
        let sql = format!(
            "SELECT {}, people.login IS NULL AND EXISTS (SELECT 1 FROM people AS other \
             WHERE other.name_key = people.name_key AND other.name_key <> '' \
             AND other.login IS NOT NULL AND other.id <> people.id) \
             FROM people WHERE id = ANY($1)",
            PersonRow::COLUMNS
        );
        let rows = self.ask(&sql, &[&ids]).await?;
        let read = |row: &tokio_postgres::Row| Ok((PersonRow::read(row)?, row.try_get(8)?));
        rows.iter().map(|row| read(row).map_err(super::unreadable)).collect()
    }

    pub(crate) async fn games_of(&self, person: &str, limit: i64) -> Result<Vec<String>> {
        let sql = "SELECT game FROM games_of_people WHERE person = $1 \
                   ORDER BY updated DESC, game LIMIT $2";
        self.values(sql, &[&person, &limit]).await
    }

    pub(crate) async fn name_key_taken(&self, name_key: &str, person: &str) -> Result<bool> {
        let sql = "SELECT 1::bigint FROM people WHERE name_key = $1 AND name_key <> '' \
                   AND login IS NOT NULL AND id <> $2";
        Ok(!self.values::<i64>(sql, &[&name_key, &person]).await?.is_empty())
    }

    pub(crate) async fn people_without_key(&self) -> Result<Vec<PersonRow>> {
        let rest = "people WHERE login IS NOT NULL AND name_key = '' ORDER BY created, id";
        self.find(rest, &[]).await
    }

    pub(crate) async fn sessions(&self, person: &str) -> Result<Vec<SessionRow>> {
        self.find("sessions WHERE person = $1 ORDER BY seen DESC, id", &[&person]).await
    }

    pub(crate) async fn tokens(&self, person: &str) -> Result<Vec<TokenRow>> {
        self.find("tokens WHERE person = $1 ORDER BY created, id", &[&person]).await
    }

    pub(crate) async fn puzzle_standing(
        &self,
        person: &str,
        game: &str,
    ) -> Result<Option<StandingRow>> {
        let rest = "puzzle_standings WHERE person = $1 AND game = $2";
        Ok(self.find(rest, &[&person, &game]).await?.pop())
    }

    pub(crate) async fn puzzles_tried(&self, person: &str, game: &str) -> Result<Vec<String>> {
        let sql = "SELECT puzzle FROM puzzle_attempts WHERE person = $1 AND game = $2 \
                   ORDER BY at, puzzle";
        self.values(sql, &[&person, &game]).await
    }

    pub(crate) async fn game(&self, id: &str) -> Result<Option<GameRow>> {
        Ok(self.find("games WHERE id = $1", &[&id]).await?.pop())
    }

    pub(crate) async fn events(&self, game: &str, after: i64) -> Result<Vec<EventRow>> {
        let rest = "events WHERE game = $1 AND version > $2 ORDER BY version";
        self.find(rest, &[&game, &after]).await
    }

    pub(crate) async fn due_games(&self, until: i64, limit: i64) -> Result<Vec<String>> {
        let sql = "SELECT id FROM games WHERE due <= $1 ORDER BY due LIMIT $2";
        self.values(sql, &[&until, &limit]).await
    }

    /// What another server is taking in this moment is passed over.
    pub(crate) async fn take_due(&self, until: i64, lease: i64, limit: i64) -> Result<Vec<String>> {
        let sql = "WITH taken AS (SELECT id, phase FROM games WHERE due <= $1 ORDER BY due LIMIT $2 \
                   FOR UPDATE SKIP LOCKED) UPDATE games SET due = $3 FROM taken \
                   WHERE games.id = taken.id AND games.phase = taken.phase RETURNING games.id";
        self.values(sql, &[&until, &limit, &lease]).await
    }

    pub(crate) async fn next_due(&self) -> Result<Option<i64>> {
        let sql = "SELECT MIN(due) FROM games WHERE due IS NOT NULL";
        Ok(self.values::<Option<i64>>(sql, &[]).await?.pop().flatten())
    }

    pub(crate) async fn idle_games(&self, before: i64, limit: i64) -> Result<Vec<String>> {
        let sql = "SELECT id FROM games WHERE phase IN ('open', 'playing') AND updated < $1 \
                   ORDER BY updated LIMIT $2";
        self.values(sql, &[&before, &limit]).await
    }

    pub(crate) async fn report(&self, game: &str) -> Result<Option<String>> {
        Ok(self.values("SELECT report FROM reports WHERE game = $1", &[&game]).await?.pop())
    }

    pub(crate) async fn fact(&self, name: &str) -> Result<Option<String>> {
        Ok(self.values("SELECT value FROM facts WHERE name = $1", &[&name]).await?.pop())
    }

    pub(crate) async fn downtimes(&self) -> Result<Vec<(i64, i64)>> {
        let sql = "SELECT begin_at, until_at FROM downtimes ORDER BY begin_at";
        let rows = self.ask(sql, &[]).await?;
        let read = |row: &tokio_postgres::Row| Ok((row.try_get(0)?, row.try_get(1)?));
        rows.iter().map(read).collect::<std::result::Result<_, _>>().map_err(super::unreadable)
    }

    /// Of servers that come back together the first one notes the gap. A time far ahead was noted by
    /// one whose date was wrong.
    pub(crate) async fn note_alive(&self, now: i64, silence: i64) -> Result<Vec<(i64, i64)>> {
        // The parts of a statement have no order of their own: the last one asks for the first ones.
        let sql = "WITH before AS (SELECT value::bigint AS at FROM facts WHERE name = 'alive' \
                   FOR UPDATE), gap AS (INSERT INTO downtimes (begin_at, until_at) \
                   SELECT at, $1::bigint FROM before WHERE at < $1::bigint - $2::bigint ON CONFLICT DO NOTHING RETURNING 1) \
                   INSERT INTO facts (name, value) SELECT 'alive', ($1::bigint)::text \
                   WHERE (SELECT COUNT(*) FROM before) + (SELECT COUNT(*) FROM gap) >= 0 \
                   ON CONFLICT (name) DO UPDATE SET value = CASE \
                   WHEN facts.value::bigint BETWEEN $1::bigint AND $1::bigint + 60000 THEN facts.value \
                   ELSE excluded.value END RETURNING 1::bigint";
        let noted = self.values::<i64>(sql, &[&now, &silence]).await;
        self.shared.note(
            &noted
                .as_ref()
                .map(|_| ())
                .map_err(|error| super::failure::Failure::Away(error.to_string())),
        );
        noted?;
        self.downtimes().await
    }
}
