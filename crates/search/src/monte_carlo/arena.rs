//! The tree in memory: nodes in one vector, sisters side by side.

use std::ops::{Index, IndexMut, Range};

use super::proof::Proof;

/// A move, and what was found out about the position after it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Node<M> {
    /// The move that leads here; `None` where a tree began.
    pub(super) m: Option<M>,
    /// The key of the position; it means nothing before the first visit.
    pub(super) key: u64,
    /// What the one who moves here got on average; a guess before the first visit.
    pub(super) value: f32,
    /// What they get, by the evaluations of the leaves, if both of two players do their best
    /// (implicit minimax backup).
    pub(super) minimax: f32,
    /// How promising the move looks among its sisters.
    pub(super) prior: f32,
    pub(super) visits: u32,
    first_child: u32,
    children: u16,
    pub(super) proof: Option<Proof>,
}

impl<M> Node<M> {
    pub(super) fn new(m: Option<M>) -> Node<M> {
        Node {
            m,
            key: 0,
            value: 0.0,
            minimax: 0.0,
            prior: 0.0,
            visits: 0,
            first_child: 0,
            children: 0,
            proof: None,
        }
    }

    pub(super) fn is_leaf(&self) -> bool {
        self.children == 0
    }

    pub(super) fn children(&self) -> Range<usize> {
        let first = self.first_child as usize;
        first..first + usize::from(self.children)
    }

    /// One more visit. What is certain does not change by it.
    pub(super) fn add(&mut self, reward: f32) {
        self.visits = self.visits.saturating_add(1);
        if self.visits == 1 {
            self.value = reward;
        } else if self.proof.is_none() {
            self.value += (reward - self.value) / self.visits as f32;
        }
    }
}

/// Where the root is.
pub(super) const ROOT: usize = 0;

/// All nodes. The memory is bounded: what was visited least goes when there is no room.
#[derive(Debug)]
pub(super) struct Arena<M> {
    nodes: Vec<Node<M>>,
    most: usize,
}

impl<M: Copy> Arena<M> {
    pub(super) fn new(megabytes: usize) -> Arena<M> {
        // A third of the memory is for the copy when the tree is cut down to half.
        let bytes = (megabytes.max(1) << 20) / 3 * 2;
        let most = (bytes / size_of::<Node<M>>()).min(u32::MAX as usize);
        let mut nodes = Vec::with_capacity(most);
        nodes.push(Node::new(None));
        Arena { nodes, most }
    }

    /// Leaves only an unvisited root.
    pub(super) fn clear(&mut self) {
        self.nodes.clear();
        self.nodes.push(Node::new(None));
    }

    /// Should the tree be cut down before it grows on?
    pub(super) fn is_nearly_full(&self) -> bool {
        self.nodes.len() > self.most - self.most / 16
    }

    /// Gives a node its children; it stays a leaf when there is no room.
    pub(super) fn expand(&mut self, parent: usize, children: &[Node<M>]) {
        let Ok(count) = u16::try_from(children.len()) else { return };
        if self.nodes.len() + children.len() <= self.most {
            self.nodes[parent].first_child = self.nodes.len() as u32;
            self.nodes[parent].children = count;
            self.nodes.extend_from_slice(children);
        }
    }

    pub(super) fn children(&self, parent: usize) -> &[Node<M>] {
        &self.nodes[self.nodes[parent].children()]
    }

    /// The visited node nearest to the root that has this key, at most so many plies down.
    pub(super) fn find(&self, key: u64, plies: usize) -> Option<usize> {
        let mut row = vec![ROOT];
        for _ in 0..=plies {
            row.retain(|&at| self.nodes[at].visits > 0);
            if let Some(found) = row.iter().find(|&&at| self.nodes[at].key == key) {
                return Some(*found);
            }
            row = row.into_iter().flat_map(|at| self.nodes[at].children()).collect();
        }
        None
    }

    /// Makes a node the root and forgets what is not below it, or was visited least: at most
    /// half of the room stays in use.
    pub(super) fn keep(&mut self, root: usize) {
        // Nobody is visited more often than their parent. So children can go wherever the
        // parent has fewer visits than some power of two.
        let class = |node: &Node<M>| (u32::BITS - node.visits.leading_zeros()) as usize;
        let mut sizes = [0; u32::BITS as usize + 1];
        let mut stack = vec![root];
        while let Some(at) = stack.pop() {
            let node = &self.nodes[at];
            sizes[class(node)] += node.children().len();
            stack.extend(node.children().filter(|&child| !self.nodes[child].is_leaf()));
        }
        let mut room = self.most / 2;
        let mut least = sizes.len();
        while least > 0 && sizes[least - 1] < room {
            least -= 1;
            room -= sizes[least];
        }

        let mut kept = vec![self.nodes[root]];
        let mut at = 0;
        while let Some(&node) = kept.get(at) {
            if class(&node) < least {
                (kept[at].first_child, kept[at].children) = (0, 0);
            } else {
                kept[at].first_child = kept.len() as u32;
                kept.extend_from_slice(&self.nodes[node.children()]);
            }
            at += 1;
        }
        self.nodes.clear();
        self.nodes.append(&mut kept);
    }
}

impl<M> Index<usize> for Arena<M> {
    type Output = Node<M>;

    fn index(&self, at: usize) -> &Node<M> {
        &self.nodes[at]
    }
}

impl<M> IndexMut<usize> for Arena<M> {
    fn index_mut(&mut self, at: usize) -> &mut Node<M> {
        &mut self.nodes[at]
    }
}
