/** The local hours at which the night begins and ends, counted from the midnight before it begins. */
const NIGHT_BEGINS = 22;
const NIGHT_ENDS = 29;

/** Local days in a time zone, each as SQL: the first and the last, of type date, and the zone's name. */
interface Days {
  firstDay: string;
  lastDay: string;
  zone: string;
}

/**
 * A trip that began on a day and ended within this time after it counts completely; longer ones may only be known in
 * part.
 */
export const COMPLETE_TRIP_WITHIN = `interval '3 days'`;

/**
 * SQL of a query to be named `nights`: alternately the start and end of each night around the days, with the preceding
 * seconds of night. This way the night time of a trip takes two searches, without computing local times for each trip.
 */
export const nightsSql = ({ firstDay, lastDay, zone }: Days) => `
  SELECT array_agg(border.at ORDER BY border.at) AS at, array_agg(border.before ORDER BY border.at) AS before
  FROM (
    SELECT begins, ends, length, sum(length) OVER (ORDER BY begins) AS through
    FROM generate_series((${firstDay} - 2)::timestamp, (${lastDay} + 5)::timestamp, interval '1 day') day
    CROSS JOIN LATERAL (SELECT (day + interval '${NIGHT_BEGINS} hours') AT TIME ZONE ${zone} AS begins,
                               (day + interval '${NIGHT_ENDS} hours') AT TIME ZONE ${zone} AS ends) night
    CROSS JOIN LATERAL (SELECT extract(epoch FROM ends - begins)::float8 AS length) counted) night
  CROSS JOIN LATERAL (VALUES (begins, through - length), (ends, through)) border (at, before)`;

const BORDERS = '(SELECT n.at FROM nights n)';

/** The seconds of night before a time: past nights, and the elapsed part of the present one. */
const nightBefore = (moment: string) => {
  const place = `width_bucket(${moment}, ${BORDERS})`;
  return `((SELECT n.before FROM nights n)[${place}] + CASE WHEN ${place} % 2 = 1
    THEN extract(epoch FROM ${moment} - ${BORDERS}[${place}])::float8 ELSE 0 END)`;
};

/** SQL of the seconds of night between two times; most spans lie completely inside or outside a night. */
export const nightSeconds = (
  a: string,
  b: string,
) => `CASE WHEN width_bucket(${a}, ${BORDERS}) = width_bucket(${b}, ${BORDERS})
    THEN CASE WHEN width_bucket(${a}, ${BORDERS}) % 2 = 1 THEN extract(epoch FROM ${b} - ${a})::float8 ELSE 0 END
    ELSE ${nightBefore(b)} - ${nightBefore(a)} END`;

/** SQL of the seconds in which a trip `f` moved. */
export const MOVED = `greatest(0, f.duration_s - f.idle_s - f.unseen_s)::float8`;
