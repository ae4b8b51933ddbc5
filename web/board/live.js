// What a board needs that is played on: cells to press, men in hand, questions on the board, hands of
// people. Pictures of boards do without it, and pages that have only those do not load it.

import { equip } from "../board.js";
import { premoves } from "../premove.js";
import { Cells } from "./cells.js";
import { toggled } from "./drawing.js";
import { Finder } from "./finder.js";
import { Hands, roomy } from "./hands.js";
import { Picker } from "./picker.js";
import { Pointer } from "./pointer.js";

/** @import { Men } from "./men.js" */
/** @import { Acts } from "./pointer.js" */
/** @import { BoardState } from "./state.js" */

export class Live {
  finder = new Finder();
  hands = new Hands();
  picker = new Picker();
  premoves = premoves;
  roomy = roomy;
  toggled = toggled;

  /** @param {BoardState} state */
  constructor(state) {
    this.state = state;
    this.cells = new Cells(state);
  }

  /** Hears mouse, pen and finger. @param {SVGSVGElement} root @param {Men} men @param {Acts} acts */
  listen(root, men, acts) {
    return new Pointer(root, this.state, { men, cells: this.cells, hands: this.hands }, acts);
  }
}

equip((state) => new Live(state));
