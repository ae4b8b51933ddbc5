//! The addresses at which others reach this machine.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr, UdpSocket};

use agon_protocol::reach::Reach;

use crate::config::Config;

/// How interfaces begin that lead to no other machine of the network: containers, virtual machines, tunnels.
const VIRTUAL: [&str; 12] = [
    "br-",
    "bridge",
    "docker",
    "podman",
    "tap",
    "tailscale",
    "tun",
    "utun",
    "vboxnet",
    "veth",
    "virbr",
    "vmnet",
];

/// Where others find the site: at its public address if it has one, else where it listens. It is looked up
/// every time, because machines are carried from one network to another.
pub(crate) fn reach(config: &Config) -> Reach {
    if let Some(url) = &config.public_url {
        return Reach { public: true, addresses: vec![url.trim_end_matches('/').to_owned()] };
    }
    let addresses = config.listens.map(addresses).unwrap_or_default();
    Reach { public: false, addresses }
}

/// The addresses, as browsers take them, under which others reach a server that listens there, the likeliest
/// first; none where only this machine does.
#[must_use]
pub fn addresses(listens: SocketAddr) -> Vec<String> {
    let found = if listens.ip().is_unspecified() {
        interfaces(listens.is_ipv6())
    } else if listens.ip().is_loopback() {
        Vec::new()
    } else {
        vec![listens.ip()]
    };
    let port = listens.port();
    found.into_iter().map(|ip| format!("http://{}", SocketAddr::new(ip, port))).collect()
}

/// The addresses of this machine in its networks, the likeliest first.
fn interfaces(v6: bool) -> Vec<IpAddr> {
    // Where the system does not tell, the one from which it talks to others must do.
    let found = if_addrs::get_if_addrs().unwrap_or_default();
    let found = found.into_iter().map(|interface| (interface.name.clone(), interface.ip()));
    ranked(found.collect(), talking(), v6)
}

/// All addresses of this machine, loopback and virtual ones included.
pub(crate) fn own_addresses() -> Vec<IpAddr> {
    let found = if_addrs::get_if_addrs().unwrap_or_default();
    found.into_iter().map(|interface| interface.ip()).chain(talking()).collect()
}

/// The address from which this machine would talk to others. Nothing is sent.
fn talking() -> Option<IpAddr> {
    let socket = UdpSocket::bind((Ipv4Addr::UNSPECIFIED, 0)).ok()?;
    socket.connect((Ipv4Addr::new(192, 0, 2, 1), 9)).ok()?;
    Some(socket.local_addr().ok()?.ip())
}

/// What others can use of these, by name of the interface: those of real networks first, of them the one that
/// the machine talks from, then private ones as homes and schools have them.
fn ranked(found: Vec<(String, IpAddr)>, talking: Option<IpAddr>, v6: bool) -> Vec<IpAddr> {
    let unnamed = talking.filter(|ip| found.iter().all(|(_, other)| other != ip));
    let all = found.into_iter().chain(unnamed.map(|ip| (String::new(), ip)));
    let mut all: Vec<_> = all
        .filter(|(_, ip)| match ip {
            IpAddr::V4(ip) => !ip.is_loopback() && !ip.is_unspecified(),
            IpAddr::V6(ip) => v6 && is_usable(*ip),
        })
        .map(|(name, ip)| {
            let name = name.to_lowercase();
            let virtual_one = VIRTUAL.iter().any(|beginning| name.starts_with(beginning));
            let private = matches!(ip, IpAddr::V4(ip) if ip.is_private());
            // Addresses that machines give themselves where nobody gives them any.
            let homeless = matches!(ip, IpAddr::V4(ip) if ip.is_link_local());
            ((virtual_one, homeless, ip.is_ipv6(), Some(ip) != talking, !private), ip)
        })
        .collect();
    all.sort();
    all.into_iter().map(|(_, ip)| ip).collect()
}

/// Not of this machine or this cable alone: browsers take no zones.
fn is_usable(ip: Ipv6Addr) -> bool {
    !ip.is_loopback() && !ip.is_unspecified() && ip.segments()[0] & 0xffc0 != 0xfe80
}

#[cfg(test)]
mod tests {
    use super::*;

    fn list(found: &[(&str, &str)], talking: Option<&str>, v6: bool) -> Vec<String> {
        let found = found.iter().map(|(name, ip)| ((*name).to_owned(), ip.parse().unwrap()));
        let talking = talking.map(|ip| ip.parse().unwrap());
        ranked(found.collect(), talking, v6).iter().map(ToString::to_string).collect()
    }

    #[test]
    fn the_address_of_the_real_network_comes_first() {
        let laptop = [
            ("lo", "127.0.0.1"),
            ("docker0", "172.17.0.1"),
            ("eth0", "169.254.3.4"),
            ("wlan0", "192.168.1.20"),
            ("wlan0", "fe80::1"),
            ("wlan0", "2001:db8::7"),
            ("tun0", "10.8.0.2"),
        ];
        // Over the tunnel the machine talks to the world, but not to its neighbours.
        let wanted = ["192.168.1.20", "169.254.3.4", "10.8.0.2", "172.17.0.1"];
        assert_eq!(list(&laptop, Some("10.8.0.2"), false), wanted);
        assert_eq!(list(&laptop, None, true)[..2], ["192.168.1.20", "2001:db8::7"]);
        assert!(!list(&laptop, None, true).contains(&"fe80::1".to_owned()));
        let two = [("eth0", "10.0.0.5"), ("eth1", "192.168.7.5")];
        assert_eq!(list(&two, Some("192.168.7.5"), false), ["192.168.7.5", "10.0.0.5"]);
    }

    #[test]
    fn a_machine_without_a_network_has_no_address() {
        assert_eq!(list(&[("lo", "127.0.0.1"), ("lo", "::1")], None, true), [""; 0]);
        // Where interfaces are not told, the address that it talks from is all there is.
        assert_eq!(list(&[], Some("192.168.1.20"), false), ["192.168.1.20"]);
        assert_eq!(list(&[], Some("127.0.0.1"), false), [""; 0]);
    }

    #[test]
    fn what_listens_to_its_own_machine_is_not_reached() {
        let at = |text: &str| addresses(text.parse().unwrap());
        assert_eq!(at("127.0.0.1:8080"), [""; 0]);
        assert_eq!(at("[::1]:8080"), [""; 0]);
        assert_eq!(at("192.0.2.4:80"), ["http://192.0.2.4:80"]);
        assert_eq!(at("[2001:db8::1]:8080"), ["http://[2001:db8::1]:8080"]);
        assert!(at("0.0.0.0:8080").iter().all(|found| !found.contains("127.0.0.1")));
    }

    #[test]
    fn the_public_address_wins() {
        let config = Config {
            public_url: Some("https://games.example.org/".into()),
            listens: Some("0.0.0.0:8080".parse().unwrap()),
            ..Config::default()
        };
        let wanted = Reach { public: true, addresses: vec!["https://games.example.org".into()] };
        assert_eq!(reach(&config), wanted);
        assert_eq!(reach(&Config::default()), Reach::default());
    }
}
