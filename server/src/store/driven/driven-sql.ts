/** Local hours at which the night begins, and at which it ends, counted from the midnight before it begins. */
const NIGHT_BEGINS = 22;
const NIGHT_ENDS = 29;

/** Days of a zone, each as SQL: the first and the last, of type date, and the zone's name. */
interface Days {
  firstDay: string;
  lastDay: string;
  zone: string;
}

/** A trip that began on a day and was over so long after its end counts whole; of others it may be known in part only. */
export const WHOLE_WITHIN = `interval '3 days'`;

/**
 * SQL of a query that is to be named `nights`: when each night around the days begins and ends, in turn, and how many seconds
 * of night went before. So the nights of a trip are found by two searches, without working out the local time of each trip.
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

/** Seconds of night before a moment: those of the nights that are over, and those of one that goes on. */
const nightBefore = (moment: string) => {
  const place = `width_bucket(${moment}, ${BORDERS})`;
  return `((SELECT n.before FROM nights n)[${place}] + CASE WHEN ${place} % 2 = 1
    THEN extract(epoch FROM ${moment} - ${BORDERS}[${place}])::float8 ELSE 0 END)`;
};

/** SQL of the seconds between two moments that lie in `nights`; most spans lie wholly in one, or in none. */
export const nightSeconds = (
  a: string,
  b: string,
) => `CASE WHEN width_bucket(${a}, ${BORDERS}) = width_bucket(${b}, ${BORDERS})
    THEN CASE WHEN width_bucket(${a}, ${BORDERS}) % 2 = 1 THEN extract(epoch FROM ${b} - ${a})::float8 ELSE 0 END
    ELSE ${nightBefore(b)} - ${nightBefore(a)} END`;

/** SQL of the seconds that a trip `f` moved. */
export const MOVED = `greatest(0, f.duration_s - f.idle_s - f.unseen_s)::float8`;
