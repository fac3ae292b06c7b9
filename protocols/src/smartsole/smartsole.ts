import { BadFrame } from '../tools/bad-frame.ts';
import { decodedFrom, newConversation, reportOf } from '../tools/conversation.ts';
import { Fields } from '../tools/fields.ts';
import { fixUnlessNowhere, timeIfAny } from '../tools/fix.ts';
import { isImei } from '../tools/imei.ts';
import { newTextFramer } from '../tools/text-framer.ts';
import { textOf } from '../tools/text.ts';
import { yearFirst } from '../tools/units.ts';
import type { Attributes, Decoded, StreamProtocol } from '../types.ts';

const MAX_FRAME_BYTES = 1024;

/** SmartSole of GTX Corp, a tracker in an insole: text that ends with a dollar sign, over TCP. */
export const smartsole: StreamProtocol = {
  kind: 'stream',
  name: 'smartsole',
  title: 'SmartSole (GTX Corp)',
  defaultPort: 5178,
  transports: ['tcp'],
  maxFrameBytes: MAX_FRAME_BYTES,
  newFramer: () => newTextFramer(MAX_FRAME_BYTES, '$'),
  newDecoder: () => newConversation(read),
};

const START = '#GTXRP=';

/**
 * Reads these fields in order: "#GTXRP=", IMEI, type of the report, time of the fix, latitude, longitude, metres above
 * sea level, km/h, 1 with a fix, satellites, HDOP, time of the report, volts of the battery, state, "$". Source:
 * Traccar's public decoder, whose order of the coordinates is reversed according to recorded frames.
 */
function read(frame: Uint8Array): Decoded {
  const text = textOf(frame).trim();
  if (!text.startsWith(START)) throw new BadFrame('no message of SmartSole');
  const fields = new Fields(text.slice(START.length, text.endsWith('$') ? -1 : undefined));
  const identity = fields.text();
  if (!isImei(identity)) throw new BadFrame('a message of nobody');
  const event = fields.value();
  const time = timeIfAny(() => moment(fields.text()));
  const [lat, lon, altitudeM, speedKph] = [fields.value(), fields.value(), fields.value(), fields.value()];
  const valid = fields.text() === '1';
  const attributes: Attributes = { event, satellites: fields.value(), hdop: fields.value() };
  const sentAt = fields.textIfAny();
  const deviceTime = timeIfAny(() => moment(sentAt));
  attributes.batteryV = fields.value();
  attributes.status = fields.value();
  return decodedFrom(
    [identity],
    reportOf(fixUnlessNowhere({ time, valid, lat, lon, altitudeM, speedKph }), attributes, deviceTime),
  );
}

/** yymmddhhmmss. */
const moment = (text: string) => yearFirst(text.slice(0, 6), text.slice(6));
