/** The texts of all other pages. */
export const files = import.meta.glob<Record<string, unknown>>('../hi/pages/*.json', {
  eager: true,
  import: 'default',
});
