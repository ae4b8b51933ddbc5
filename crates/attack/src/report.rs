//! What came of the attacks, as a table.

use std::io::Write;

use anyhow::Result;

use crate::bystander::Noticed;

/// What others may notice at most.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Bars {
    /// Milliseconds that 99 of 100 moves of bystanders may take.
    pub(crate) p99: f64,
    /// Milliseconds that any newcomer may need until the welcome.
    pub(crate) newcomer: f64,
}

impl Default for Bars {
    fn default() -> Bars {
        Bars { p99: 250.0, newcomer: 3_000.0 }
    }
}

/// Something that was looked at besides the bystanders.
#[derive(Clone, Debug)]
pub(crate) struct Check {
    passed: bool,
    text: String,
}

impl Check {
    /// Something that must be so.
    pub(crate) fn that(passed: bool, text: impl Into<String>) -> Check {
        Check { passed, text: text.into() }
    }

    /// Something to know.
    pub(crate) fn note(text: impl Into<String>) -> Check {
        Check::that(true, text)
    }
}

/// What came of one attack.
pub(crate) struct Outcome {
    /// What bystanders noticed, where there were any.
    pub(crate) noticed: Option<Noticed>,
    pub(crate) checks: Vec<Check>,
}

/// All attacks so far.
pub(crate) struct Report {
    bars: Bars,
    rows: Vec<[String; 6]>,
    failed: usize,
}

impl Report {
    pub(crate) fn new(bars: Bars) -> Report {
        Report { bars, rows: Vec::new(), failed: 0 }
    }

    pub(crate) fn is_clean(&self) -> bool {
        self.failed == 0
    }

    /// Judges an attack. One that could not be carried out has failed.
    pub(crate) fn add(
        &mut self,
        name: &str,
        outcome: Result<Outcome>,
        out: &mut impl Write,
    ) -> Result<()> {
        let outcome = outcome.unwrap_or_else(|error| Outcome {
            noticed: None,
            checks: vec![Check::that(false, format!("not carried out: {error:#}"))],
        });
        let mut checks = outcome.checks;
        let none = || "-".to_owned();
        let [before, meanwhile, newcomers] = match &outcome.noticed {
            None => [none(), none(), none()],
            Some(noticed) => {
                checks.extend(self.judge(noticed));
                let all = noticed.newcomers.count() + noticed.turned_away.len();
                let worst = noticed.newcomers.share(1.0).unwrap_or(0.0);
                [
                    noticed.before.to_string(),
                    noticed.meanwhile.to_string(),
                    format!("{} of {all}, worst {worst:.0} ms", noticed.newcomers.count()),
                ]
            }
        };
        for check in &checks {
            writeln!(out, "    {} {}", if check.passed { "ok    " } else { "FAILED" }, check.text)?;
        }
        let passed = checks.iter().all(|check| check.passed);
        self.failed += usize::from(!passed);
        let verdict = if passed { "passed" } else { "FAILED" }.to_owned();
        let found: Vec<&str> = checks.iter().map(|check| check.text.as_str()).collect();
        let row = [name.to_owned(), before, meanwhile, newcomers, found.join("; "), verdict];
        self.rows.push(row);
        Ok(())
    }

    fn judge(&self, noticed: &Noticed) -> Vec<Check> {
        let mut checks = Vec::new();
        let Bars { p99, newcomer } = self.bars;
        let moves = noticed.meanwhile.p99();
        if moves.is_none_or(|found| found > p99) {
            let found = moves.map_or("no move was made".into(), |found| format!("{found:.0} ms"));
            checks.push(Check::that(false, format!("p99 of a move: {found}, the bar is {p99} ms")));
        }
        if let Some(first) = noticed.lost.first() {
            let text = format!("{} moves lost or players cut off: {first}", noticed.lost.len());
            checks.push(Check::that(false, text));
        }
        if let Some(first) = noticed.turned_away.first() {
            let text = format!("{} newcomers turned away: {first}", noticed.turned_away.len());
            checks.push(Check::that(false, text));
        }
        if noticed.newcomers.share(1.0).is_some_and(|worst| worst > newcomer) {
            checks.push(Check::that(false, format!("a newcomer waited over {newcomer} ms")));
        }
        checks
    }

    /// The table, in the form of docs/reliability.md.
    pub(crate) fn write(&self, out: &mut impl Write) -> Result<()> {
        writeln!(out)?;
        let head = [
            "attack",
            "a move before (median / p99)",
            "a move meanwhile",
            "newcomers let in",
            "what was found",
            "verdict",
        ];
        writeln!(out, "| {} |", head.join(" | "))?;
        writeln!(out, "|{}", "---|".repeat(head.len()))?;
        for row in &self.rows {
            writeln!(out, "| {} |", row.join(" | "))?;
        }
        writeln!(out)?;
        let passed = self.rows.len() - self.failed;
        writeln!(out, "{passed} of {} attacks withstood", self.rows.len())?;
        Ok(())
    }
}
