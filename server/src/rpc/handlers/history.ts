import { PAST_PLACE_HOURS, type TrackColumns } from '@milepost/contract/history-operations';
import { may } from '../../auth/caller.ts';
import { nameOf } from '../../places/load-places.ts';
import { recordTrackExport } from '../../store/audit/record-export.ts';
import { readFacts } from '../../store/facts/read-facts.ts';
import { readSilences } from '../../store/facts/silence.ts';
import { readFleetAt } from '../../store/fleet/fleet-at.ts';
import { getVehicle, listVehicles } from '../../store/fleet/vehicles.ts';
import { getProfile } from '../../store/people/profiles.ts';
import { readPrivateSince, readPrivateTimes } from '../../store/private-time/private-times.ts';
import { markRaw, rawNames, readChartedSensors } from '../../store/telemetry/sensor-lines.ts';
import { readUnknownOfCutStops } from '../../store/timeline/cut-stops.ts';
import { readDayTotals } from '../../store/timeline/day-totals.ts';
import { spanTotals } from '../../store/timeline/span-totals.ts';
import { readDeletedSpans } from '../../store/tracks/dropped-days.ts';
import { readTrack } from '../../store/tracks/positions.ts';
import { readSensorsAt } from '../../store/tracks/sensors-at.ts';
import { readTrackBreaks } from '../../store/tracks/track-breaks.ts';
import { readFixAt } from '../../store/tracks/track-fixes.ts';
import { readTrackLines, trackSensorKeys } from '../../store/tracks/track-sensors.ts';
import { readTrackKeys } from '../../store/tracks/track-series.ts';
import { exportPiece } from '../../track-files/export-piece.ts';
import type { Handlers } from '../handler.ts';
import { plausibleFixes } from '../plausible-fixes.ts';
import { privateGaps } from '../private-gaps.ts';
import { trackRange } from '../range.ts';
import { thinTrack } from '../thin-track.ts';
import type { ThinTrack } from '../track-cone.ts';

/** At lower speeds the course is noise. */
const COURSE_FROM_KPH = 5;
const PAST_PLACE_MS = PAST_PLACE_HOURS * 3_600_000;

