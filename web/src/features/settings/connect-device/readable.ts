import type { TFunction } from 'i18next';
import { fieldLabel } from '../../../ui/telemetry/field-name.ts';
import { fieldValue } from '../../../ui/telemetry/field-value.ts';

/** Names of nested parts that say nothing by themselves. */
const TRANSPARENT = new Set(['fix', 'attributes']);

interface Line {
  /** Where in the message it stands: `attributes.ignition`. */
  path: string;
  label: string;
  value: string;
}

/** A decoded message in lines for people: nested parts are laid flat, what is unknown is left out. */
export function readable(t: TFunction, message: object, path = '', above = ''): Line[] {
  return Object.entries(message).flatMap(([name, value]: [string, unknown]): Line[] => {
    if (value === null || value === undefined || (Array.isArray(value) && value.length === 0)) return [];
    const here = path + name;
    const label = above + fieldLabel(t, name);
    if (typeof value === 'object' && !Array.isArray(value)) {
      return readable(t, value, `${here}.`, TRANSPARENT.has(name) ? above : `${label} · `);
    }
    return [{ path: here, label, value: fieldValue(t, name, value) }];
  });
}
