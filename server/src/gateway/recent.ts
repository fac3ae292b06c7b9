/** A cache with a lifetime, bounded in keys and in their characters; the oldest entries are evicted. */
export class Recent<Value> {
  /** Insertion order is age. */
  readonly #held = new Map<string, { value: Value; until: number }>();
  readonly #most: number;
  readonly #mostCharacters: number;
  #characters = 0;

  constructor(most: number, mostCharacters: number) {
    this.#most = most;
    this.#mostCharacters = mostCharacters;
  }

  get size(): number {
    return this.#held.size;
  }

  get(name: string, now: number): Value | undefined {
    const entry = this.#held.get(name);
    return entry && entry.until > now ? entry.value : undefined;
  }

  set(name: string, value: Value, until: number): void {
    this.delete(name);
    this.#held.set(name, { value, until });
    this.#characters += name.length;
    for (const oldest of this.#held.keys()) {
      if (this.#held.size <= this.#most && this.#characters <= this.#mostCharacters) return;
      this.delete(oldest);
    }
  }

  delete(name: string): void {
    if (this.#held.delete(name)) this.#characters -= name.length;
  }

  clear(): void {
    this.#held.clear();
    this.#characters = 0;
  }
}
