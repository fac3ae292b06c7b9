import { BadFrame, unknownMessage } from '../tools/bad-frame.ts';
import { bareMessage, decodedFrom, newConversation, reportOf } from '../tools/conversation.ts';
import { Fields } from '../tools/fields.ts';
import { fixIfAny, timeIfAny } from '../tools/fix.ts';
import { newTextFramer } from '../tools/text-framer.ts';
import { textOf } from '../tools/text.ts';
import { dayFirst, degreesMinutesIfAny, KNOT_KPH } from '../tools/units.ts';
import type { Decoded, Message, StreamProtocol } from '../types.ts';
import { report } from './report.ts';

const MAX_FRAME_BYTES = 1024;

/**
 * Mictrack's narrow-band trackers (NB-IoT, LTE-M): one message per datagram. Over TCP their messages have no known end;
 * related devices that use TLT-2H or H02 have separate ports.
 */
export const mictrack: StreamProtocol = {
  kind: 'stream',
  name: 'mictrack',
  title: 'Mictrack (NB-IoT, LTE-M)',
  defaultPort: 5191,
  transports: ['udp'],
  maxFrameBytes: MAX_FRAME_BYTES,
  newFramer: () => newTextFramer(MAX_FRAME_BYTES),
  newDecoder: () => newConversation(read),
};

const REPORT = /^MT;\d{1,3};(\d{15});([A-Z]\w{0,3});/;
/** Consecutive positions, each after a dollar sign. */
const PLACES = /^(\d{15})\$/;
/** The result of a command, from a device with or without its identity. */
const OUTCOME = /^(?:(\d{15}) )?([\w ,.:-]{1,60}=[\w ,.:-]{1,60})!$/;

/**
 * Three forms that differ in their beginnings. Layouts by Traccar's public decoder, checked against recorded frames; by
 * Mictrack's protocol of the MT700 devices expect no answer.
 */
function read(frame: Uint8Array): Decoded {
  const text = textOf(frame).trim();
  const reported = REPORT.exec(text);
  if (reported !== null) {
    const [head, identity = '', kind = ''] = reported;
    const message = report(kind, text.slice(head.length));
    return message === null ? unknownMessage(kind, [identity]) : decodedFrom([identity], message);
  }
  const places = PLACES.exec(text);
  if (places !== null) {
    const messages = text.slice(places[0].length).split('$').map(place);
    return { ...decodedFrom([places[1] ?? ''], null), messages };
  }
  const outcome = OUTCOME.exec(text);
  if (outcome === null) throw new BadFrame('no message of Mictrack');
  const [, identity, decoded = ''] = outcome;
  return decodedFrom(identity === undefined ? [] : [identity], { ...bareMessage('reply'), text: decoded });
}

/** The fields of an RMC sentence, with metres above sea level before the date. */
function place(text: string): Message {
  const fields = new Fields(text);
  const clock = fields.text();
  const valid = fields.text() === 'A';
  const [lat, north, lon, east] = [fields.text(), fields.text(), fields.text(), fields.text()];
  const [knots, courseDeg] = [fields.numberIfAny() ?? 0, fields.numberIfAny() ?? 0];
  const altitudeM = fields.numberIfAny() ?? null;
  const time = timeIfAny(() => dayFirst(fields.text(), clock));
  const where = { lat: degreesMinutesIfAny(lat, north), lon: degreesMinutesIfAny(lon, east) };
  const speedKph = knots * KNOT_KPH;
  return reportOf(fixIfAny({ time, valid, ...where, altitudeM, speedKph, courseDeg }), {}, time);
}
