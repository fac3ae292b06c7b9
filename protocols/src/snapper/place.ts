import { decimalIfAny } from '../tools/fields.ts';
import { fixUnlessNowhere, timeIfAny } from '../tools/fix.ts';
import { dayFirst, degreesMinutesIfAny, KNOT_KPH } from '../tools/units.ts';
import type { Fix } from '../types.ts';

/** Bits of the flags: east, north, position present, position current. */
const [EAST, NORTH, PLACED, VALID] = [0x80, 0x40, 0x08, 0x02];

/**
 * Reads the receiver's data, a JSON object with text values: flags, date, time, latitude and longitude in degrees and
 * minutes, metres above sea level, knots, course, satellites. Empty values are not reported.
 */
export function place(text: string): { fix: Fix | null; satellites?: number } {
  const decoded = objectIn(text);
  if (decoded === null) return { fix: null };
  const value = (name: string) => {
    const found = decoded[name];
    return typeof found === 'string' ? found : '';
  };
  const number = (name: string) => decimalIfAny(value(name));
  const flags = Number.parseInt(value('f'), 16);
  // Without flags the hemispheres are unknown.
  if (!(flags >= 0) || (flags & PLACED) === 0) return { fix: null };
  const [clock = ''] = value('t').split('.', 1);
  const fix = fixUnlessNowhere({
    time: timeIfAny(() => dayFirst(value('d'), clock)),
    valid: (flags & VALID) !== 0,
    lat: degreesMinutesIfAny(value('la'), (flags & NORTH) === 0 ? 'S' : 'N'),
    lon: degreesMinutesIfAny(value('lo'), (flags & EAST) === 0 ? 'W' : 'E'),
    altitudeM: number('a'),
    speedKph: (number('s') ?? 0) * KNOT_KPH,
    courseDeg: number('c'),
  });
  const satellites = number('sv');
  return satellites === undefined ? { fix } : { fix, satellites };
}

function objectIn(text: string): Record<string, unknown> | null {
  try {
    const decoded: unknown = JSON.parse(text);
    return typeof decoded === 'object' && decoded !== null ? Object.fromEntries(Object.entries(decoded)) : null;
  } catch {
    return null;
  }
}
