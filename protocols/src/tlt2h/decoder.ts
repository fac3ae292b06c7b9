import { timeIfAny } from '../tools/fix.ts';
import { BadFrame, decodeOrFault } from '../tools/bad-frame.ts';
import { byWord } from '../tools/by-word.ts';
import { Fields } from '../tools/fields.ts';
import { isImei } from '../tools/imei.ts';
import { recommendedMinimum } from '../tools/nmea.ts';
import { textOf } from '../tools/text.ts';
import { dayFirst } from '../tools/units.ts';
import { readSwitch } from '../tools/switches.ts';
import type { AlarmCode, Attributes, Decoded, Decoder, Message } from '../types.ts';

/** Reasons for a report that are alarms. */
const ALARMS = byWord<AlarmCode>({
  TOWED: 'tow',
  SOS: 'sos',
  DEF: 'powerCut',
  BLP: 'lowBattery',
  CLP: 'lowPower',
  OS: 'geofenceExit',
  RS: 'geofenceEnter',
  OVERSPEED: 'overspeed',
});
/** Timed reports while the vehicle drives, and while it stands. */
const IGNITION = byWord<boolean>({ AUTO: true, AUTOSTART: true, AUTOSTOP: false, AUTOLOW: false });

const MAX_PLACES = 100;
const MAX_NETWORKS = 16;

/** Nothing is answered; commands go by SMS. */
export function newTlt2hDecoder(): Decoder {
  return { decode: (frame) => decodeOrFault(() => decodeText(textOf(frame))), encode: () => null };
}

/**
 * Reads these fields in order: the header, then lines of a cell or the battery's state, "$", and a receiver's sentence.
 */
function decodeText(text: string): Decoded {
  const [first = '', ...more] = text.split('$').slice(0, MAX_PLACES + 1);
  const cut = first.lastIndexOf('#', first.endsWith('#') ? -2 + first.length : undefined);
  const head = first.slice(0, cut).replaceAll(/[\r\n]/g, '');
  const { identity, attributes } = readHead(new Fields(head, '#'));
  const messages: Message[] = [];
  let before = first.slice(cut + 1);
  for (const part of more) {
    const [decoded = '', ...behind] = part.split('\n');
    messages.push(lineMessage(decoded.trim(), { ...attributes, ...batteryOf(before) }));
    before = behind.join('').trim().replace(/^#/, '');
  }
  return { identities: [identity], messages, replies: [] };
}

/**
 * Reads IMEI, model, password, reason of the report, and number of positions. The MT600 sends door, analogue input,
 * volts and battery volts in tenths, and degrees before the reason.
 */
function readHead(fields: Fields): { identity: string; attributes: Attributes } {
  fields.skip();
  const identity = fields.text();
  if (!isImei(identity)) throw new BadFrame('no message of TLT');
  fields.skip(2);
  const attributes: Attributes = {};
  if (fields.left > 5) {
    readSwitch(attributes, 'door', fields.text());
    const names = ['analog1V', 'powerV', 'batteryV', 'temperature1C'];
    for (const name of names) attributes[name] = fields.value() / 10;
  }
  const reason = fields.text();
  const alarm = ALARMS[reason];
  const ignition = IGNITION[reason];
  return {
    identity,
    attributes: {
      event: reason,
      ...attributes,
      ...(alarm !== undefined && { alarm: [alarm] }),
      ...(ignition !== undefined && { ignition }),
    },
  };
}

/** Two digits are tenths of a volt, four are thousandths; anything else is a cell. */
function batteryOf(before: string): Attributes {
  const text = before.trim().replace(/#$/, '');
  if (!/^(\d{2}|\d{4})$/.test(text)) return {};
  return { batteryV: Number(text) / (text.length === 2 ? 10 : 1000) };
}

function lineMessage(line: string, attributes: Attributes): Message {
  const star = line.indexOf('*');
  const fields = new Fields(star < 0 ? line : line.slice(0, star));
  const type = fields.text();
  if (type === 'WIFI') return networks(fields, attributes);
  if (!type.endsWith('RMC')) return { kind: 'report', deviceTime: null, fix: null, attributes };
  const fix = recommendedMinimum(fields);
  return { kind: 'report', deviceTime: fix?.time ?? null, fix, attributes };
}

/** Reads these fields in order: time, A, strength and address of each network, date. */
function networks(fields: Fields, attributes: Attributes): Message {
  const clock = fields.text();
  fields.skip();
  const wifi: string[] = [];
  while (fields.left > 1) {
    const strength = fields.text();
    const address = fields.text();
    if (wifi.length < MAX_NETWORKS) wifi.push(`${address.slice(0, 17)},${strength.slice(0, 5)}`);
  }
  const day = fields.textIfAny();
  const deviceTime = timeIfAny(() => dayFirst(day, clock));
  return { kind: 'report', deviceTime, fix: null, attributes: { ...attributes, wifi } };
}
