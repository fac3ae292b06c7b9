import { BadFrame } from '../tools/bad-frame.ts';
import { bareMessage, decodedFrom, newConversation, reportOf } from '../tools/conversation.ts';
import { Fields, hexadecimalIfAny } from '../tools/fields.ts';
import { fixUnlessNowhere, timeIfAny } from '../tools/fix.ts';
import { newTextFramer } from '../tools/text-framer.ts';
import { asciiBytes, isAsciiLine, textOf } from '../tools/text.ts';
import { secondText, yearFirst } from '../tools/units.ts';
import type { AlarmCode, Attributes, Decoded, Decoder, Message, StreamProtocol } from '../types.ts';

/** Maker, IMEI, number of the message, length of its content. */
const HEAD = /^(S\d{3})#(\d{15,16})#([0-9a-fA-F]{4})#[0-9a-fA-F]{1,4}#/;
/** The number of a message initiated by the server. */
const UNNUMBERED = '0000';
const FULL_TURN = 360;
const MAX_NETWORKS = 16;
/** Bits of ALERT; others have no meaning in the manual. */
const ALARMS: readonly (readonly [bit: number, alarm: AlarmCode])[] = [
  [0, 'lowBattery'],
  [1, 'sos'],
  [2, 'vibration'],
];

const frameOf = (maker: string, identity: string, number: string, content: string) =>
  asciiBytes(`${maker}#${identity}#${number}#${content.length.toString(16).padStart(4, '0')}#${content}$`);

/**
 * A header, then groups "name:values;", of which the first one is the type of the message. By the maker's manual as
 * public implementations of HCS048 and UniGuard have it. Creates a reader that puts the current time into its answers.
 */
export const newReader =
  (now: () => Date = () => new Date()) =>
  (frame: Uint8Array): Decoded => {
    const text = textOf(frame).trim();
    const head = HEAD.exec(text);
    if (head === null) throw new BadFrame('no message of S168');
    const [whole, maker = '', identity = '', number = ''] = head;
    const content = text.slice(whole.length, text.endsWith('$') ? -1 : undefined);
    const groups = groupsOf(content);
    const decoded = (message: Message, answer: string, when: 'now' | 'stored') =>
      decodedFrom([identity], message, [{ when, bytes: frameOf(maker, identity, number, answer) }]);
    switch (/^[A-Z]+/.exec(content)?.[0]) {
      case 'LOCA':
        return decoded(placeOf(groups), 'ACK^LOCA', 'stored');
      case 'SYNC':
        return decoded(bareMessage('heartbeat', stateOf(groups)), `ACK^SYNC,${secondText(now())}`, 'now');
      case 'INFO':
        return decoded(bareMessage('login', cardOf(groups)), `ACK^INFO,${secondText(now())}`, 'now');
      case 'RET':
        return decodedFrom([identity], { ...bareMessage('reply'), text: content.slice('RET,'.length) });
      default:
        throw new BadFrame(`a message "${content.slice(0, 20)}"`);
    }
  };

/** Commands use the maker's name that the device sent last: makers can choose theirs. */
function newS168Decoder(): Decoder {
  const read = newReader();
  let maker = 'S168';
  return newConversation(
    (frame) => {
      const decoded = read(frame);
      maker = textOf(frame).trim().slice(0, maker.length);
      return decoded;
    },
    (command, identity) => {
      if (command.kind === 'locate') return frameOf(maker, identity, UNNUMBERED, 'JUST');
      const isText = command.kind === 'text' && isAsciiLine(command.text) && !/[#$]/.test(command.text);
      return isText ? frameOf(maker, identity, UNNUMBERED, command.text) : null;
    },
  );
}

type Groups = ReadonlyMap<string, string>;

function groupsOf(content: string): Groups {
  const groups = new Map<string, string>();
  for (const group of content.split(';')) {
    const colon = group.indexOf(':');
    if (colon > 0) groups.set(group.slice(0, colon), group.slice(colon + 1));
  }
  return groups;
}

/**
 * Reads these fields in order: fix, satellites, yymmddhhmmss, latitude, longitude, km/h, course, metres; zeros if there
 * never was a position, or a time. Times are taken as UTC, to which the answers set the clock.
 */
function placeOf(groups: Groups): Message {
  const attributes: Attributes = { ...stateOf(groups), ...alarmsOf(groups), ...networksOf(groups) };
  const place = groups.get('GDATA');
  if (place === undefined) return reportOf(null, attributes);
  const fields = new Fields(place);
  const valid = fields.text() === 'A';
  attributes.satellites = fields.value();
  const moment = fields.textIfAny();
  const time = timeIfAny(() => yearFirst(moment.slice(0, 6), moment.slice(6)));
  const [lat, lon, speedKph] = [fields.value(), fields.value(), fields.value()];
  const [course, altitudeM] = [fields.value(), fields.value()];
  // Some devices send 998 for an unknown course.
  const courseDeg = course < FULL_TURN ? course : 0;
  const fix = fixUnlessNowhere({ time, valid, lat, lon, altitudeM, speedKph, courseDeg });
  return reportOf(fix, attributes, time);
}

/** Reads these fields in order: percent of the battery and of the signal. */
function stateOf(groups: Groups): Attributes {
  const state = new Fields(groups.get('STATUS') ?? '');
  const [batteryPercent, rssi] = [state.decimalAt(0), state.decimalAt(1)];
  return { ...(batteryPercent !== undefined && { batteryPercent }), ...(rssi !== undefined && { rssi }) };
}

function alarmsOf(groups: Groups): Attributes {
  const bits = hexadecimalIfAny(groups.get('ALERT')) ?? 0;
  const alarm = ALARMS.filter(([bit]) => ((bits >>> bit) & 1) === 1).map(([, code]) => code);
  return alarm.length > 0 ? { alarm } : {};
}

/** Reads the number of networks, then address and strength of each. */
function networksOf(groups: Groups): Attributes {
  const fields = new Fields(groups.get('WIFI') ?? '');
  const count = Math.min(fields.decimalAt(0) ?? 0, MAX_NETWORKS);
  fields.skip();
  const wifi: string[] = [];
  while (wifi.length < count && fields.left >= 2) {
    const address = fields.text().replaceAll('-', ':');
    wifi.push(`${address.slice(0, 17)},${fields.text().slice(0, 5)}`);
  }
  return wifi.length > 0 ? { wifi } : {};
}

function cardOf(groups: Groups): Attributes {
  const iccid = /^[0-9A-F]{18,20}$/.exec(groups.get('ICCID') ?? '')?.[0];
  return iccid === undefined ? {} : { iccid };
}

const MAX_FRAME_BYTES = 2048;

/** Trackers for people and animals with the protocol "S168" (UniGuard, HCS048 and similar): text over TCP. */
export const s168: StreamProtocol = {
  kind: 'stream',
  name: 's168',
  title: 'S168 (UniGuard, HCS048)',
  defaultPort: 5204,
  transports: ['tcp'],
  maxFrameBytes: MAX_FRAME_BYTES,
  commands: ['locate', 'text'],
  phrases: { restart: 'REBOOT' },
  newFramer: () => newTextFramer(MAX_FRAME_BYTES, '$'),
  newDecoder: newS168Decoder,
};
