import type { Fields } from '../tools/fields.ts';
import { fixIfAny, timeIfAny } from '../tools/fix.ts';
import { isImei } from '../tools/imei.ts';
import { degreesMinutesIfAny, KNOT_KPH, yearFirst } from '../tools/units.ts';
import { onOff, readSwitch } from '../tools/switches.ts';
import type { AlarmCode, Attributes, Fix, Message } from '../types.ts';

/** Reasons for which a device reports (StarLink protocol, "event id"). */
const ALARMS: Readonly<Record<number, AlarmCode>> = {
  6: 'overspeed',
  7: 'geofenceEnter',
  8: 'geofenceExit',
  9: 'powerCut',
  11: 'lowBattery',
  26: 'tow',
  36: 'sos',
  42: 'jamming',
};
const IGNITION: Readonly<Record<number, boolean>> = { 24: true, 25: false };
const SWITCHES = ['input1', 'input2', 'input3', 'input4', 'output1', 'output2', 'output3', 'output4'];

/**
 * The layout of a report depends on the device's settings. Two layouts are known: event after its time, or IMEI first
 * and event, reason, ignition, satellites and signal after the volts.
 */
export function report(fields: Fields): Message {
  return isImei(fields.peek() ?? '') ? longReport(fields) : plainReport(fields);
}

/**
 * Reads these fields in order: timestamp, event, fix, kilometres, inputs and outputs (not all devices), cell, volts,
 * destination, ignition, engine.
 */
function plainReport(fields: Fields): Message {
  const deviceTime = timeIfAny(() => moment(fields.text()));
  const event = fields.value();
  const fix = place(fields);
  const attributes: Attributes = { ...ofEvent(event), ...kilometres(fields) };
  const hasSwitches = SWITCHES.every((_, index) => onOff(fields.peek(index)) !== undefined);
  if (!hasSwitches) return message(deviceTime, fix, { ...attributes, ...volts(fields) });
  for (const name of SWITCHES) readSwitch(attributes, name, fields.text());
  Object.assign(attributes, volts(fields));
  fields.skip();
  const ignition = fields.switchIfAny();
  return message(deviceTime, fix, ignition === undefined ? attributes : { ...attributes, ignition });
}

/**
 * Reads these fields in order: IMEI, timestamp, fix, kilometres, a sensor, engine minutes, cell, volts, event, its
 * reason, ignition, satellites, signal.
 */
function longReport(fields: Fields): Message {
  fields.skip();
  const deviceTime = timeIfAny(() => moment(fields.text()));
  const fix = place(fields);
  const attributes: Attributes = kilometres(fields);
  Object.assign(attributes, volts(fields));
  Object.assign(attributes, ofEvent(fields.value()));
  fields.skip();
  const ignition = fields.switchIfAny();
  const [satellites, rssi] = [fields.numberIfAny(), fields.numberIfAny()];
  return message(deviceTime, fix, {
    ...attributes,
    ...(ignition !== undefined && { ignition }),
    ...(satellites !== undefined && { satellites }),
    ...(rssi !== undefined && { rssi }),
  });
}

const message = (deviceTime: Date | null, fix: Fix | null, attributes: Attributes): Message => ({
  kind: 'report',
  deviceTime,
  fix,
  attributes,
});

const moment = (text: string) => yearFirst(text.slice(0, 6), text.slice(6));

function ofEvent(event: number): Attributes {
  const alarm = ALARMS[event];
  const ignition = IGNITION[event];
  return { event, ...(alarm !== undefined && { alarm: [alarm] }), ...(ignition !== undefined && { ignition }) };
}

/** Reads these fields in order: timestamp, "+ddmm.mmmm", "+dddmm.mmmm", knots, course; empty without a fix. */
function place(fields: Fields): Fix | null {
  const [at, lat, lon] = [fields.text(), fields.text(), fields.text()];
  const [knots, courseDeg] = [fields.numberIfAny() ?? 0, fields.numberIfAny() ?? 0];
  if (at === '' || lat === '' || lon === '') return null;
  return fixIfAny({
    time: timeIfAny(() => moment(at)),
    valid: true,
    lat: degreesMinutesIfAny(lat.slice(1), lat.startsWith('-') ? 'S' : 'N'),
    lon: degreesMinutesIfAny(lon.slice(1), lon.startsWith('-') ? 'W' : 'E'),
    speedKph: knots * KNOT_KPH,
    courseDeg,
  });
}

function kilometres(fields: Fields): Attributes {
  const km = fields.numberIfAny();
  return km === undefined ? {} : { odometerM: Math.round(km * 1000) };
}

/** The first two decimal fields after the cell: of the supply, and of the battery. */
function volts(fields: Fields): Attributes {
  const at = fields.find((field, index) => index > fields.at && field.includes('.'));
  if (at < 0) return {};
  fields.skip(at - fields.at);
  return { powerV: fields.value(), batteryV: fields.value() };
}
