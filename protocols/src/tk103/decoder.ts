import { BadFrame, decodeOrFault, UnknownType } from '../tools/bad-frame.ts';
import { byWord } from '../tools/by-word.ts';
import { Fields } from '../tools/fields.ts';
import { asciiBytes, isAsciiLine, textOf } from '../tools/text.ts';
import type { AlarmCode, Command, Decoded, Decoder, Message, Reply } from '../types.ts';
import { findPosition, loosePosition, packedPosition } from './packed-position.ts';
import { busPack, pack } from './pack.ts';
import { battery, cellsOnly, partedPosition } from './parted.ts';

/**
 * Devices of the older layout send identity and type without a comma. The identity has 12 digits, or 15 if it is the
 * IMEI; some devices lose the first digit. A type begins with a letter.
 */
const PACKED_IDENTITY = /^(?:\d{10,17}|[0-9A-Z]{12})(?=[A-Z]{2}[0-9A-Z]{2})/;
const TYPE_LENGTH = 4;
/**
 * Replies to commands (protocol, "B" and the command's own letter), surrounding cells, the batteries of a two-wheeler.
 */
const PLACELESS = /^(?:B[PSTUVX]\d\d|BZ00)$/;
/** Alarms, states and cells of the newer layout. */
const PARTED_PLACELESS = /^(?:ZC|DW)[0-9A-F]{2}$/;
const IDENTITY = /^(?:\d{10,17}|[0-9A-Z]{12})$/;
const COMMANDS = { engineStop: 'AV010', engineResume: 'AV011', locate: 'AP00' } as const;

/** Alarms of BO01, by their digit (protocol, "alarm message"). */
const ALARMS = byWord<AlarmCode>({
  '0': 'powerCut',
  '1': 'accident',
  '2': 'sos',
  '3': 'vibration',
  '4': 'lowspeed',
  '5': 'overspeed',
  '6': 'geofenceExit',
});

/** The values monitored by BQ81, by its digit. */
const WATCHED = byWord<AlarmCode>({
  '0': 'lowBattery',
  '1': 'overspeed',
  '2': 'idle',
  '3': 'hardAcceleration',
  '4': 'hardBraking',
  '5': 'temperature',
});

/** Creates a decoder for one connection. */
export function newTk103Decoder(): Decoder {
  let identity: string | null = null;
  return {
    decode: (frame) =>
      decodeOrFault(() => {
        const decoded = decodeText(textOf(frame).trim());
        identity = decoded.identities[0] ?? identity;
        return decoded;
      }),
    encode: (command) => encodeCommand(command, identity),
  };
}

function decodeText(text: string): Decoded {
  const start = text.lastIndexOf('(') + 1;
  const end = text.indexOf(')', start);
  const content = text.slice(start, end < 0 ? text.length : end);
  const comma = content.indexOf(',');
  if (IDENTITY.test(content.slice(0, comma))) return parted(content);
  return packed(content);
}

const decodedOf = (identities: string[], message: Message | null, replies: Reply[] = []): Decoded => ({
  identities: identities.filter((identity) => IDENTITY.test(identity)),
  messages: message === null ? [] : [message],
  replies,
});

const HEARTBEAT: Message = { kind: 'heartbeat', deviceTime: null, fix: null, attributes: {} };
const EMPTY_REPORT: Message = { ...HEARTBEAT, kind: 'report' };

/** identity type … without commas between. */
function packed(content: string): Decoded {
  const identity = PACKED_IDENTITY.exec(content)?.[0];
  if (identity === undefined) throw new BadFrame('no message of TK103');
  const type = content.slice(identity.length, identity.length + TYPE_LENGTH);
  const body = content.slice(identity.length + TYPE_LENGTH);
  const answer = (text: string): Reply[] => [{ when: 'now', bytes: asciiBytes(`(${identity}${text})`) }];
  const at = findPosition(body);
  const message = at < 0 ? loosePosition(body) : packedPosition(body, at);
  switch (type) {
    // Handshake and login; the second contains the IMEI too.
    case 'BP00':
      return decodedOf([identity], { ...HEARTBEAT, kind: 'login' }, answer('AP01HSO'));
    case 'BP05':
      return decodedOf([identity, body.slice(0, 15)], message ?? { ...HEARTBEAT, kind: 'login' }, answer('AP05'));
    case 'BO01': {
      const code = body.slice(0, 1);
      return decodedOf([identity], withAlarm(message ?? EMPTY_REPORT, ALARMS[code]), answer(`AS01${code}`));
    }
    case 'BS50':
      return decodedOf([identity], pack(body) ?? HEARTBEAT);
    case 'BS51':
      return decodedOf([identity], busPack(body) ?? HEARTBEAT);
    // The vehicle identification number.
    case 'BV00':
      return decodedOf([identity], { ...EMPTY_REPORT, attributes: vinOf(body) });
    // "ALARM", the monitored quantity, its value.
    case 'BQ81':
      return decodedOf([identity], withAlarm(message ?? EMPTY_REPORT, WATCHED[body.split(',')[2] ?? ''] ?? 'general'));
    default:
      if (message === null && !PLACELESS.test(type)) throw new UnknownType(type, [identity]);
      return decodedOf([identity], message ?? HEARTBEAT);
  }
}

/** 17 characters, none of which is I, O or Q (ISO 3779). */
const vinOf = (body: string) => (/^[A-HJ-NPR-Z0-9]{17}$/.test(body) ? { vin: body } : {});

function withAlarm(message: Message, alarm: AlarmCode | undefined): Message {
  if (alarm === undefined) return message;
  return { ...message, attributes: { ...message.attributes, alarm: [alarm] } };
}

/** Reads these fields in order: identity, type, … with commas between. */
function parted(content: string): Decoded {
  const fields = new Fields(content);
  const identity = fields.text();
  const type = fields.text();
  if (type === 'ZC20') return decodedOf([identity], battery(fields));
  if (type === 'ZC03') {
    fields.skip(2);
    return decodedOf([identity], { ...HEARTBEAT, kind: 'reply', text: fields.rest().replaceAll('$', '') });
  }
  const message = partedPosition(type, fields) ?? cellsOnly(type, fields);
  if (message === null && !PARTED_PLACELESS.test(type)) throw new UnknownType(type, [identity]);
  return decodedOf([identity], message ?? HEARTBEAT);
}

function encodeCommand(command: Command, identity: string | null): Uint8Array | null {
  if (command.kind === 'text') return isAsciiLine(command.text) ? asciiBytes(command.text) : null;
  return identity === null ? null : asciiBytes(`(${identity}${COMMANDS[command.kind]})`);
}
