import { BadFrame, UnknownType } from '../tools/bad-frame.ts';
import { bareMessage, decodedFrom, newConversation } from '../tools/conversation.ts';
import { Fields } from '../tools/fields.ts';
import { timed, timeIfAny } from '../tools/fix.ts';
import { isTextBlank, newStreamFramer } from '../tools/stream-framer.ts';
import { readSwitch } from '../tools/switches.ts';
import { untilWord } from '../tools/text-framer.ts';
import { textOf } from '../tools/text.ts';
import { yearFirst } from '../tools/units.ts';
import type { AlarmCode, Attributes, Decoded, StreamProtocol } from '../types.ts';

const MAX_FRAME_BYTES = 1024;

/** C2STEK's trackers: text between "PA$" and "$AP", over TCP. */
export const c2stek: StreamProtocol = {
  kind: 'stream',
  name: 'c2stek',
  title: 'C2STEK (FL series)',
  defaultPort: 5181,
  transports: ['tcp'],
  maxFrameBytes: MAX_FRAME_BYTES,
  newFramer: () => newStreamFramer(MAX_FRAME_BYTES, untilWord(['$AP']), isTextBlank),
  newDecoder: () => newConversation(read),
};

const FRAME = /^PA\$(\d{10,16})\$(.*)\$AP$/s;
const ALIVE = '20';
/** A letter before the fields of a position. */
const POSITION = /^[A-Z]#/;
/**
 * One digit each for door and ignition; newer devices send a digit before them that states whether the device is armed.
 */
const SWITCHES = /^([01])?([01])([01])$/;
const ALARMS: Readonly<Record<number, AlarmCode>> = {
  0x2: 'vibration',
  0x3: 'powerCut',
  0x4: 'overspeed',
  0x5: 'sos',
  0x6: 'door',
  0xa: 'lowBattery',
  0xb: 'fault',
};

/**
 * Reads a frame between "PA$" and "$AP". After the IMEI comes either "$20", a heartbeat that must be echoed, or a
 * position: "$", a letter, yymmdd, hhmmss, 1 with a fix, latitude, longitude, km/h, course, metres above sea level,
 * thousandths of volts of the battery, geofence, alarm, switches, more. Source: Traccar's public decoder and recorded
 * frames.
 */
function read(frame: Uint8Array): Decoded {
  const [, identity = '', content = ''] = FRAME.exec(textOf(frame).trim()) ?? [];
  if (identity === '') throw new BadFrame('no message of C2STEK');
  if (content === ALIVE) return decodedFrom([identity], bareMessage('heartbeat'), [{ when: 'now', bytes: frame }]);
  if (!POSITION.test(content)) throw new UnknownType(content.split(/[#$]/, 1)[0] ?? '', [identity]);
  const fields = new Fields(content, '#');
  fields.skip();
  const [day, clock] = [fields.textIfAny(), fields.textIfAny()];
  const time = timeIfAny(() => yearFirst(day, clock));
  const valid = fields.textIfAny() === '1';
  const [lat, lon, speedKph] = [fields.value(), fields.value(), fields.value()];
  const [courseDeg, altitudeM] = [fields.value(), fields.value()];
  const attributes: Attributes = {};
  const batteryV = fields.value() / 1000;
  // A device that does not measure it reports zeros.
  if (batteryV > 0) attributes.batteryV = batteryV;
  fields.skip();
  const alarm = ALARMS[fields.hexIfAny() ?? 0];
  if (alarm !== undefined) attributes.alarm = [alarm];
  const [, armed, door, ignition] = SWITCHES.exec(fields.textIfAny()) ?? [];
  readSwitch(attributes, 'armed', armed);
  readSwitch(attributes, 'door', door);
  readSwitch(attributes, 'ignition', ignition);
  const place = { valid, lat, lon, altitudeM, speedKph, courseDeg };
  return decodedFrom([identity], { kind: 'report', ...timed(time, place), attributes });
}
