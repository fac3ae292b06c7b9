export const files = import.meta.glob<Record<string, unknown>>('../hi/*.json', { eager: true, import: 'default' });
