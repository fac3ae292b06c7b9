import { BadFrame } from '../tools/bad-frame.ts';
import { byWord } from '../tools/by-word.ts';
import { concat } from '../tools/bytes.ts';
import { bareMessage, decodedFrom, newConversation, reportOf } from '../tools/conversation.ts';
import { Fields } from '../tools/fields.ts';
import { fixIfAny, timeIfAny } from '../tools/fix.ts';
import { newTextFramer } from '../tools/text-framer.ts';
import { asciiBytes, isAsciiLine, textOf } from '../tools/text.ts';
import { dayFirst, degreesMinutesIfAny } from '../tools/units.ts';
import type { AlarmCode, Decoded, Decoder, Message, StreamProtocol } from '../types.ts';

/** An opened or closed lock, and alarms, are reported repeatedly until they are answered. */
const ANSWERED: ReadonlySet<string> = new Set(['L0', 'L1', 'W0', 'E1']);
const ALARMS = byWord<AlarmCode>({ 1: 'movement', 2: 'fallDown', 3: 'lowBattery' });

/** Creates a decoder for one connection. */
export function newXrb28Decoder(): Decoder {
  /** The maker's code, which the server's messages contain too. */
  let code = 'OM';
  return newConversation(
    (frame) => {
      const fields = new Fields(textOf(frame).trim().replace(/#$/, ''));
      if (!/^\*[A-Z]{3}R$/.test(fields.text())) throw new BadFrame('no message of XRB28');
      const [maker, identity, type] = [fields.text(), fields.text(), fields.text()];
      if (!/^[A-Z]{2}$/.test(maker) || !/^\d{15}$/.test(identity)) throw new BadFrame('a message of nobody');
      code = maker;
      return read(maker, identity, type, fields);
    },
    (command, identity) => {
      if (command.kind === 'locate') return toDevice(code, identity, 'D0');
      if (command.kind !== 'text' || !isAsciiLine(command.text)) return null;
      return toDevice(code, identity, command.text);
    },
  );
}

/** Two bytes that wake the lock, the same header with an S, the content, the end. */
const toDevice = (maker: string, identity: string, content: string) =>
  concat(Uint8Array.of(0xff, 0xff), asciiBytes(`*SCOS,${maker},${identity},${content}#\n`));

function read(maker: string, identity: string, type: string, fields: Fields): Decoded {
  const bytes = ANSWERED.has(type) ? toDevice(maker, identity, type) : null;
  return decodedFrom([identity], messageOf(type, fields), bytes === null ? [] : [{ when: 'stored', bytes }]);
}

function messageOf(type: string, fields: Fields): Message {
  switch (type) {
    case 'Q0': {
      const [batteryV, batteryPercent, rssi] = [fields.value() / 100, fields.value(), fields.value()];
      return bareMessage('heartbeat', { batteryV, batteryPercent, rssi });
    }
    case 'H0': {
      const lock = fields.numberIfAny();
      const immobilized = lock === undefined ? undefined : lock > 0;
      const [batteryV, rssi, batteryPercent] = [fields.value() / 100, fields.value(), fields.value()];
      const charging = fields.numberIfAny();
      const attributes = { immobilized, batteryV, rssi, batteryPercent };
      return bareMessage('heartbeat', charging === undefined ? attributes : { ...attributes, charging: charging > 0 });
    }
    case 'W0': {
      const alarm = ALARMS[fields.text()];
      return bareMessage('report', alarm === undefined ? {} : { alarm: [alarm] });
    }
    case 'E0':
      return bareMessage('report', { alarm: ['fault'], errorCode: fields.value() });
    case 'D0':
      return position(fields);
    default:
      return { ...bareMessage('reply'), text: fields.left > 0 ? `${type},${fields.rest()}` : type };
  }
}

/**
 * Reads these fields in order: order number of the reply, hhmmss.ss, A or V, latitude, longitude, satellites, HDOP,
 * ddmmyy, metres above sea level.
 */
function position(fields: Fields): Message {
  fields.skip();
  const clock = fields.text();
  const valid = fields.text() === 'A';
  const [lat, north, lon, east] = [fields.text(), fields.text(), fields.text(), fields.text()];
  if (lat === '' || lon === '') return bareMessage('report');
  const [satellites, hdop] = [fields.value(), fields.value()];
  const time = timeIfAny(() => dayFirst(fields.text(), clock));
  const altitudeM = fields.numberIfAny() ?? null;
  const place = { lat: degreesMinutesIfAny(lat, north), lon: degreesMinutesIfAny(lon, east) };
  return reportOf(fixIfAny({ time, valid, ...place, altitudeM }), { satellites, hdop }, time);
}

const MAX_FRAME_BYTES = 512;

/** Omni's locks for scooters and bicycles (XRB28): text over TCP. */
export const xrb28: StreamProtocol = {
  kind: 'stream',
  name: 'xrb28',
  title: 'XRB28 (Omni locks)',
  defaultPort: 5180,
  transports: ['tcp'],
  maxFrameBytes: MAX_FRAME_BYTES,
  commands: ['locate', 'text'],
  newFramer: () => newTextFramer(MAX_FRAME_BYTES, '#'),
  newDecoder: newXrb28Decoder,
};
