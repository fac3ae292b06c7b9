export interface IconEntry {
  /** Name of the React component, such as `IconMapPin`. */
  name: string;
  /** Further words to find it by. */
  words: string;
}

/** Icons in which each word of the search occurs; those whose name begins with it first, then by name or by word. */
export function findIcons<Entry extends IconEntry>(icons: readonly Entry[], search: string): readonly Entry[] {
  const wanted = search
    .toLowerCase()
    .split(/[\s-]+/)
    .filter((word) => word !== '');
  const [first] = wanted;
  if (first === undefined) return icons;
  const rank = ({ name }: Entry) => {
    const bare = name.toLowerCase().replace(/^icon/, '');
    return bare.startsWith(first) ? 0 : bare.includes(first) ? 1 : 2;
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
