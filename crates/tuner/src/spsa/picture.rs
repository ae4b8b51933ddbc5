//! Chart of the parameters over time.

use std::fmt::Write as _;

use super::Spsa;

/// Size of the chart of one parameter, and charts per row.
const WIDTH: usize = 240;
const HEIGHT: usize = 110;
const COLUMNS: usize = 4;
/// Space around a curve.
const MARGIN: f64 = 12.0;
const TOP: f64 = 30.0;

impl Spsa {
    /// Renders an SVG with a chart for each parameter.
    #[must_use]
    pub fn picture(&self) -> String {
        let (width, height) =
            (COLUMNS * WIDTH, 40 + HEIGHT * self.tuned.len().div_ceil(COLUMNS).max(1));
        let title = escaped(&self.about);
        let games = 2 * self.done;
        let mut svg = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" font-family=\"sans-serif\" font-size=\"12\">\n\
             <rect width=\"{width}\" height=\"{height}\" fill=\"#fff\"/>\n\
             <text x=\"{MARGIN}\" y=\"22\" font-size=\"14\">{title}: {games} games</text>\n"
        );
        for nth in 0..self.tuned.len() {
            let (x, y) = (nth % COLUMNS * WIDTH, 40 + nth / COLUMNS * HEIGHT);
            // Writing to a string cannot fail.
            let _ = writeln!(svg, "<g transform=\"translate({x} {y})\">{}</g>", self.chart(nth));
        }
        svg + "</svg>\n"
    }

    /// Renders one parameter: name, initial and current value, curve.
    fn chart(&self, nth: usize) -> String {
        let (tuned, now) = (&self.tuned[nth], self.values[nth]);
        let begin = f64::from(tuned.begin);
        let here = (self.done, now);
        let course = self.track.iter().map(|(pairs, values)| (*pairs, values[nth]));
        let course: Vec<(u64, f64)> = course.chain([here]).collect();
        // Always shows two steps in each direction, so that noise looks like noise.
        let reach = course.iter().map(|(_, value)| (value - begin).abs());
        let reach = reach.fold(2.0 * f64::from(tuned.step), f64::max);
        let (inner, height) = (WIDTH as f64 - 2.0 * MARGIN, HEIGHT as f64 - TOP - MARGIN);
        let point = |&(pairs, value): &(u64, f64)| {
            let x = MARGIN + inner * pairs as f64 / self.pairs as f64;
            format!("{x:.1},{:.1}", TOP + height / 2.0 * (1.0 - (value - begin) / reach))
        };
        let points: Vec<String> = course.iter().map(point).collect();
        let (right, middle) = (MARGIN + inner, TOP + height / 2.0);
        format!(
            "<text x=\"{MARGIN}\" y=\"20\">{}</text>\
             <text x=\"{right}\" y=\"20\" text-anchor=\"end\">{begin} \u{2192} {now:.0}</text>\
             <rect x=\"{MARGIN}\" y=\"{TOP}\" width=\"{inner}\" height=\"{height}\" fill=\"none\" stroke=\"#ddd\"/>\
             <line x1=\"{MARGIN}\" x2=\"{right}\" y1=\"{middle}\" y2=\"{middle}\" stroke=\"#ddd\"/>\
             <polyline points=\"{}\" fill=\"none\" stroke=\"#1f6f8b\" stroke-width=\"2\"/>",
            escaped(&tuned.name),
            points.join(" "),
        )
    }
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;")
}
