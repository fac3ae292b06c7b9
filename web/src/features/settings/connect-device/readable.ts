import type { TFunction } from 'i18next';
import { fieldLabel } from '../../../ui/telemetry/field-name.ts';
import { fieldValue } from '../../../ui/telemetry/field-value.ts';

/** The names of nested parts that are meaningless by themselves. */
const TRANSPARENT = new Set(['fix', 'attributes']);

interface Line {
  /** The path in the message: `attributes.ignition`. */
  path: string;
  label: string;
  value: string;
}

/** A decoded message as readable lines: nested parts are flattened, unknown values are omitted. */
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
