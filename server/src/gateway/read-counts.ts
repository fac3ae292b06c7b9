/** The messages that a profile has read since the start. */
export interface ReadBy<Last> {
  count: number;
  faults: number;
  fault: string | null;
  last: Last | null;
}

/** Counts the messages that each profile has read. */
export class ReadCounts<Last> {
  readonly #byId = new Map<number, ReadBy<Last>>();

  /** Counts one more and returns its entry. */
  add(id: number): ReadBy<Last> {
    const counts = this.#begun(id);
    counts.count += 1;
    return counts;
  }

  /**
   * Shows a message that arrived before its profile existed. It was not read by the profile, but is displayed until the
   * next one.
   */
  seen(id: number, last: Last): void {
    this.#begun(id).last ??= last;
  }

  #begun(id: number): ReadBy<Last> {
    let counts = this.#byId.get(id);
    if (!counts) this.#byId.set(id, (counts = { count: 0, faults: 0, fault: null, last: null }));
    return counts;
  }

  of(id: number): ReadBy<Last> | null {
    return this.#byId.get(id) ?? null;
  }

  /** Drops the entries of deleted profiles. */
  retain(profiles: readonly { id: number }[]): void {
    for (const id of this.#byId.keys()) if (!profiles.some((one) => one.id === id)) this.#byId.delete(id);
  }
}
