import { BadFrame, unlessBad } from '../tools/bad-frame.ts';
import { ByteReader } from '../tools/bytes.ts';
import { bareMessage, decodedFrom } from '../tools/conversation.ts';
import { textOf } from '../tools/text.ts';
import type { Decoded } from '../types.ts';
import { END, TITLE_BYTES } from './framer.ts';
import { moment } from './moment.ts';
import { report } from './report.ts';

const [REPORT, ANSWER] = ['+RPT:', '+ACK:'];
/** The device's clock, a count, the end. */
const TAIL_BYTES = 10;
/** An IMEI as numbers of two digits, the last of one. */
const IMEI_PAIRS = 7;

/**
 * Layout: as the Traccar server reads HYN600s. It acknowledges nothing, and the counts at the end of recorded frames go on
 * all the same. A clock or a place that cannot be costs no alarm.
 */
export function read(frame: Uint8Array): Decoded {
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
