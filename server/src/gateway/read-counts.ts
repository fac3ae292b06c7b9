/** What was read by a profile since the start. */
export interface ReadBy<Last> {
  count: number;
  faults: number;
  fault: string | null;
  last: Last | null;
}

/** What was read by each profile. */
export class ReadCounts<Last> {
  readonly #byId = new Map<number, ReadBy<Last>>();

  /** Counts one more and returns where it is counted. */
  add(id: number): ReadBy<Last> {
    const counts = this.#begun(id);
    counts.count += 1;
    return counts;
  }

  /** One that arrived before its profile was there: not read by it, but there to look at until the next one. */
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

  /** Forgets those of profiles that are no more. */
  retain(profiles: readonly { id: number }[]): void {
    for (const id of this.#byId.keys()) if (!profiles.some((one) => one.id === id)) this.#byId.delete(id);
  }
}
