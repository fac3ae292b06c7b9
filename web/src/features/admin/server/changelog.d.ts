/** The newest releases of the changelog (web/vite/changelog.ts). */
declare module 'virtual:changelog' {
  type Piece = readonly [style: '' | 'b' | 'c', text: string];
  export const releases: readonly {
    version: string | null;
    date: string | null;
    parts: readonly { title: string; entries: readonly (readonly Piece[])[] }[];
  }[];
}
