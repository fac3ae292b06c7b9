import { decodeOrFault, NOTHING_DECODED, UnknownType } from '../tools/bad-frame.ts';
import { NO_ENGINE_REPLIES } from '../tools/engine-reply.ts';
import { isImei } from '../tools/imei.ts';
import { asciiBytes, isAsciiLine, textOf } from '../tools/text.ts';
import type { Command, Decoded, Decoder, DescribedFrames, Message, Reply, StreamProtocol } from '../types.ts';
import { findLayout, metresDriven } from './find-layout.ts';
import { MAX_FRAME_BYTES, newItsFramer } from './framer.ts';
import { fieldsOf, repliesTo } from './profile.ts';
import { readLayout } from './read-layout.ts';

/** AIS-140, India's standard for vehicle location, in the layouts of its many makers, over TCP. */
export const its: StreamProtocol = {
  kind: 'stream',
  name: 'its',
  title: 'AIS-140 (India)',
  defaultPort: 5179,
  transports: ['tcp'],
  maxFrameBytes: MAX_FRAME_BYTES,
  commands: ['engineStop', 'engineResume', 'text'],
  engineReplies: NO_ENGINE_REPLIES,
  phrases: {
    output: { numbers: [1, 2], relay: 1, write: (number, on) => `@${on ? 'SET' : 'CLR'}#RLP,OP${number},` },
    // Parameter EO of the standard; the second in the format of this protocol's other commands.
    releaseEmergency: ['CLR EO', '@CLR#EO,', 'SET EO'],
  },
  newFramer: newItsFramer,
  takesLayouts: true,
  newDecoder: (_transport, described) => newItsDecoder(undefined, described?.frames),
};

/** Creates a decoder for one connection. `now` is the time in the answer to a login. */
export function newItsDecoder(now: () => Date = () => new Date(), described?: DescribedFrames): Decoder {
  return {
    decode: (frame) => decodeOrFault(() => decode(textOf(frame).trim(), now(), described)),
    encode: encodeCommand,
  };
}

const bare = (kind: Message['kind']): Message => ({ kind, deviceTime: null, fix: null, attributes: {} });

/**
 * Decodes by the profile created by the user for such frames, otherwise by the standard: a profile that does not match
 * does not affect a frame that can be read without it.
 */
function decode(text: string, now: Date, described: DescribedFrames | undefined): Decoded {
  const start = text.indexOf('$');
  if (start > 0) return decode(text.slice(start), now, described);
  if (start < 0) return { ...NOTHING_DECODED, fault: 'no message of AIS-140' };
  const reported = described?.read(text, now) ?? null;
  if (reported && reported.fault === undefined) return reported;
  const decoded = decodeOrFault(() => decodeStandard(text, now));
  return reported && decoded.identities.length === 0 ? reported : decoded;
}

/**
 * The fields are recognised by their format, since each maker orders the first ones differently: the identity by its 15
 * digits, the position by its hemispheres, and the time before it.
 */
function decodeStandard(text: string, now: Date): Decoded {
  const fields = fieldsOf(text, ',');
  const at = fields.find(isImei);
  const identity = fields.field(at);
  const decoded: Decoded = { ...NOTHING_DECODED, identities: identity === undefined ? [] : [identity] };
  const isType = (type: string) => fields.field(0) === type || (fields.field(0) === '' && fields.field(1) === type);
  if (isType('LGN')) return { ...decoded, messages: [bare('login')], replies: repliesTo('login', ',', now) };
  if (isType('HBT')) return { ...decoded, messages: [bare('heartbeat')], replies: repliesTo('heartbeat', ',', now) };
  const layout = findLayout(fields, at);
  // In numbered messages, "01" is a login and "02" is about the device.
  const replies: Reply[] = isType('01') ? [{ when: 'now', bytes: asciiBytes('$,1,*') }] : [];
  if (layout) {
    const { message } = readLayout(fields, layout);
    const odometerM = metresDriven(fields, layout);
    if (odometerM !== undefined) message.attributes.odometerM = odometerM;
    return { ...decoded, messages: [message], replies };
  }
  if (isType('01')) return { ...decoded, messages: [bare('login')], replies };
  if (isType('02') || isType('HLM') || isType('HMP')) return { ...decoded, messages: [bare('heartbeat')] };
  throw new UnknownType(fields.field(fields.find((field) => field !== '')) ?? '', decoded.identities);
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
