// A map of bounded size: it drops the entry that was not used for the longest time.

/** @template K, V */
export class Cache {
  #size;
  /** In order of use, the latest last. @type {Map<K, V>} */
  #entries = new Map();

  /** @param {number} size number of entries */
  constructor(size) {
    this.#size = size;
  }

  /** @param {K} key */
  get(key) {
    const value = this.#entries.get(key);
    if (value !== undefined) this.set(key, value);
    return value;
  }

  /** @param {K} key @param {V} value */
  set(key, value) {
    this.#entries.delete(key);
    this.#entries.set(key, value);
    if (this.#entries.size <= this.#size) return;
    const [oldest] = this.#entries.keys();
    this.#entries.delete(/** @type {K} */ (oldest));
  }

  /** @param {K} key */
  delete(key) {
    this.#entries.delete(key);
  }
}
