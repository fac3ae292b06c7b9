/** The icons that the product's sources import; made by the build (web/vite/icon-set.ts). */
declare module 'virtual:icons/used' {
  type Node = readonly [tag: string, attributes: Readonly<Record<string, string>>];

  export const used: readonly { name: string; files: number; filled: boolean; nodes: readonly Node[] }[];
}

/** Names and search words of the whole set. */
declare module 'virtual:icons/index' {
  type Node = readonly [tag: string, attributes: Readonly<Record<string, string>>];

  export const index: readonly (readonly [name: string, words: string])[];
  export const partOf: Readonly<Record<string, number>>;
  export const parts: readonly (() => Promise<{ nodes: Readonly<Record<string, readonly Node[]>> }>)[];
}
