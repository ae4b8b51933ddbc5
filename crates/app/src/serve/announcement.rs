//! What `agon serve` prints when it is ready: where people find the site.

use std::io::Write;
use std::net::SocketAddr;

use anyhow::Result;
use qrcode::{Color, EcLevel, QrCode};

/// Where people find the site, and where its host does. Pages of another address than the public one could
/// do nothing.
pub(super) struct Announcement<'a> {
    pub(super) address: SocketAddr,
    pub(super) public: Option<&'a str>,
    pub(super) host: HostPage<'a>,
    /// Was it started for a room full of people?
    pub(super) lan: bool,
}

/// How the host is told the key of the host page.
#[derive(Clone, Copy)]
pub(super) enum HostPage<'a> {
    /// The key itself.
    Key(&'a str),
    /// The command that shows it.
    Command(&'a str),
}

impl Announcement<'_> {
    pub(super) fn write(&self, out: &mut impl Write) -> Result<()> {
        self.write_for(&agon_server::addresses(self.address), out)
    }

    /// The same for a machine with these addresses, the likeliest first.
    fn write_for(&self, reachable: &[String], out: &mut impl Write) -> Result<()> {
        let Announcement { address, public, host, lan } = *self;
        let whole_network = address.ip().is_unspecified();
        let own = match public {
            Some(url) => url.trim_end_matches('/').to_owned(),
            None if whole_network => format!("http://localhost:{}", address.port()),
            None => format!("http://{address}"),
        };
        match public {
            Some(_) => writeln!(out, "Agon is at {own} and listens on {address}")?,
            None => writeln!(out, "Agon is at {own}")?,
        }
        match host {
            HostPage::Key(key) => writeln!(out, "host page: {own}/host#key={key}")?,
            HostPage::Command(command) => {
                writeln!(out, "host page: {own}/host (the key: {command})")?;
            }
        }
        let for_others = public.map(|_| &own).or(reachable.first());
        match for_others {
            Some(url) if lan => {
                writeln!(out, "\nEverybody in this network can play. They open\n\n    {url}\n")?;
                writeln!(out, "or point the camera of a phone at this:\n")?;
                write!(out, "{}", picture(url).unwrap_or_default())?;
                if reachable.len() > 1 && public.is_none() {
                    let others = reachable[1..].join(", ");
                    writeln!(out, "\nIf that does not open: {others}")?;
                }
            }
            Some(url) if whole_network && public.is_none() => {
                writeln!(out, "and for others in the same network at {url}")?;
            }
            None if whole_network => {
                let alone = "this machine is in no network: nobody else can open the site";
                writeln!(out, "{alone} until it is connected and the server started again")?;
            }
            _ => {}
        }
        Ok(out.flush()?)
    }
}

/// The QR code of a text as lines of half blocks, two rows of the code in each, light on dark so that it is
/// right on the dark ground of most terminals. Cameras read it either way round.
fn picture(text: &str) -> Option<String> {
    /// The empty rim that a code must have; the half of what the standard asks for is enough.
    const RIM: isize = 2;
    // A text of any length that an address has fits.
    let code = QrCode::with_error_correction_level(text, EcLevel::L).ok()?;
    let width = isize::try_from(code.width()).ok()?;
    let modules = code.to_colors();
    let inside = |i: isize| (0..width).contains(&i);
    let light = |x: isize, y: isize| {
        !(inside(x) && inside(y)) || modules[(y * width + x) as usize] == Color::Light
    };
    let mut picture = String::new();
    for y in (-RIM..width + RIM).step_by(2) {
        picture.push_str("    ");
        for x in -RIM..width + RIM {
            let below = y + 1 < width + RIM && light(x, y + 1);
            picture.push(match (light(x, y), below) {
                (true, true) => '█',
                (true, false) => '▀',
                (false, true) => '▄',
                (false, false) => ' ',
            });
        }
        picture.push('\n');
    }
    Some(picture)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn printed(address: &str, public: Option<&str>, lan: bool, reachable: &[&str]) -> String {
        let address = address.parse().unwrap();
        let announcement = Announcement { address, public, host: HostPage::Key("k"), lan };
        let reachable: Vec<String> = reachable.iter().map(|&text| text.to_owned()).collect();
        let mut out = Vec::new();
        announcement.write_for(&reachable, &mut out).unwrap();
        String::from_utf8(out).unwrap()
    }

    #[test]
    fn a_room_gets_the_address_and_a_picture_of_it() {
        let two = ["http://192.168.1.20:8080", "http://10.0.0.5:8080"];
        let text = printed("0.0.0.0:8080", None, true, &two);
        assert!(text.starts_with("Agon is at http://localhost:8080\nhost page: http://localhost"));
        assert!(text.contains("\n    http://192.168.1.20:8080\n"), "{text}");
        assert!(text.ends_with("If that does not open: http://10.0.0.5:8080\n"), "{text}");
        assert!(text.contains('▀') && !text.contains("127.0.0.1"), "{text}");
        let usual = printed("0.0.0.0:8080", None, false, &two);
        assert!(usual.ends_with("in the same network at http://192.168.1.20:8080\n"), "{usual}");
    }

    #[test]
    fn the_public_address_is_the_one_that_is_shown() {
        let text = printed(
            "0.0.0.0:8080",
            Some("https://games.example.org/"),
            true,
            &["http://10.0.0.5:8080"],
        );
        assert!(text.contains("\n    https://games.example.org\n"), "{text}");
        assert!(!text.contains("10.0.0.5"), "{text}");
    }

    #[test]
    fn a_machine_without_a_network_is_told_so() {
        let text = printed("0.0.0.0:8080", None, true, &[]);
        assert!(text.contains("this machine is in no network"), "{text}");
        let own = printed("127.0.0.1:8080", None, false, &[]);
        assert_eq!(
            own,
            "Agon is at http://127.0.0.1:8080\nhost page: http://127.0.0.1:8080/host#key=k\n"
        );
    }

    #[test]
    fn without_the_key_there_is_the_command_that_shows_it() {
        let address = "127.0.0.1:8080".parse().unwrap();
        let host = HostPage::Command("agon host-key --data /srv/agon");
        let announcement = Announcement { address, public: None, host, lan: false };
        let mut out = Vec::new();
        announcement.write_for(&[], &mut out).unwrap();
        assert_eq!(
            String::from_utf8(out).unwrap(),
            "Agon is at http://127.0.0.1:8080\n\
             host page: http://127.0.0.1:8080/host (the key: agon host-key --data /srv/agon)\n"
        );
    }

    #[test]
    fn the_picture_is_a_square_with_a_rim() {
        let picture = picture("http://192.168.1.20:8080").unwrap();
        let lines: Vec<&str> = picture.lines().collect();
        // Version 2 has 25 modules a side; with the rim 29.
        assert_eq!(lines.len(), 15);
        assert!(lines.iter().all(|line| line.chars().count() == 4 + 29), "{picture}");
        assert!(lines[0].trim().chars().all(|c| c == '█'), "{picture}");
        // The corner of the first finder: a dark row above a light one within dark columns.
        assert_eq!(lines[1].trim_start().chars().skip(2).take(7).collect::<String>(), " ▄▄▄▄▄ ");
    }
}
