/** Packets as an app sends them, by MQTT 3.1.1, chapter 3. */
import { concat } from '../tools/bytes.ts';
import { asciiBytes } from '../tools/text.ts';

const TOPIC = 'owntracks/asha/van';
/** Text preceded by its length. */
const field = (text: string): Uint8Array =>
  concat(Uint8Array.of(text.length >> 8, text.length & 0xff), asciiBytes(text));

function packet(first: number, ...parts: Uint8Array[]): Uint8Array {
  const body = concat(...parts);
  const length = body.length < 128 ? [body.length] : [(body.length & 0x7f) | 0x80, body.length >> 7];
  return concat(Uint8Array.of(first, ...length), body);
}

const WILL = '{"_type":"lwt","tst":1772352000}';
const LOCATION = '{"_type":"location","lat":20.0059,"lon":73.7898,"tst":1772352000,"vel":54,"cog":270,"batt":71}';

export const FRAMES = {
  // A retained will of quality 1, a clean session, an hour between heartbeats.
  connect: packet(0x10, field('MQTT'), Uint8Array.of(4, 0x2e, 0x0e, 0x10), field('van'), field(TOPIC), field(WILL)),
  subscribe: packet(0x82, Uint8Array.of(0, 1), field(`${TOPIC}/cmd`), Uint8Array.of(2)),
  location: packet(0x32, field(TOPIC), Uint8Array.of(0x12, 0x34), asciiBytes(LOCATION)),
  ping: packet(0xc0),
  disconnect: packet(0xe0),
};

export const SAMPLES = Object.values(FRAMES);
