/// Converts a drawn board to the rows of a position text: `. t .` becomes `1t1`, and lines are
/// joined by `/`. The characters `.:*+` are empty cells; spaces and empty lines are ignored.
#[must_use]
pub fn drawn(board: &str) -> String {
    let mut rows = Vec::new();
    for line in board.lines().map(str::trim).filter(|line| !line.is_empty()) {
        let mut row = String::new();
        let cells = line.chars().filter(|c| !c.is_whitespace());
        agon_core::write_row(&mut row, cells.map(|c| (!".:*+".contains(c)).then_some(c)));
        rows.push(row);
    }
    rows.join("/")
}
