type Joined<Parts extends readonly object[]> = Parts extends readonly [
  infer First,
  ...infer Rest extends readonly object[],
]
  ? First & Joined<Rest>
  : unknown;

/**
 * Joins the texts of several areas. Keys that more than one of them has, such as `record-kind`, have the entries of all
 * of them.
 */
export function joinTexts<const Parts extends readonly Readonly<Record<string, object>>[]>(
  ...parts: Parts
): Joined<Parts> {
  const joined: Record<string, object> = {};
  for (const part of parts) for (const [key, texts] of Object.entries(part)) joined[key] = { ...joined[key], ...texts };
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- has the entries of all parts
  return joined as Joined<Parts>;
}
