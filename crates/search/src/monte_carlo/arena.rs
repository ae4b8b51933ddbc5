//! Node storage: one vector, siblings adjacent.

use std::ops::{Index, IndexMut, Range};

use super::proof::Proof;

/// A move and the statistics of the position after it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Node<M> {
    /// Move that leads here; `None` at the root of a new tree.
    pub(super) m: Option<M>,
    /// Position key; unset before the first visit.
    pub(super) key: u64,
    /// Mean reward of the player who moves here; the prior estimate before the first visit.
    pub(super) value: f32,
    /// Minimax value of the leaf evaluations for that player, in two-player games (implicit minimax
    /// backup).
    pub(super) minimax: f32,
    /// Prior probability among the siblings.
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

    /// Adds a visit. A proven value stays unchanged.
    pub(super) fn add(&mut self, reward: f32) {
        self.visits = self.visits.saturating_add(1);
        if self.visits == 1 {
            self.value = reward;
        } else if self.proof.is_none() {
            self.value += (reward - self.value) / self.visits as f32;
        }
    }
}

/// Index of the root.
pub(super) const ROOT: usize = 0;

/// All nodes, in bounded memory: the least visited ones are dropped when it is full.
#[derive(Debug)]
pub(super) struct Arena<M> {
    nodes: Vec<Node<M>>,
    capacity: usize,
}

impl<M: Copy> Arena<M> {
    pub(super) fn new(megabytes: usize) -> Arena<M> {
        // A third of the memory is reserved for the copy that `keep` makes.
        let bytes = (megabytes.max(1) << 20) / 3 * 2;
        let capacity = (bytes / size_of::<Node<M>>()).min(u32::MAX as usize);
        let mut nodes = Vec::with_capacity(capacity);
        nodes.push(Node::new(None));
        Arena { nodes, capacity }
    }

    /// Resets the tree to an unvisited root.
    pub(super) fn clear(&mut self) {
        self.nodes.clear();
        self.nodes.push(Node::new(None));
    }

    /// Whether to prune the tree before the next simulation.
    pub(super) fn is_nearly_full(&self) -> bool {
        self.nodes.len() > self.capacity - self.capacity / 16
    }

    /// Adds children to a node; it stays a leaf if the arena is full.
    pub(super) fn expand(&mut self, parent: usize, children: &[Node<M>]) {
        let Ok(count) = u16::try_from(children.len()) else { return };
        if self.nodes.len() + children.len() <= self.capacity {
            self.nodes[parent].first_child = self.nodes.len() as u32;
            self.nodes[parent].children = count;
            self.nodes.extend_from_slice(children);
        }
    }

    pub(super) fn children(&self, parent: usize) -> &[Node<M>] {
        &self.nodes[self.nodes[parent].children()]
    }

    /// Returns the visited node with this key nearest to the root, within `plies` plies.
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

    /// Makes a node the root and drops everything outside its subtree and its least visited parts,
    /// so that at most half of the capacity is used.
    pub(super) fn keep(&mut self, root: usize) {
        // A child has at most as many visits as its parent, so the children of all nodes below a
        // power of two of visits can be dropped.
        let class = |node: &Node<M>| (u32::BITS - node.visits.leading_zeros()) as usize;
        let mut sizes = [0; u32::BITS as usize + 1];
        let mut stack = vec![root];
        while let Some(at) = stack.pop() {
            let node = &self.nodes[at];
            sizes[class(node)] += node.children().len();
            stack.extend(node.children().filter(|&child| !self.nodes[child].is_leaf()));
        }
        let mut free = self.capacity / 2;
        let mut least = sizes.len();
        while least > 0 && sizes[least - 1] < free {
            least -= 1;
            free -= sizes[least];
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
