import { formatDateTime } from '../../../text/format.ts';

/** Names of nested parts that say nothing by themselves. */
const TRANSPARENT = new Set(['fix', 'attributes']);
const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/;

/**
 * A decoded message as pairs of name and value for people: nested parts are laid flat, what is unknown is left out,
 * instants are in the person's time zone.
 */
export function readable(message: Record<string, unknown>, prefix = ''): [string, string][] {
  return Object.entries(message).flatMap(([name, value]): [string, string][] => {
    if (value === null || value === undefined) return [];
    if (Array.isArray(value)) return value.length === 0 ? [] : [[prefix + name, value.map(text).join(', ')]];
    if (typeof value === 'object') {
      return readable(value as Record<string, unknown>, TRANSPARENT.has(name) ? prefix : `${prefix}${name}.`);
    }
    return [[prefix + name, text(value)]];
  });
}

function text(value: unknown): string {
  if (typeof value === 'string') return INSTANT.test(value) ? formatDateTime(value) : value;
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : JSON.stringify(value);
}
