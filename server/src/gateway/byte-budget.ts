interface BudgetLimits {
  total: number;
  /** The limit of one key, such as the network of an address. */
  perKey: number;
}

/** One holder's part of a budget. Closing it once frees all of it, so nothing can leak. */
export interface Lease {
  readonly bytes: number;
  /** Sets the number of bytes held. Returns false and changes nothing when the budget has no room for more. */
  set(bytes: number): boolean;
  /** Moves the bytes to another budget if that has room. */
  moveTo(other: ByteBudget): void;
  /** Releases all bytes; later calls have no effect. */
  close(): void;
}

/** Limits the bytes held at a time, in total and per key. */
export class ByteBudget {
  #taken = 0;
  readonly #byKey = new Map<string, number>();
  readonly #limits: BudgetLimits;

  constructor(limits: BudgetLimits) {
    this.#limits = limits;
  }

  get taken(): number {
    return this.#taken;
  }

  /** Opens a lease whose first `free` bytes are not counted. */
  lease(key: string, free = 0): Lease {
    let change = (by: number) => this.#change(key, by);
    const counted = (bytes: number) => Math.max(0, bytes - free);
    let held = 0;
    let closed = false;
    return {
      get bytes() {
        return held;
      },
      set: (bytes) => {
        if (closed) return false;
        const by = counted(bytes) - counted(held);
        if (by !== 0 && !change(by)) return false;
        held = bytes;
        return true;
      },
      moveTo: (other) => {
        const moved = counted(held);
        const changeThere = (by: number) => other.#change(key, by);
        if (closed || (moved > 0 && !changeThere(moved))) return;
        if (moved > 0) change(-moved);
        change = changeThere;
      },
      close: () => {
        closed = true;
        if (counted(held) > 0) change(-counted(held));
        held = 0;
      },
    };
  }

  #change(key: string, by: number): boolean {
    const here = (this.#byKey.get(key) ?? 0) + by;
    if (by > 0 && (here > this.#limits.perKey || this.#taken + by > this.#limits.total)) return false;
    this.#taken += by;
    if (here === 0) this.#byKey.delete(key);
    else this.#byKey.set(key, here);
    return true;
  }
}
