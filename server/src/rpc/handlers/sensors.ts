import { fault } from '@milepost/contract/fault';
import { FIXED_UNITS, isSignalKind, MAX_TRIAL_VALUES } from '@milepost/contract/sensor-kinds';
import { compileExpression, type ExpressionFault } from '@milepost/tracking/sensors/expression';
import { compileSensor } from '@milepost/tracking/sensors/sensor';
import { smoothedValues } from '@milepost/tracking/sensors/smoothed-values';
import { getVehicle } from '../../store/fleet/vehicles.ts';
import { saveSensor, setSensorDeleted } from '../../store/sensors/change-sensors.ts';
import { readNewestMessage } from '../../store/sensors/newest-message.ts';
import { readRecentReports } from '../../store/sensors/recent-reports.ts';
import { definitionOf, type ReadingInput } from '../../store/sensors/sensor-rows.ts';
import { getSensor, readSensorsNow } from '../../store/sensors/sensors.ts';
import { type CallContext, type Handlers, trackingChanged } from '../handler.ts';
import { refused } from '../input.ts';

/** The attributes in one answer; a device reports some dozens. */
const MAX_ATTRIBUTES = 200;
/** A definition is tried on the reports of this many seconds before the newest. */
const TRIED_S = 2 * 3600;

export const sensorHandlers = {
  'get-vehicle-sensors': async ({ vehicleId }, { services, caller }) => {
    await getVehicle(services.database, caller.scope, vehicleId);
    const { sensors, profile, message } = await readSensorsNow(services.database, vehicleId);
    const attributes = Object.entries(message.attributes).flatMap(([name, value]) =>
      typeof value === 'number' || typeof value === 'boolean' ? [{ name, value }] : [],
    );
    return {
      sensors,
      profile,
      at: message.at?.toISOString() ?? null,
      attributes: attributes.toSorted((a, b) => a.name.localeCompare(b.name)).slice(0, MAX_ATTRIBUTES),
    };
  },

  'save-sensor': async ({ countsFrom, moment, ...input }, context) => {
    const { services, caller, actor } = context;
    const expressionFault = faultOf(input);
    if (expressionFault) throw refused({ expression: expressionFault });
    const from =
      countsFrom === 'always' ? null : countsFrom === 'now' || moment === null ? Date.now() : Date.parse(moment);
    const unit = FIXED_UNITS[input.kind] ?? input.unit ?? '';
    const normal = isSignalKind(input.kind) ? { normalMin: null, normalMax: null } : {};
    const saved = await saveSensor(services.database, caller.scope, actor, { ...input, ...normal, unit, from });
    trackingChanged(context, saved.organisationId, saved.marks);
    return { sensor: await getSensor(services.database, caller.scope, saved.id) };
  },

  'delete-sensor': async ({ id }, context) => {
    await setDeleted(context, id, true);
    return {};
  },

  'restore-sensor': async ({ id }, context) => {
    await setDeleted(context, id, false);
    return { sensor: await getSensor(context.services.database, context.caller.scope, id) };
  },

  'get-sensor-trial': async ({ vehicleId, kind, ...input }, { services, caller }) => {
    await getVehicle(services.database, caller.scope, vehicleId);
    const { at, attributes } = await readNewestMessage(services.database, vehicleId);
    const versions = [{ ...definitionOf(input), from: null }];
    const sensor = compileSensor({ id: 0, name: '', kind, versions, until: null });
    const reports = isSignalKind(kind)
      ? []
      : await readRecentReports(services.database, vehicleId, TRIED_S + (input.smoothingS ?? 0));
    const values = smoothedValues(sensor, reports).slice(-MAX_TRIAL_VALUES);
    const { raw, value } = sensor.read(attributes, 0);
    const smoothed = values.at(-1)?.smoothed ?? value;
    return {
      at: at?.toISOString() ?? null,
      raw,
      value,
      smoothed: input.smoothingS === null || value === null || typeof smoothed !== 'number' ? null : smoothed,
      fault: faultOf(input),
      values: values.map(({ time, ...one }) => ({ at: new Date(time).toISOString(), ...one })),
    };
  },
} satisfies Partial<Handlers>;

async function setDeleted(context: CallContext, id: number, deleted: boolean): Promise<void> {
  const { services, caller, actor } = context;
  trackingChanged(context, await setSensorDeleted(services.database, caller.scope, actor, id, deleted));
}

/** The reason why an expression cannot be used; null when it can, or when there is none. */
function faultOf({ source, expression }: ReadingInput) {
  if (source !== 'expression') return null;
  const compiled = compileExpression(expression ?? '');
  return typeof compiled === 'function' ? null : toFault(compiled);
}

function toFault(found: ExpressionFault) {
  const at = found.at + 1;
  return found.code === 'syntax'
    ? { ...fault('expression-unreadable', { at }), detail: found.detail }
    : fault('expression-not-allowed', { what: found.what.slice(0, 60), at });
}
