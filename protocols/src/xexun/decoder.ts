import { BadFrame, decodeOrFault, unlessBad } from '../tools/bad-frame.ts';
import { decimal, Fields } from '../tools/fields.ts';
import { recommendedMinimumTimed } from '../tools/nmea.ts';
import { textOf } from '../tools/text.ts';
import { readSwitch } from '../tools/switches.ts';
import type { AlarmCode, Attributes, Decoded, Decoder } from '../types.ts';

/** Every message contains its identity, and none is answered; commands are sent only by SMS (manual, 3.24). */
export function newXexunDecoder(): Decoder {
  return { decode: (frame) => decodeOrFault(() => decodeText(textOf(frame))), encode: () => null };
}

const ALARMS: readonly (readonly [word: string, alarm: AlarmCode])[] = [
  ['help me', 'sos'],
  ['low battery', 'lowBattery'],
  ['move', 'movement'],
  ['stockade', 'geofence'],
  ['speed', 'overspeed'],
];

/**
 * Decodes an optional serial number and phone, the receiver's sentence, F or L, state, identity, and then optional
 * satellites, metres, volts, charging, …
 */
function decodeText(text: string): Decoded {
  const sentence = text.indexOf('RMC,');
  const identityAt = text.indexOf('imei:', sentence);
  if (sentence < 2 || identityAt < 0) throw new BadFrame('no message of Xexun');
  const star = text.indexOf('*', sentence);
  const signal = star < 0 ? -1 : text.indexOf(',', star);
  if (signal < 0 || signal > identityAt) throw new BadFrame('the sentence has no end');
  const fields = new Fields(text.slice(identityAt + 5).trim());
  const identity = fields.text();
  const isWhole = text.lastIndexOf(',', sentence) > 0;
  const state = text
    .slice(signal + 3, identityAt)
    .replaceAll(',', '')
    .trim()
    .toLowerCase();
  const attributes = stateOf(state);
  const altitudeM = isWhole ? rest(fields, attributes) : null;
  const timedFix = recommendedMinimumTimed(new Fields(text.slice(sentence + 4, star)), altitudeM, true);
  if (!/^\d{10,17}$/.test(identity)) throw new BadFrame('a message of nobody');
  return {
    identities: [identity],
    messages: [{ kind: 'report', ...timedFix, attributes }],
    replies: [],
  };
}

function stateOf(state: string): Attributes {
  if (state === '') return {};
  if (state === 'acc on' || state === 'accstart') return { ignition: true };
  if (state === 'acc off' || state === 'accstop') return { ignition: false };
  const alarm = ALARMS.find(([word]) => state.startsWith(word));
  return alarm === undefined ? { event: state } : { event: state, alarm: [alarm[1]] };
}

/**
 * Reads satellites, metres above sea level, "F:4.22V" (L: low) and inputs after slashes, 1 while charging, length,
 * checksum and cell, and in some models "6.21km". Returns the metres. The volts are those of the device's own supply,
 * its battery.
 */
function rest(fields: Fields, attributes: Attributes): number | null {
  if (fields.left < 3) return null;
  const satellites = fields.numberIfAny();
  if (satellites !== undefined) attributes.satellites = satellites;
  const altitudeM = fields.numberIfAny() ?? null;
  for (const part of fields.text().split('/')) {
    const volts = part.endsWith('V') ? unlessBad(() => decimal(part.slice(part.search(/[:=]/) + 1, -1))) : null;
    if (volts === null) continue;
    if (/^[FL]:/.test(part)) Object.assign(attributes, { batteryV: volts, powerV: volts });
    else if (part.startsWith('ADC')) attributes[`analog${part[3]}V`] = volts;
  }
  readSwitch(attributes, 'charging', fields.peek());
  const way = fields.field(fields.at + fields.left - 1) ?? '';
  const km = way.endsWith('km') ? unlessBad(() => decimal(way.slice(0, -2))) : null;
  if (km !== null) attributes.odometerM = Math.round(km * 1000);
  return altitudeM;
}
