import { decodeOrFault, NOTHING_SAID } from '../tools/bad-frame.ts';
import { byWord } from '../tools/by-word.ts';
import { Fields } from '../tools/fields.ts';
import { asciiBytes, isAsciiLine, textOf } from '../tools/text.ts';
import type { AlarmCode, Command, Decoded, Decoder, Message, Reply } from '../types.ts';
import { findPosition, packedPosition } from './packed-position.ts';
import { pack } from './pack.ts';
import { battery, cellsOnly, partedPosition } from './parted.ts';

/** Devices of the older layout write identity and type without a comma; both have a fixed width. */
const IDENTITY_DIGITS = 12;
const TYPE_LENGTH = 4;
const IDENTITY = /^\d{10,17}$/;
const COMMANDS = { engineStop: 'AV010', engineResume: 'AV011', locate: 'AP00' } as const;

/** Alarms of BO01, by their digit (protocol, "alarm message"). */
const ALARMS = byWord<AlarmCode>({
  '0': 'powerCut',
  '1': 'accident',
  '2': 'sos',
  '3': 'vibration',
  '4': 'lowspeed',
  '5': 'overspeed',
  '6': 'geofence',
});

/** One conversation with one device. */
export function newTk103Decoder(): Decoder {
  let identity: string | null = null;
  return {
    decode: (frame) =>
      decodeOrFault(() => {
        const said = decodeText(textOf(frame).trim());
        identity = said.identities[0] ?? identity;
        return said;
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

const said = (identities: string[], message: Message | null, replies: Reply[] = []): Decoded => ({
  identities: identities.filter((identity) => IDENTITY.test(identity)),
  messages: message === null ? [] : [message],
  replies,
});

const HEARTBEAT: Message = { kind: 'heartbeat', deviceTime: null, fix: null, attributes: {} };

/** identity type … without commas between. */
function packed(content: string): Decoded {
  // Some devices lose the first digit.
  const digits = /^\d{11}[A-Z]/.test(content) ? IDENTITY_DIGITS - 1 : IDENTITY_DIGITS;
  const identity = content.slice(0, digits);
  if (!IDENTITY.test(identity)) return { ...NOTHING_SAID, fault: 'no message of TK103' };
  const type = content.slice(digits, digits + TYPE_LENGTH);
  const body = content.slice(digits + TYPE_LENGTH);
  const answer = (text: string): Reply[] => [{ when: 'now', bytes: asciiBytes(`(${identity}${text})`) }];
  const at = findPosition(body);
  const message = at < 0 ? null : packedPosition(body, at);
  switch (type) {
    // Handshake and login; the second carries the IMEI too.
    case 'BP00':
      return said([identity], { ...HEARTBEAT, kind: 'login' }, answer('AP01HSO'));
    case 'BP05':
      return said([identity, body.slice(0, 15)], message ?? { ...HEARTBEAT, kind: 'login' }, answer('AP05'));
    case 'BO01': {
      const code = body.slice(0, 1);
      return said([identity], withAlarm(message, ALARMS[code]), answer(`AS01${code}`));
    }
    case 'BS50':
      return said([identity], pack(body) ?? HEARTBEAT);
    // "ALARM", what is watched, its value: 1 is the speed.
    case 'BQ81':
      return said([identity], withAlarm(message, body.split(',')[2] === '1' ? 'overspeed' : 'general'));
    default:
      return said([identity], message ?? HEARTBEAT);
  }
}

function withAlarm(message: Message | null, alarm: AlarmCode | undefined): Message | null {
  if (message === null || alarm === undefined) return message;
  return { ...message, attributes: { ...message.attributes, alarm: [alarm] } };
}

/** identity, type, … with commas between. */
function parted(content: string): Decoded {
  const fields = new Fields(content);
  const identity = fields.text();
  const type = fields.text();
  if (type === 'ZC20') return said([identity], battery(fields));
  if (type === 'ZC03') {
    fields.skip(2);
    return said([identity], { ...HEARTBEAT, kind: 'reply', text: fields.rest().replaceAll('$', '') });
  }
  return said([identity], partedPosition(type, fields) ?? cellsOnly(type, fields) ?? HEARTBEAT);
}

function encodeCommand(command: Command, identity: string | null): Uint8Array | null {
  if (command.kind === 'text') return isAsciiLine(command.text) ? asciiBytes(command.text) : null;
  return identity === null ? null : asciiBytes(`(${identity}${COMMANDS[command.kind]})`);
}
