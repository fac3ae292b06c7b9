/** Colours of `ui/chart/chart-colors.css`. */
const COLORS = 6;

/** Number of the colour of a line: by vehicle where there are several, else by attribute. */
export const colorOf = (
  { vehicleId, key }: { vehicleId: number; key: string },
  vehicleIds: readonly number[],
  keys: readonly string[],
): number => (Math.max(0, vehicleIds.length > 1 ? vehicleIds.indexOf(vehicleId) : keys.indexOf(key)) % COLORS) + 1;
