import { BadFrame, UnknownType } from '../tools/bad-frame.ts';
import { bareMessage, decodedFrom, newConversation, reportOf } from '../tools/conversation.ts';
import { Fields } from '../tools/fields.ts';
import { fixIfAny, timeIfAny } from '../tools/fix.ts';
import { isTextBlank, newStreamFramer } from '../tools/stream-framer.ts';
import { untilWord } from '../tools/text-framer.ts';
import { asciiBytes, textOf } from '../tools/text.ts';
import { digits, utc } from '../tools/units.ts';
import type { Attributes, Decoded, Message, StreamProtocol } from '../types.ts';

const MAX_FRAME_BYTES = 1400;

/** RST's RST-MINI trackers from Brazil: text over UDP, each message answered. */
export const rst: StreamProtocol = {
  kind: 'stream',
  name: 'rst',
  title: 'RST (RST-MINI)',
  defaultPort: 5196,
  transports: ['udp'],
  maxFrameBytes: MAX_FRAME_BYTES,
  newFramer: () => newStreamFramer(MAX_FRAME_BYTES, untilWord(['FIM;']), isTextBlank),
  newDecoder: () => newConversation(read),
};

/** Types of messages: a driver's card, a reply to a command, a journey. */
const [DRIVER, ANSWER, JOURNEY] = [55, 134, 29];
/** Bit of the second inputs. */
const IGNITION = 7;
const MOMENT = /^\d\d-\d\d-\d{4} \d\d:\d\d:\d\d$/;

/**
 * Reads these fields in order: "RST", L if live, model, firmware, serial number, a count, type, its content, "FIM".
 */
function read(frame: Uint8Array): Decoded {
  const fields = new Fields(textOf(frame).trim(), ';');
  if (fields.text() !== 'RST') throw new BadFrame('no message of RST');
  const way = fields.text();
  const [model, firmware, serial, count] = [fields.text(), fields.text(), fields.text(), fields.text()];
  if (!/^\d{9}$/.test(serial) || !/^\d{1,9}$/.test(count)) throw new BadFrame('a message of nobody');
  const type = fields.value();
  const message = messageOf(type, way === 'A', fields);
  // Journey statistics are a known type, but are not read.
  if (message === null && type !== JOURNEY) throw new UnknownType(String(type), [serial]);
  const bytes = asciiBytes(`RST;A;${model};${firmware};${serial};${count};6;FIM;`);
  return decodedFrom([serial], message, [{ when: 'stored', bytes }]);
}

function messageOf(type: number, archived: boolean, fields: Fields): Message | null {
  if (type === ANSWER) return { ...bareMessage('reply'), text: String(type) };
  // Journey analyses begin like a position and continue differently.
  if (!MOMENT.test(fields.peek() ?? '') || !/^[01]$/.test(fields.peek(7) ?? '')) return null;
  const message = position(fields);
  if (type === DRIVER && fields.left > 0 && fields.peek() !== '') message.attributes.driverTag = fields.text();
  if (archived) message.attributes.archived = true;
  message.attributes.event = type;
  return message;
}

const signedByte = (byte: number) => (byte > 0x7f ? byte - 0x100 : byte);

const moment = (text: string) =>
  utc(
    digits(text, 6, 4),
    digits(text, 3, 2),
    digits(text, 0, 2),
    digits(text, 11, 2),
    digits(text, 14, 2),
    digits(text, 17, 2),
  );

/**
 * Reads these fields in order: the time, the fix's time, latitude, longitude, km/h, course, metres above sea level, 1
 * if valid, satellites, HDOP, three times inputs and twice outputs in hex, volts of the supply and of the battery,
 * metres, signal, degrees, sensors, status.
 */
function position(fields: Fields): Message {
  const [sentAt, fixedAt] = [fields.text(), fields.text()];
  const [deviceTime, time] = [timeIfAny(() => moment(sentAt)), timeIfAny(() => moment(fixedAt))];
  const [lat, lon, speedKph, courseDeg] = [fields.value(), fields.value(), fields.value(), fields.value()];
  const [altitudeM, valid] = [fields.value(), fields.text() === '1'];
  const [satellites, hdop] = [fields.value(), fields.value()];
  const [inputs1, inputs2, inputs3] = [fields.hexIfAny(), fields.hexIfAny(), fields.hexIfAny()];
  const [outputs1, outputs2] = [fields.hexIfAny(), fields.hexIfAny()];
  const attributes: Attributes = {
    satellites,
    hdop,
    inputs1,
    inputs2,
    inputs3,
    ignition: inputs2 === undefined ? undefined : ((inputs2 >> IGNITION) & 1) === 1,
    outputs1,
    outputs2,
    powerV: fields.value(),
    batteryV: fields.value(),
    odometerM: fields.value(),
    rssi: fields.value(),
    temperature1C: signedByte(fields.hexValue()),
  };
  fields.skip();
  attributes.status = fields.hexValue() * 0x100 + fields.hexValue();
  return reportOf(fixIfAny({ time, valid, lat, lon, altitudeM, speedKph, courseDeg }), attributes, deviceTime);
}
