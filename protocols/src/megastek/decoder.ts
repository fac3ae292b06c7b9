import { BadFrame, decodeOrFault } from '../tools/bad-frame.ts';
import { asciiBytes, isAsciiLine, textOf } from '../tools/text.ts';
import type { Decoded, Decoder } from '../types.ts';
import { newerReport } from './newer.ts';
import { olderReport } from './older.ts';

const NEWER = '$MGV';
/** How commands go to a device, and how it answers them. */
const COMMAND = '$GPRS,';
const OLDER = /^(LOG)?STX/;
const IDENTITY = /^\d{10,16}$/;

/** One conversation with one device. The protocol acknowledges nothing; commands are texts of its manual. */
export function newMegastekDecoder(): Decoder {
  return {
    decode: (frame) => decodeOrFault(() => decodeText(textOf(frame).trim())),
    encode: (command) =>
      command.kind === 'text' && isAsciiLine(command.text) ? asciiBytes(`${command.text}\r\n`) : null,
  };
}

function decodeText(text: string): Decoded {
  if (OLDER.test(text)) {
    const { identities, message } = olderReport(text);
    return { identities, messages: [message], replies: [] };
  }
  // Its length may stand before it.
  const at = text.indexOf('$');
  const content = text.slice(Math.max(0, at));
  if (content.startsWith(COMMAND)) {
    const [identity = '', ...answer] = content.slice(COMMAND.length).split(/[,;]/);
    const decoded = answer.filter((part) => part !== '' && part !== '!').join(',');
    return {
      identities: IDENTITY.test(identity) ? [identity] : [],
      messages: [{ kind: 'reply', deviceTime: null, fix: null, attributes: {}, text: decoded }],
      replies: [],
    };
  }
  if (!content.startsWith(NEWER)) throw new BadFrame('no message of Megastek');
  const { identity, message } = newerReport(content);
  return { identities: IDENTITY.test(identity) ? [identity] : [], messages: [message], replies: [] };
}
