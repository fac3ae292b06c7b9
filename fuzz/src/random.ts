/** Random choices that are the same for the same seed (mulberry32). */
export interface Random {
  /** An integer from 0 up to, but not including, `below`. */
  below(below: number): number;
  /** True with this probability, 0 to 1. */
  chance(often: number): boolean;
  pick<Item>(items: readonly Item[]): Item;
}

export function randomOf(seed: number): Random {
  let state = seed | 0;
  const next = () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
  const below = (most: number) => Math.floor(next() * most);
  return {
    below,
    chance: (often) => next() < often,
    pick: (items) => {
      const item = items[below(items.length)];
      if (item === undefined) throw new Error('there is nothing to pick from');
      return item;
    },
  };
}
