//! People who take turns.

use std::collections::{HashMap, VecDeque};

/// What waits, by person. People take turns; what waits for the same person keeps its order.
pub(super) struct Rota<T> {
    /// Everybody with a line, in the order of their turns.
    turns: VecDeque<String>,
    /// Never an empty line.
    lines: HashMap<String, VecDeque<(u64, T)>>,
    waiting: usize,
}

impl<T> Default for Rota<T> {
    fn default() -> Rota<T> {
        Rota { turns: VecDeque::new(), lines: HashMap::new(), waiting: 0 }
    }
}

impl<T> Rota<T> {
    /// How much waits.
    pub(super) fn waiting(&self) -> usize {
        self.waiting
    }

    /// How much waits for this person.
    pub(super) fn waiting_for(&self, person: &str) -> usize {
        self.lines.get(person).map_or(0, VecDeque::len)
    }

    /// How many people wait besides this one.
    pub(super) fn others(&self, person: &str) -> usize {
        self.lines.len() - usize::from(self.lines.contains_key(person))
    }

    /// Puts something at the end of the person's line.
    pub(super) fn push(&mut self, person: &str, number: u64, item: T) {
        if !self.lines.contains_key(person) {
            self.turns.push_back(person.to_owned());
        }
        self.waiting += 1;
        self.lines.entry(person.to_owned()).or_default().push_back((number, item));
    }

    /// Puts something back to the front of the person's line, who has just had a turn.
    pub(super) fn put_back(&mut self, person: &str, number: u64, item: T) {
        self.turns.retain(|other| other != person);
        self.turns.push_back(person.to_owned());
        self.waiting += 1;
        self.lines.entry(person.to_owned()).or_default().push_front((number, item));
    }

    /// The first of the line of whoever's turn it is.
    pub(super) fn next(&mut self) -> Option<(String, u64, T)> {
        let person = self.turns.pop_front()?;
        let line = self.lines.get_mut(&person)?;
        let (number, item) = line.pop_front()?;
        self.waiting -= 1;
        if line.is_empty() {
            self.lines.remove(&person);
        } else {
            self.turns.push_back(person.clone());
        }
        Some((person, number, item))
    }

    /// Takes something out of the person's line.
    pub(super) fn remove(&mut self, person: &str, number: u64) -> Option<T> {
        let line = self.lines.get_mut(person)?;
        let place = line.iter().position(|(other, _)| *other == number)?;
        let (_, item) = line.remove(place)?;
        self.waiting -= 1;
        if line.is_empty() {
            self.lines.remove(person);
            self.turns.retain(|other| other != person);
        }
        Some(item)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn people_take_turns_and_keep_their_own_order() {
        let mut rota = Rota::default();
        for (number, person) in ["anna", "anna", "anna", "bob", "carl", "bob"].iter().enumerate() {
            rota.push(person, number as u64, ());
        }
        assert_eq!((rota.waiting(), rota.waiting_for("anna"), rota.others("anna")), (6, 3, 2));
        let order: Vec<u64> =
            std::iter::from_fn(|| rota.next()).map(|(_, number, ())| number).collect();
        assert_eq!(order, [0, 3, 4, 1, 5, 2]);
        assert_eq!((rota.waiting(), rota.others("nobody")), (0, 0));
    }

    #[test]
    fn what_is_put_back_comes_first_at_the_next_turn_of_its_person() {
        let mut rota = Rota::default();
        rota.push("anna", 0, ());
        let (person, number, ()) = rota.next().unwrap();
        rota.push("anna", 1, ());
        rota.push("bob", 2, ());
        rota.put_back(&person, number, ());
        let order: Vec<u64> =
            std::iter::from_fn(|| rota.next()).map(|(_, number, ())| number).collect();
        assert_eq!(order, [2, 0, 1]);
    }

    #[test]
    fn what_is_taken_out_is_gone_and_so_is_the_turn_of_an_empty_line() {
        let mut rota = Rota::default();
        rota.push("anna", 0, ());
        rota.push("bob", 1, ());
        assert!(rota.remove("anna", 1).is_none());
        assert!(rota.remove("anna", 0).is_some());
        assert_eq!((rota.waiting(), rota.others("bob")), (1, 0));
        rota.push("anna", 2, ());
        let order: Vec<u64> =
            std::iter::from_fn(|| rota.next()).map(|(_, number, ())| number).collect();
        assert_eq!(order, [1, 2]);
    }
}
