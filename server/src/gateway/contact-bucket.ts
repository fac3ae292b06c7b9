interface BucketEntry {
  readonly key: string;
  /** The network of the device's address. */
  network: string;
}

/**
 * A bounded set of entries, fair by network: when it is full, the network with the most entries loses the one that has
 * been silent longest. A flood therefore evicts only entries of its own network.
 */
export class ContactBucket<Note extends BucketEntry> {
  /** The entries of each network; insertion order is the order of the last contact. */
  readonly #byNetwork = new Map<string, Map<string, Note>>();
  /** Networks by their number of entries. */
  readonly #bySize: Set<string>[] = [];
  readonly #networkByKey = new Map<string, string>();
  #biggest = 0;
  readonly #most: number;

  constructor(most: number) {
    this.#most = most;
  }

  /** Makes an entry the newest. Returns the entry that was evicted for it. */
  put(note: Note): Note | null {
    this.remove(note);
    this.#networkByKey.set(note.key, note.network);
    const mine = this.#byNetwork.get(note.network) ?? new Map<string, Note>();
    this.#byNetwork.set(note.network, mine);
    mine.set(note.key, note);
    this.#resize(note.network, mine.size - 1, mine.size);
    return this.#networkByKey.size > this.#most ? this.#dropOne() : null;
  }

  has(note: Note): boolean {
    return this.#networkByKey.has(note.key);
  }

  remove(note: Note): void {
    const network = this.#networkByKey.get(note.key);
    const mine = network === undefined ? undefined : this.#byNetwork.get(network);
    if (network === undefined || !mine) return;
    this.#networkByKey.delete(note.key);
    mine.delete(note.key);
    if (mine.size === 0) this.#byNetwork.delete(network);
    this.#resize(network, mine.size + 1, mine.size);
  }

  #dropOne(): Note | null {
    const [network = ''] = this.#bySize[this.#biggest] ?? [];
    const [oldest = null] = this.#byNetwork.get(network)?.values() ?? [];
    if (oldest) this.remove(oldest);
    return oldest;
  }

  #resize(network: string, from: number, to: number): void {
    this.#bySize[from]?.delete(network);
    if (to > 0) (this.#bySize[to] ??= new Set()).add(network);
    this.#biggest = Math.max(this.#biggest, to);
    while (this.#biggest > 0 && !this.#bySize[this.#biggest]?.size) this.#biggest--;
  }
}
