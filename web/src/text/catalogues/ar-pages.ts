/** The texts of all other pages. */
export const files = import.meta.glob<Record<string, unknown>>('../ar/pages/*.json', {
  eager: true,
  import: 'default',
});
