import { fault } from '@milepost/contract/fault';
import {
  MAX_BAND_DAYS,
  MAX_BAND_VEHICLES,
  MAX_EXPRESSION_DAYS,
  MAX_LINES,
  MAX_TELEMETRY_DAYS,
  type TelemetryLine,
} from '@milepost/contract/telemetry-operations';
import { may } from '../../auth/caller.ts';
import { listVehicles } from '../../store/fleet/vehicles.ts';
import { SPEED } from '../../store/telemetry/attributes.ts';
import { readSpans } from '../../store/telemetry/pieces.ts';
import {
  isSensorKey,
  lineOfSensor,
  markRaw,
  readChartedSensors,
  readReportLines,
  sensorKeys,
} from '../../store/telemetry/sensor-lines.ts';
import { gapsOf, stepOf } from '../../store/telemetry/steps.ts';
import { readTelemetryKeys } from '../../store/telemetry/telemetry-keys.ts';
import { type Line, readEveryValue, readSteps } from '../../store/telemetry/telemetry-series.ts';
import { checkTelemetryVehicles, readTelemetryVehicles } from '../../store/telemetry/telemetry-vehicles.ts';
import { readTimeline } from '../../store/timeline/timeline.ts';
import type { Handlers } from '../handler.ts';
import { refused } from '../input.ts';
import { rangeAfterStart } from '../range.ts';

/** Points of one answer, each with its time, minimum and maximum: a megabyte or two. */
const MAX_POINTS = 60_000;
/** Up to this range each value is drawn, unless there are too many. */
const DAY_MS = 86_400_000;
const EVERY_VALUE_MS = 2 * DAY_MS;

export const telemetryHandlers = {
  'get-telemetry-vehicles': async ({ vehicleIds, ...input }, { services, caller }) => {
    const { rows, total } =
      vehicleIds === undefined
        ? await listVehicles(services.database, caller.scope, { ...input, moved: 'with' })
        : await readTelemetryVehicles(services.database, caller.scope, vehicleIds).then((found) => {
            return { rows: found, total: found.length };
          });
    return {
      rows: rows.map(({ id, registration, type, groupName, moved }) => ({ id, registration, type, groupName, moved })),
      total,
    };
  },

  'get-telemetry-keys': async ({ vehicleIds, ...input }, { services, caller }) => {
    const range = rangeAfterStart(input, MAX_TELEMETRY_DAYS);
    const vehicles = await checkTelemetryVehicles(services.database, caller.scope, vehicleIds);
    const ids = vehicles.map(({ id }) => id);
    const telemetryKeys = await readTelemetryKeys(services.database, await readSpans(services.database, ids, range));
    const sensors = await readChartedSensors(services.database, ids);
    return { keys: [...markRaw(telemetryKeys, sensors), ...sensorKeys(sensors, telemetryKeys)] };
  },

  'get-telemetry-series': async ({ vehicleIds, keys, steps, ...input }, { services, caller }) => {
    const { from, to } = rangeAfterStart(input, MAX_TELEMETRY_DAYS);
    const wanted = [...new Set(keys)];
    const vehicles = await checkTelemetryVehicles(services.database, caller.scope, vehicleIds);
    const lineCount = vehicles.length * wanted.length;
    if (lineCount > MAX_LINES) throw refused({ keys: fault('most-lines', { most: MAX_LINES }) });
    const most = Math.min(steps, Math.floor(MAX_POINTS / lineCount));
    const ids = vehicles.map(({ id }) => id);
    const spans = await readSpans(services.database, ids, { from, to });
    const length = to.getTime() - from.getTime();
    // Every fix has a speed, so the speed shows where there are gaps.
    const charted = wanted.some(isSensorKey) ? await readChartedSensors(services.database, ids) : [];
    const sensors = charted.filter(({ key }) => wanted.includes(key));
    const byReport = sensors.filter((one) => one.byReport);
    if (byReport.length > 0 && (length / DAY_MS) * vehicles.length > MAX_EXPRESSION_DAYS) {
      throw refused({ keys: fault('sensor-range', { most: MAX_EXPRESSION_DAYS }) });
    }
    const attributes = sensors.flatMap(({ attribute }) => attribute ?? []);
    const read = [...new Set([SPEED, ...wanted.filter((key) => !isSensorKey(key)), ...attributes])];
    const every = length <= EVERY_VALUE_MS ? await readEveryValue(services.database, spans, read, most) : null;
    const stepS = every ? null : stepOf(length / 1000, vehicles.length, most);
    const found = every ?? (await readSteps(services.database, spans, read, stepS ?? 1));
    const evaluated = await readReportLines(services.database, spans, byReport, stepS);
    const lineOf = (id: number, key: string): Line | undefined => {
      const one = sensors.find((each) => each.vehicleId === id && each.key === key);
      if (!one) return found.get(id)?.get(key);
      if (one.byReport || one.attribute === null) return evaluated.get(one);
      const line = found.get(id)?.get(one.attribute);
      return line && lineOfSensor(one, line);
    };
    return {
      stepS,
      vehicles: vehicles.map(({ id: vehicleId, holeMs }) => {
        const fixes = found.get(vehicleId)?.get(SPEED)?.points.keys() ?? [];
        return { vehicleId, holes: gapsOf(fixes, (stepS ?? 0) * 1000, holeMs) };
      }),
      lines: ids.flatMap((id) =>
        wanted.flatMap((key) => {
          const line = lineOf(id, key);
          return line && line.points.size > 0 ? [toLine(id, key, line)] : [];
        }),
      ),
    };
  },

  'get-telemetry-bands': async ({ vehicleIds, ...input }, { services, caller }) => {
    const range = rangeAfterStart(input, MAX_BAND_DAYS);
    await checkTelemetryVehicles(services.database, caller.scope, vehicleIds);
    const { rows } = await readTimeline(
      services.database,
      caller.scope,
      {
        search: '',
        sort: 'registration',
        direction: 'asc',
        page: 1,
        pageSize: MAX_BAND_VEHICLES,
        vehicleIds,
        ...range,
      },
      () => null,
    );
    const seesAlarms = may(caller, 'alarms', 'view');
    return {
      rows: rows.map(({ id, bands, alarms }) => ({
        vehicleId: id,
        bands: bands.map(({ kind, start, end }) => ({ kind, start, end })),
        alarms: seesAlarms
          ? alarms.map((alarm) => {
              const { id: alarmId, ruleName, severity, start, clearedAt } = alarm;
              return { id: alarmId, ruleName, severity, start, end: clearedAt };
            })
          : [],
      })),
    };
  },
} satisfies Pick<
  Handlers,
  'get-telemetry-vehicles' | 'get-telemetry-keys' | 'get-telemetry-series' | 'get-telemetry-bands'
>;

function toLine(vehicleId: number, key: string, { values, points }: Line): TelemetryLine {
  const ordered = [...points].toSorted(([a], [b]) => a - b);
  return {
    vehicleId,
    key,
    values,
    times: ordered.map(([at]) => at),
    lows: ordered.map(([, [low]]) => low),
    highs: ordered.map(([, [, high]]) => high),
  };
}
