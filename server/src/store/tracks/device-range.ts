/** A range of a device's time in microseconds since the Unix epoch; the end is exclusive. */
export interface DeviceRange {
  deviceId: number;
  from: number;
  to: number;
}

/** Before and after every usable time: the years 1716 and 2223. */
export const [EARLIEST, LATEST] = [-8e15, 8e15];

/** SQL of a time in microseconds since the Unix epoch. */
export const microsSql = (time: string): string => `(extract(epoch FROM ${time}) * 1000000)::int8`;

/** SQL of the time of such a number. */
export const timeSql = (micros: string): string => `('epoch'::timestamptz + ${micros} * interval '1 microsecond')`;

/** SQL of ranges, as `q` with `device_id`, `since`, `until` (times) and `index` (from 1), in the parameters 1 to 3. */
export const RANGES_SQL = `(SELECT device_id, ${timeSql('since')} AS since, ${timeSql('until')} AS until, index::int AS index
  FROM unnest($1::int[], $2::int8[], $3::int8[]) WITH ORDINALITY AS u(device_id, since, until, index)) q`;

/**
 * SQL: limits the time of rows to the parameters 4 and 5, which `rangeParameters` sets. With these bounds PostgreSQL
 * prunes partitions at planning time; by the ranges alone it would open all partitions first.
 */
export const withinAll = (time: string): string =>
  `${time} >= ${timeSql('$4::int8')} AND ${time} < ${timeSql('$5::int8')}`;

/** The parameters 1 to 5 of statements with `RANGES_SQL` and `withinAll`. */
export const rangeParameters = (ranges: readonly DeviceRange[]): (number | number[])[] => [
  ranges.map(({ deviceId }) => deviceId),
  ranges.map(({ from }) => from),
  ranges.map(({ to }) => to),
  ranges.reduce((least, { from }) => Math.min(least, from), LATEST),
  ranges.reduce((most, { to }) => Math.max(most, to), EARLIEST),
];
