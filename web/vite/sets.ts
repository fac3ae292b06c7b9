// Set operations: the methods of Set for them are too new for the browsers that the sources are checked for.

export const union = <Item>(one: ReadonlySet<Item>, other: ReadonlySet<Item>): Set<Item> => new Set([...one, ...other]);

export const without = <Item>(one: ReadonlySet<Item>, other: ReadonlySet<Item>): Set<Item> =>
  new Set([...one].filter((item) => !other.has(item)));

export const intersection = <Item>(one: ReadonlySet<Item>, other: ReadonlySet<Item>): Set<Item> =>
  new Set([...one].filter((item) => other.has(item)));
