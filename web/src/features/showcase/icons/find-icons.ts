export interface IconEntry {
  /** Name of the React component, such as `IconMapPin`. */
  name: string;
  /** Further words to find it by. */
  words: string;
}

/** Icons in which each word of the search occurs; one of that name first, then those that begin with it. */
export function findIcons<Entry extends IconEntry>(icons: readonly Entry[], search: string): readonly Entry[] {
  const wanted = search
    .toLowerCase()
    .split(/[\s-]+/)
    .filter((word) => word !== '');
  const [first] = wanted;
  if (first === undefined) return icons;
  const rank = ({ name }: Entry) => {
    const bare = name.toLowerCase().replace(/^icon/, '');
    if (bare === wanted.join('')) return 0;
    return bare.startsWith(first) ? 1 : bare.includes(first) ? 2 : 3;
  };
  return icons
    .filter(({ name, words }) => {
      const text = `${name} ${words}`.toLowerCase();
      return wanted.every((word) => text.includes(word));
    })
    .map((entry) => ({ entry, rank: rank(entry) }))
    .toSorted((a, b) => a.rank - b.rank)
    .map(({ entry }) => entry);
}
