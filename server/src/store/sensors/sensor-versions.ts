import type { SensorDefinition } from '@milepost/tracking/sensors/sensor';
import type { SensorVersion } from './sensor-rows.ts';

/**
 * The most stored definitions; beyond that, the oldest are deleted, and the first remaining one applies to their time.
 */
const MAX_VERSIONS = 20;

/**
 * The definitions after adding another one that applies from a given time on (epoch milliseconds; null: always): later
 * ones are removed. Unchanged if it equals the present one.
 */
export function withVersion(
  versions: readonly SensorVersion[],
  definition: SensorDefinition,
  from: number | null,
): SensorVersion[] {
  const last = versions.at(-1);
  if (last && isSame(last, definition) && (last.from ?? -Infinity) <= (from ?? -Infinity)) return [...versions];
  const earlier = from === null ? [] : versions.filter((one) => one.from === null || one.from < from);
  const all = [...earlier, { ...definition, from }].slice(-MAX_VERSIONS);
  const [first] = all;
  if (first && versions.length >= MAX_VERSIONS) first.from = null;
  return all;
}

const textOf = (one: SensorDefinition): string =>
  JSON.stringify([one.source, one.calibration, one.min, one.max, one.inverse, one.capacityL, one.smoothingS ?? null]);

const isSame = (version: SensorVersion, definition: SensorDefinition): boolean =>
  textOf(version) === textOf(definition);
