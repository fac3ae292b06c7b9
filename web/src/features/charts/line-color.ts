/** The number of colours in `ui/chart/chart-colors.css`. */
const COLORS = 6;

/** The colour number of a line: by vehicle if there are several, otherwise by attribute. */
export const colorOf = (
  { vehicleId, key }: { vehicleId: number; key: string },
  vehicleIds: readonly number[],
  keys: readonly string[],
): number => (Math.max(0, vehicleIds.length > 1 ? vehicleIds.indexOf(vehicleId) : keys.indexOf(key)) % COLORS) + 1;
