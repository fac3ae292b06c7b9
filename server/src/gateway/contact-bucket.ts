interface BucketEntry {
  readonly key: string;
  /** Of its address. */
  network: string;
}

/**
 * A bounded number of notes, fair by network: where there is no room, the network that holds most loses the one that was
 * silent for longest. So a flood drives out only notes of its own network.
 */
export class ContactBucket<Note extends BucketEntry> {
  /** Notes of each network; insertion order is recency. */
  readonly #byNetwork = new Map<string, Map<string, Note>>();
  /** Networks by how many notes they hold. */
  readonly #bySize: Set<string>[] = [];
  readonly #networkByKey = new Map<string, string>();
  #biggest = 0;
  readonly #most: number;

  constructor(most: number) {
    this.#most = most;
  }

  /** Puts a note in front; returns the one that had to go for it. */
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
