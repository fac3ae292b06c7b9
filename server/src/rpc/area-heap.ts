/** Entry of a typed array at an index that is known to be inside. */
export function at(array: Int32Array | Float64Array, index: number): number {
  return array[index] ?? Number.NaN;
}

/** Binary heap of point indices by area, smallest first, whose entries can change. */
export class AreaHeap {
  #areas: Float64Array;
  #slots: Int32Array;
  #heap: Int32Array;
  #size = 0;

  constructor(count: number) {
    this.#areas = new Float64Array(count);
    this.#slots = new Int32Array(count).fill(-1);
    this.#heap = new Int32Array(count);
  }

  set(index: number, area: number): void {
    this.#areas[index] = area;
    if (at(this.#slots, index) === -1) this.#place(index, this.#size++);
    this.#up(at(this.#slots, index));
    this.#down(at(this.#slots, index));
  }

  pop(): { index: number; area: number } {
    const index = at(this.#heap, 0);
    const last = at(this.#heap, --this.#size);
    if (this.#size > 0) {
      this.#place(last, 0);
      this.#down(0);
    }
    this.#slots[index] = -1;
    return { index, area: at(this.#areas, index) };
  }

  #place(index: number, slot: number): void {
    this.#heap[slot] = index;
    this.#slots[index] = slot;
  }

  #areaAt(slot: number): number {
    return at(this.#areas, at(this.#heap, slot));
  }

  #swap(a: number, b: number): void {
    const [first, second] = [at(this.#heap, a), at(this.#heap, b)];
    this.#place(first, b);
    this.#place(second, a);
  }

  #up(slot: number): void {
    while (slot > 0) {
      const parent = (slot - 1) >> 1;
      if (this.#areaAt(parent) <= this.#areaAt(slot)) return;
      this.#swap(parent, slot);
      slot = parent;
    }
  }

  #down(slot: number): void {
    for (;;) {
      let smallest = slot;
      for (const child of [2 * slot + 1, 2 * slot + 2]) {
        if (child < this.#size && this.#areaAt(child) < this.#areaAt(smallest)) smallest = child;
      }
      if (smallest === slot) return;
      this.#swap(smallest, slot);
      slot = smallest;
    }
  }
}
