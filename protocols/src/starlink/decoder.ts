import { BadFrame, decodeOrFault, NOTHING_DECODED } from '../tools/bad-frame.ts';
import { Fields } from '../tools/fields.ts';
import { textOf } from '../tools/text.ts';
import type { Decoded, Decoder } from '../types.ts';
import { report } from './report.ts';

const HEAD = '$SLU';
/** What a device sends by itself. */
const REPORT = '06';

/** One conversation with one device. Reports are not answered. */
export function newStarlinkDecoder(): Decoder {
  return { decode: (frame) => decodeOrFault(() => decodeText(textOf(frame).trim())), encode: () => null };
}

/** "$SLU" and who, what, number, report, "*" and a sum. */
function decodeText(text: string): Decoded {
  const star = text.lastIndexOf('*');
  if (!text.startsWith(HEAD) || star < 0) throw new BadFrame('no message of StarLink');
  const fields = new Fields(text.slice(HEAD.length, star));
  const identity = fields.text();
  if (identity === '') throw new BadFrame('a message of nobody');
  const decoded = { ...NOTHING_DECODED, identities: [identity] };
  const type = fields.text();
  if (type !== REPORT) {
    const reply = `${type},${fields.left > 0 ? fields.rest() : ''}`;
    return { ...decoded, messages: [{ kind: 'reply', deviceTime: null, fix: null, attributes: {}, text: reply }] };
  }
  const index = fields.value();
  const message = report(fields);
  return { ...decoded, messages: [{ ...message, attributes: { index, ...message.attributes } }] };
}
