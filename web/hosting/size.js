// Sizes of files.

import { language, t } from "../i18n.js";

/** @param {number} bytes */
export function size(bytes) {
  const megabytes = bytes / 1e6;
  const digits = megabytes < 10 ? 1 : 0;
  const number = new Intl.NumberFormat(language(), { maximumFractionDigits: digits });
  return t("host.megabytes", { count: number.format(megabytes) });
}