export const historyHandlers = {
  'get-history-vehicle-list': async ({ vehicleId, ...input }, { services, caller }) => {
    const { rows, total } =
      vehicleId === undefined
        ? await listVehicles(services.database, caller.scope, { ...input, moved: 'with' })
        : { rows: [await getVehicle(services.database, caller.scope, vehicleId)], total: 1 };
    return {
      rows: rows.map(({ id, registration, type, groupName, moved }) => ({ id, registration, type, groupName, moved })),
      total,
    };
  },

  'get-track': async ({ vehicleId, toleranceM, maxPoints, bounds, plausible, ...input }, { services, caller }) => {
    const { from, to } = trackRange(input);
    await getVehicle(services.database, caller.scope, vehicleId);
    const { gapMs, wildKph } = await readTrackBreaks(services.database, vehicleId);
    const gaps = privateGaps(await readPrivateTimes(services.database, vehicleId, from, to));
    const fixes = gaps.noted(readTrack(services.database, vehicleId, from, to));
    const options = { gapMs, toleranceM, maxPoints, bounds: bounds ?? null, isPrivateBetween: gaps.isBetween };
    const pages = plausible ? plausibleFixes(fixes, wildKph) : fixes;
    const thinned = { ...options, wildKph: plausible ? wildKph : null };
    const { track, ...rest } = await thinTrack(pages, thinned, caller.scope.organisationId);
    const deleted = await readDeletedSpans(services.database, vehicleId, from, to);
    const hidden = gaps.spans();
    return {
      ...rest,
      points: track.time.length,
      track: trackColumns(track),
      ...(deleted.length > 0 && { deleted }),
      ...(hidden.length > 0 && { private: hidden }),
    };
  },

  'get-track-fix': async ({ vehicleId, at }, { services, caller }) => {
    await getVehicle(services.database, caller.scope, vehicleId);
    const found = await readFixAt(services.database, vehicleId, new Date(at), PAST_PLACE_MS);
    if (!found) return { fix: null, sensors: [], raw: [], road: null };
    const { cursor, ...fix } = found;
    const time = new Date(Math.floor(cursor.micros / 1000)).toISOString();
    const placeAt = services.places.for(caller);
    const hidden = await readPrivateSince(services.database, [{ vehicleId, time: new Date(time) }], new Date(at));
    const isPrivate = hidden.has(vehicleId);
    const address = isPrivate ? (placeAt.private ?? null) : await nameOf(services.database, placeAt, fix);
    // A standing vehicle has no course.
    const courseDeg = fix.speedKph >= COURSE_FROM_KPH ? fix.courseDeg : null;
    const road = isPrivate ? null : await services.places.roadAt(caller, fix, courseDeg);
    const charted = await readChartedSensors(services.database, [vehicleId]);
    const raw = rawNames(charted);
    return {
      fix: { ...fix, time, address, ...(isPrivate && { isPrivate }) },
      sensors: await readSensorsAt(services.database, charted, new Date(time)),
      raw: Object.keys(fix.attributes).filter((name) => raw.has(name)),
      road,
    };
  },

  'get-track-keys': async ({ vehicleId, ...input }, { services, caller }) => {
    const { from, to } = trackRange(input);
    await getVehicle(services.database, caller.scope, vehicleId);
    const range = { from, to };
    const seriesKeys = await readTrackKeys(services.database, vehicleId, from, to);
    const sensors = await readChartedSensors(services.database, [vehicleId]);
    const { keys, notDrawn } = trackSensorKeys(sensors, seriesKeys, range);
    return { keys: [...keys, ...markRaw(seriesKeys, sensors)], notDrawn };
  },

  'get-track-series': async ({ vehicleId, keys, buckets, ...input }, { services, caller }) => {
    const { from, to } = trackRange(input);
    await getVehicle(services.database, caller.scope, vehicleId);
    const [series, { gapMs: holeMs }] = await Promise.all([
      readTrackLines(services.database, vehicleId, { from, to, keys, buckets }),
      readTrackBreaks(services.database, vehicleId),
    ]);
    return { bucketMs: (to.getTime() - from.getTime()) / buckets, holeMs, series };
  },

  'get-vehicle-facts': async ({ vehicleId, ...input }, { services, caller }) => {
    const range = { vehicleIds: [vehicleId], ...trackRange(input) };
    await getVehicle(services.database, caller.scope, vehicleId);
    const [facts, days, silences] = await Promise.all([
      readFacts(services.database, caller.scope, range, services.places.for(caller)),
      readDayTotals(services.database, caller.scope, range),
      readSilences(services.database, caller.scope, [vehicleId]),
    ]);
    const span = { from: range.from.getTime(), to: range.to.getTime() };
    const unknownStops = await readUnknownOfCutStops(services.database, facts.stops, range);
    const silence = silences.get(vehicleId);
    const totals = spanTotals(facts, span, { stored: days.get(vehicleId), silence, unknownInStops: unknownStops });
    return { ...facts, alarms: may(caller, 'alarms', 'view') ? facts.alarms : [], totals };
  },

  'get-fleet-at': async ({ at }, { services, caller }) => {
    const { rows, total } = await readFleetAt(services.database, caller.scope, new Date(at));
    return { vehicles: rows, vehiclesTotal: total };
  },

  'get-track-file': async ({ vehicleId, format, cursor, ...input }, { services, caller, actor }) => {
    const range = trackRange(input);
    const vehicle = await getVehicle(services.database, caller.scope, vehicleId);
    const { timeZone, organisationTimeZone } = await getProfile(services.database, caller.userId);
    const zone = timeZone || organisationTimeZone;
    const days = { from: range.from.toISOString(), to: range.to.toISOString() };
    await recordTrackExport(services.database, actor, vehicle, { track: format, ...days });
    const { organisationId } = caller.scope;
    const exportParams = { ...range, format, timeZone: zone, cursor: cursor ?? null, organisationId };
    return exportPiece(services.database, vehicle, exportParams);
  },
} satisfies Pick<
  Handlers,
  | 'get-history-vehicle-list'
  | 'get-track'
  | 'get-track-fix'
  | 'get-track-keys'
  | 'get-track-series'
  | 'get-vehicle-facts'
  | 'get-fleet-at'
  | 'get-track-file'
>;

/** The track in the form sent: whole numbers, and differences, which are short. */
function trackColumns(track: ThinTrack): TrackColumns {
  return {
    times: differences(track.time, 1),
    lats: differences(track.lat, 10),
    lons: differences(track.lon, 10),
    speeds: track.speed,
    courses: track.course,
    breaks: track.breaks,
  };
}

/** Differences of the rounded values, so that rounding does not add up. */
function differences(values: readonly number[], divisor: number): number[] {
  let before = 0;
  return values.map((value) => {
    const rounded = Math.round(value / divisor);
    const difference = rounded - before;
    before = rounded;
    return difference;
  });
}
