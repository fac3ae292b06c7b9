import { BadFrame, unlessBad } from '../tools/bad-frame.ts';
import { ByteReader } from '../tools/bytes.ts';
import { bareMessage, decodedFrom, newConversation } from '../tools/conversation.ts';
import { type Measure, NEEDS_MORE_BYTES, newStreamFramer, untilStart } from '../tools/stream-framer.ts';
import { textOf } from '../tools/text.ts';
import type { Decoded, StreamProtocol } from '../types.ts';
import { moment } from './moment.ts';
import { report } from './report.ts';

const [START, END] = [0x2b, 0x23];
/** A plus, three letters and a colon. */
const TITLE_BYTES = 5;
const [COLON, COUNT_BYTES] = [0x3a, 2];
/** The size of the shortest frame: title, length of the frame, identity, model, time, count, end. */
const MIN_BYTES = 26;
const MAX_FRAME_BYTES = 2048;

const isStart = (byte: number) => byte === START;

const measure: Measure = (bytes, at, end) => {
  if (!isStart(bytes[at] ?? 0)) return untilStart(bytes, at, end, isStart);
  const colon = at + TITLE_BYTES - 1;
  if (colon < end && bytes[colon] !== COLON) return untilStart(bytes, at, end, isStart);
  if (at + TITLE_BYTES + COUNT_BYTES > end) return NEEDS_MORE_BYTES;
  const length = (bytes[at + TITLE_BYTES] ?? 0) * 0x100 + (bytes[at + TITLE_BYTES + 1] ?? 0);
  if (length < MIN_BYTES || length > MAX_FRAME_BYTES) return untilStart(bytes, at, end, isStart);
  if (at + length > end) return NEEDS_MORE_BYTES;
  return bytes[at + length - 1] === END ? length : untilStart(bytes, at, end, isStart);
};

export const newHyn600Framer = () => newStreamFramer(MAX_FRAME_BYTES, measure);

/** HYN600: binary reports with a title over TCP. */
export const hyn600: StreamProtocol = {
  kind: 'stream',
  name: 'hyn600',
  title: 'HYN600',
  defaultPort: 5258,
  transports: ['tcp'],
  maxFrameBytes: MAX_FRAME_BYTES,
  newFramer: newHyn600Framer,
  newDecoder: () => newConversation(read),
};

const [REPORT, ANSWER] = ['+RPT:', '+ACK:'];
/** The size of these fields: the device's time, a count, the end. */
const TAIL_BYTES = 10;
/** An IMEI as two-digit numbers, the last of one digit. */
const IMEI_PAIRS = 7;

/**
 * Layout as in the Traccar server's decoder for HYN600. It acknowledges nothing, and the counts at the end of recorded
 * frames continue regardless. An impossible time or position does not cost the alarm.
 */
function read(frame: Uint8Array): Decoded {
  const title = textOf(frame.subarray(0, TITLE_BYTES));
  const end = frame.length - TAIL_BYTES;
  if ((title !== REPORT && title !== ANSWER) || frame.at(-1) !== END) throw new BadFrame('no frame of a HYN600');
  const reader = new ByteReader(frame, TITLE_BYTES, end);
  const length = reader.u16();
  if (length !== frame.length) throw new BadFrame(`a frame of ${frame.length} bytes says ${length}`);
  const imei = identity(reader);
  reader.skip(1);
  const deviceTime = unlessBad(() => moment(new ByteReader(frame, end)));
  if (title === REPORT) return { identities: [imei], messages: report(reader, deviceTime), replies: [] };
  return decodedFrom([imei], { ...bareMessage('reply'), deviceTime, text: reader.text(reader.remaining) });
}

function identity(reader: ByteReader): string {
  let imei = '';
  for (let pair = 0; pair < IMEI_PAIRS; pair += 1) imei += String(reader.u8()).padStart(2, '0');
  imei += reader.u8();
  if (imei.length !== 2 * IMEI_PAIRS + 1) throw new BadFrame(`"${imei}" is no IMEI`);
  return imei;
}
