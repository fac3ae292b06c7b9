export interface IconEntry {
  /** The name of the React component, such as `IconMapPin`. */
  name: string;
  /** Further search words. */
  words: string;
}

/** The icons that match each word of the search; an exact name first, then those that begin with it. */
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
