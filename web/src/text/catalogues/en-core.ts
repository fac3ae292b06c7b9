/** The texts of the shell and the live map. */
export const files = import.meta.glob<Record<string, unknown>>('../en/core/*.json', { eager: true, import: 'default' });
