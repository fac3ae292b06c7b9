import { BadFrame, decodeOrFault, unlessUnreadable } from '../tools/bad-frame.ts';
import { ByteReader } from '../tools/bytes.ts';
import { timeIfAny } from '../tools/fix.ts';
import { asciiBytes, isAsciiLine } from '../tools/text.ts';
import type { Attributes, Decoded, Decoder } from '../types.ts';
import { place } from './place.ts';
import { status } from './status.ts';
import { moment } from './moment.ts';
import { cards, passengers, swipe, tags } from './tail.ts';

const PROTOCOL = 0x2424;
/** Models that are distinguished by the content of their messages. */
const [TAGS, PASSENGERS, SWIPES] = [0x406, 0x10b, 0x153];
/** Kinds of data after the status of a model that reads cards: from this value on wireless thermometers. */
const TAGGED = 2;
/** After the blocks: index of the message, checksum, line end. */
const INDEX_FROM_END = 6;

/** Creates a decoder for one connection. Commands are texts of its manual. */
export function newTzoneDecoder(): Decoder {
  return {
    decode: (frame) => decodeOrFault(() => decodeFrame(frame)),
    encode: (command) => (command.kind === 'text' && isAsciiLine(command.text) ? asciiBytes(command.text) : null),
  };
}

/**
 * Reads "TZ", length, "$$", model, firmware, the identity in sixteen digits of which the first is unused, and the
 * device's time. Blocks follow, each preceded by its length: position (missing in models with tags), cells, status, and
 * the model's additions.
 */
function decodeFrame(frame: Uint8Array): Decoded {
  const index = new ByteReader(frame, Math.max(0, frame.length - INDEX_FROM_END)).u16();
  const reader = new ByteReader(frame, 4, frame.length - INDEX_FROM_END);
  if (reader.u16() !== PROTOCOL) throw new BadFrame('no message of TZone');
  const model = reader.u16();
  const firmware = reader.u32();
  const identity = identityOf(reader.hex(8));
  const clock = timeIfAny(() => moment(reader));
  const attributes: Attributes = { model: model.toString(16), firmware: firmware.toString(16) };
  const where = model === TAGS ? null : place(block(reader), model, attributes);
  block(reader);
  const read = (add: (content: ByteReader, added: Attributes) => void) => {
    const content = block(reader);
    unlessUnreadable(() => add(content, attributes));
  };
  read((content, added) => status(content, model, added));
  if (model === TAGS) read(tags);
  if (model === SWIPES) read((content, added) => ((content.peek() ?? 0) >= TAGGED ? tags : swipe)(content, added));
  if (model === PASSENGERS) {
    for (let kind = 0; kind < 4; kind += 1) read(cards);
    // Thermometers, lock.
    block(reader);
    block(reader);
    read(passengers);
  }
  return {
    identities: [identity],
    messages: [{ kind: 'report', fix: null, ...where, deviceTime: clock ?? where?.deviceTime ?? null, attributes }],
    replies: [{ when: 'stored', bytes: asciiBytes(`@ACK,${index}#`) }],
  };
}

/**
 * Returns the next block, preceded by its length; if the frame ends or the block would extend beyond it, an empty one.
 */
function block(reader: ByteReader): ByteReader {
  const length = reader.remaining < 2 ? Infinity : reader.u16();
  if (length > reader.remaining) {
    reader.offset = reader.end;
    return new ByteReader(reader.bytes, reader.end, reader.end);
  }
  const at = reader.skip(length);
  return new ByteReader(reader.bytes, at, at + length);
}

function identityOf(digits: string): string {
  for (let at = 0; at < digits.length; at += 1) {
    if (digits.charCodeAt(at) > 0x39) throw new BadFrame(`"${digits}" is no identity`);
  }
  return digits.slice(1);
}
