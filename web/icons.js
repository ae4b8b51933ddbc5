// Icons of buttons.

import { svg } from "./dom.js";

/** @type {Record<string, string>} */
const SHAPES = {
  hint: "M9 18h6M10 21h4M8 14a6 6 0 1 1 8 0c-1 1-1 2-1 3H9c0-1 0-2-1-3Z",
  back: "M9 7 4 12l5 5M4 12h10a6 6 0 0 1 6 6",
  draw: "M5 9h14M5 15h14",
  computer:
    "M5 9h14v10H5ZM12 9V5M11.500 4.500h1M9 13v1.500M15 13v1.500M2.500 12.500v3M21.500 12.500v3",
  people:
    "M8.500 11a3.200 3.200 0 1 0 0-6.400a3.200 3.200 0 1 0 0 6.400ZM2.500 19.500a6 6 0 0 1 12 0M15.500 4.800a3.200 3.200 0 0 1 0 6M17.500 14a6 6 0 0 1 4 5.500",
  globe: "M12 3a9 9 0 1 0 0 18a9 9 0 1 0 0-18ZM3 12h18M12 3c4 4 4 14 0 18M12 3c-4 4-4 14 0 18",
  dice: "M4.500 4.500h15v15h-15ZM8.500 8.500h.010M15.500 15.500h.010M15.500 8.500h.010M8.500 15.500h.010M12 12h.010",
  resign: "M6 21V4M6 4h12l-3 4 3 4H6",
  abort: "M12 4a8 8 0 1 0 0 16a8 8 0 1 0 0-16ZM9 9l6 6M15 9l-6 6",
  leave: "M4 5h16v4H4ZM6 9v10h12V9M10 13h4",
  turn: "M4 12a8 8 0 0 1 14-5l2 2M20 4v5h-5M20 12a8 8 0 0 1-14 5l-2-2M4 20v-5h5",
  sound: "M4 10v4h4l5 4V6L8 10ZM17 9a4 4 0 0 1 0 6M19.500 6.500a8 8 0 0 1 0 11",
  mute: "M4 10v4h4l5 4V6L8 10ZM17 10l4 4M21 10l-4 4",
  first: "M18 6l-7 6 7 6M7 6v12",
  previous: "M15 6l-7 6 7 6",
  next: "M9 6l7 6-7 6",
  last: "M6 6l7 6-7 6M17 6v12",
  settings:
    "M12 9a3 3 0 1 0 0 6a3 3 0 1 0 0-6ZM12 3v3M12 18v3M3 12h3M18 12h3M5.600 5.600l2.200 2.200M16.200 16.200l2.200 2.200M18.400 5.600l-2.200 2.200M7.800 16.200l-2.200 2.200",
  copy: "M9 9h11v11H9ZM5 15H4V4h11v1",
  study: "M10 4a6 6 0 1 0 0 12a6 6 0 1 0 0-12ZM14.500 14.500 20 20",
  report: "M4 4v16h16M8 15l4-5 3 3 5-7",
  pause: "M8 5v14M16 5v14",
  resume: "M7 5l12 7-12 7Z",
  step: "M5 6l8 6-8 6ZM17 6v12",
  watch: "M2 12s4-7 10-7 10 7 10 7-4 7-10 7-10-7-10-7ZM12 9a3 3 0 1 0 0 6a3 3 0 1 0 0-6Z",
  off: "M7 7l10 10M17 7 7 17",
  more: "M5 11.500v1M12 11.500v1M19 11.500v1",
  close: "M6 6l12 12M18 6L6 18",
  rules: "M12 6c-2-1.500-5-2-8-2v14c3 0 6 .5 8 2 2-1.500 5-2 8-2V4c-3 0-6 .5-8 2ZM12 6v14",
  link: "M10 14a4 4 0 0 0 6 0l3-3a4 4 0 0 0-6-6l-1 1M14 10a4 4 0 0 0-6 0l-3 3a4 4 0 0 0 6 6l1-1",
  notify: "M6 16v-5a6 6 0 0 1 12 0v5l2 2H4ZM10 21h4",
  new: "M12 5v14M5 12h14",
  full: "M4 9V4h5M20 9V4h-5M4 15v5h5M20 15v5h-5",
  done: "M5 12.500l4.500 4.500L19 7.500",
  save: "M12 4v11M7 10l5 5 5-5M5 20h14",
  promote: "M12 20V5M6 11l6-6 6 6",
  remove: "M4.500 7h15M9.500 7V4h5v3M6.500 7l1 13h9l1-13M10.500 11v5.500M13.500 11v5.500",
  undo: "M9 7 4 12l5 5M4 12h10a6 6 0 0 1 6 6",
  pencil: "M4 20l1.200-4.500L16 4.700l3.300 3.300L8.500 18.800ZM14 6.700l3.300 3.300",
  keep: "M5 4h11l3 3v13H5ZM8.500 4v5h6.500V4M8 20v-6.500h8V20",
  setup: "M4 4h16v16H4ZM12 4v16M4 12h16M4.500 12H12V4.500M12 19.500V12h7.500",
};

/** @param {string} name */
export const icon = (name) =>
  svg(
    "svg",
    { class: "icon", viewBox: "0 0 24 24", "aria-hidden": "true" },
    svg("path", { d: SHAPES[name] ?? "" }),
  );
