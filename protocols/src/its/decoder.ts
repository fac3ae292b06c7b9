import { decodeOrFault, NOTHING_SAID } from '../tools/bad-frame.ts';
import { Fields } from '../tools/fields.ts';
import { asciiBytes, isAsciiLine, textOf } from '../tools/text.ts';
import type { Command, Decoded, Decoder, Message, Reply } from '../types.ts';
import { emergency, report } from './report.ts';

const IMEI = /^\d{15}$/;

/** One conversation with one device. `now` is what a login is answered with. */
export function newItsDecoder(now: () => Date = () => new Date()): Decoder {
  return {
    decode: (frame) => decodeOrFault(() => decodeText(textOf(frame).trim(), now())),
    encode: encodeCommand,
  };
}

const bare = (kind: Message['kind']): Message => ({ kind, deviceTime: null, fix: null, attributes: {} });

/**
 * The fields are found by what they look like, since each maker orders the first ones otherwise: the identity by its 15
 * digits, the place by its sides of the world, the time before it.
 */
function decodeText(text: string, now: Date): Decoded {
  if (!text.startsWith('$')) return { ...NOTHING_SAID, fault: 'no message of AIS-140' };
  const star = text.indexOf('*');
  const fields = new Fields(star < 0 ? text.slice(1) : text.slice(1, star));
  const at = fields.find((field) => IMEI.test(field));
  const identity = fields.field(at);
  const said: Decoded = { ...NOTHING_SAID, identities: identity === undefined ? [] : [identity] };
  const isType = (type: string) => fields.field(0) === type || (fields.field(0) === '' && fields.field(1) === type);
  if (isType('LGN')) return { ...said, messages: [bare('login')], replies: [login(now)] };
  if (isType('HBT'))
    return { ...said, messages: [bare('heartbeat')], replies: [{ when: 'now', bytes: asciiBytes('$,HBT,*') }] };
  const message = emergency(fields, at) ?? report(fields, at);
  // "01" is the type of a login in the layout that numbers its messages.
  const replies: Reply[] = isType('01') ? [{ when: 'now', bytes: asciiBytes('$,1,*') }] : [];
  return { ...said, messages: message === null ? [bare('heartbeat')] : [message], replies };
}

function login(now: Date): Reply {
  const moment = now.toISOString().replaceAll(/\D/g, '').slice(0, 14);
  return { when: 'now', bytes: asciiBytes(`$,LGN,${moment},*`) };
}

/** Commands over the air; output 1 switches the relay. */
function encodeCommand(command: Command): Uint8Array | null {
  switch (command.kind) {
    case 'text':
      return isAsciiLine(command.text) ? asciiBytes(command.text) : null;
    case 'engineStop':
      return asciiBytes('@SET#RLP,OP1,');
    case 'engineResume':
      return asciiBytes('@CLR#RLP,OP1,');
    case 'locate':
      return null;
  }
}
