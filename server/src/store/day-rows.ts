interface Asked {
  /** Condition on the vehicles, `v`. */
  whose: string;
  /** Condition on a day, given as an expression. */
  within: (day: string) => string;
  /** The same days as a query of one column, `day`. */
  days: string;
  /** Name of the time zone at whose midnight these days begin. */
  zone: string;
}

/** A trip, or a spell of idling, may have begun this long before the day in question. */
const LONGEST = `interval '1 day'`;

/** Seconds of a fact `f` that lie in the day `w`. */
const inside = (end: string) => `greatest(0, extract(epoch FROM least(${end}, w.b0) - greatest(f.started_at, w.a0)))`;
const KNOWN_END = 'f.started_at + make_interval(secs => f.duration_s)';
const TOUCHES = `f.vehicle_id = v.id AND f.started_at >= w.a0 - ${LONGEST} AND f.started_at < w.b0 AND f.duration_s > 0`;
/** A vehicle may have stood for weeks; who stood for longer is looked for no further back. */
const MAY_BE_LONG = TOUCHES.replace(LONGEST, `interval '60 days'`);
const BEGAN = 'f.started_at >= w.a0';

/**
 * Query of the sums of vehicles by day, with the days of one zone for all of them. Where the vehicle's organisation has
 * that zone they are its kept totals. Where it has another, whose totals have other borders, they are added up from the
 * facts, those over a border by the share of their time; from what its engine hours are known is then left open
 * ([why](../../../docs/decisions/0021-whose-day-it-is.md)).
 */
export const dayRows = ({ whose, within, days, zone }: Asked): string => `
  SELECT d.vehicle_id, d.day, d.distance_m, d.trip_s, d.trip_idle_s, d.stop_s, d.unseen_s, d.idle_s, d.engine_s,
         d.engine_known_s, d.engine_by, d.tows, d.tow_m, d.tow_s, d.trips, d.overspeeds, d.alarms, d.max_kph
  FROM day_totals d JOIN vehicles v ON v.id = d.vehicle_id JOIN organisations o ON o.id = v.organisation_id
  WHERE ${whose} AND ${within('d.day')} AND o.time_zone = ${zone}
  UNION ALL
  SELECT v.id, w.day, driven.distance, driven.trip, driven.idle, stood.stop,
         coalesce(driven.unseen, 0) + coalesce(stood.unseen, 0) + coalesce(towed.unseen, 0), idled.idle, ran.engine,
         ran.known, '{}'::jsonb, towed.tows, towed.distance, towed.tow, driven.trips, driven.overspeeds, raised.alarms,
         driven.max_kph
  FROM vehicles v JOIN organisations o ON o.id = v.organisation_id AND o.time_zone <> ${zone}
  CROSS JOIN (SELECT day, day::timestamp AT TIME ZONE ${zone} AS a0, (day + 1)::timestamp AT TIME ZONE ${zone} AS b0
              FROM (${days}) each) w
  CROSS JOIN LATERAL (
    SELECT sum(f.distance_m * part) AS distance, sum((f.duration_s - f.unseen_s) * part) AS trip,
           sum(f.idle_s * part) AS idle, sum(f.unseen_s * part) AS unseen,
           count(*) FILTER (WHERE ${BEGAN}) AS trips,
           coalesce(sum(f.overspeeds) FILTER (WHERE ${BEGAN}), 0) AS overspeeds,
           max(f.max_kph) FILTER (WHERE part > 0) AS max_kph
    FROM trips f CROSS JOIN LATERAL (SELECT ${inside(KNOWN_END)} / f.duration_s AS part) p WHERE ${TOUCHES}) driven
  CROSS JOIN LATERAL (SELECT sum(${inside(KNOWN_END)}) AS idle FROM idles f WHERE ${TOUCHES}) idled
  CROSS JOIN LATERAL (
    SELECT sum((f.duration_s - f.unseen_s) * part) AS stop, sum(f.unseen_s * part) AS unseen
    FROM stops f CROSS JOIN LATERAL (SELECT ${inside(KNOWN_END)} / f.duration_s AS part) p
    WHERE ${MAY_BE_LONG}) stood
  CROSS JOIN LATERAL (
    SELECT sum(f.distance_m * part) AS distance, sum((f.duration_s - f.unseen_s) * part) AS tow,
           sum(f.unseen_s * part) AS unseen, count(*) FILTER (WHERE ${BEGAN}) AS tows
    FROM tows f CROSS JOIN LATERAL (SELECT ${inside(KNOWN_END)} / f.duration_s AS part) p WHERE ${TOUCHES}) towed
  CROSS JOIN LATERAL (
    SELECT sum(f.engine_s * part) AS engine, sum(f.engine_known_s * part) AS known
    FROM day_totals f
    CROSS JOIN LATERAL (SELECT ${inside('f.ended_at')} / extract(epoch FROM f.ended_at - f.started_at) AS part) p
    WHERE f.vehicle_id = v.id AND f.day BETWEEN w.day - 1 AND w.day + 1 AND f.ended_at > f.started_at) ran
  CROSS JOIN LATERAL (
    SELECT count(*) AS alarms FROM alarms f WHERE f.vehicle_id = v.id AND ${BEGAN} AND f.started_at < w.b0) raised
  WHERE ${whose} AND (driven.distance IS NOT NULL OR idled.idle IS NOT NULL OR ran.engine > 0 OR raised.alarms > 0
    OR towed.distance IS NOT NULL OR stood.stop > 0)`;
