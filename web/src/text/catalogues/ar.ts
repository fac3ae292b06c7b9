export const files = import.meta.glob<Record<string, unknown>>('../ar/*.json', { eager: true, import: 'default' });
