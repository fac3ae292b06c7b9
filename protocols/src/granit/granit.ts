import { BadFrame } from '../tools/bad-frame.ts';
import { ByteReader, concat } from '../tools/bytes.ts';
import { bareMessage, decodedFrom, newConversation } from '../tools/conversation.ts';
import { exclusiveOr, twoHexDigits } from '../tools/sums.ts';
import { asciiBytes, isAsciiLine, textOf } from '../tools/text.ts';
import type { Decoded, Message, StreamProtocol } from '../types.ts';
import { MAX_FRAME_BYTES, newGranitFramer, SUM_BYTES, TITLE_BYTES } from './framer.ts';
import { place, PLACE_BYTES } from './place.ts';

const [LIVE, MEMORY] = ['+RRCB~', '+DDAT~'];
/** The only known form of records: blocks of six positions with the seconds from one to the next. */
const BLOCKS = 4;
const PLACES = 6;
/** Stands for a missing position. */
const NO_PLACE = 0xfe;
const LOCATE = 'BB+RRCD';

/**
 * Layout, acknowledgements and commands as in the Traccar server's exchange with Granit devices; the maker's own
 * document is not public.
 */
export const newGranitDecoder = () =>
  newConversation(read, (command) => {
    if (command.kind === 'locate') return sealed(asciiBytes(LOCATE));
    return command.kind === 'text' && isAsciiLine(command.text) ? sealed(asciiBytes(command.text)) : null;
  });

function read(frame: Uint8Array): Decoded {
  const text = textOf(frame).replace(/\r\n$/, '');
  const title = text.slice(0, TITLE_BYTES);
  if (title !== LIVE && title !== MEMORY) {
    if (!isAsciiLine(text)) throw new BadFrame('no message of Granit');
    return decodedFrom([], { ...bareMessage('reply'), text });
  }
  const end = text.length - SUM_BYTES;
  if (text.slice(end) !== `*${twoHexDigits(exclusiveOr(frame, 0, end))}`) throw new BadFrame('another sum');
  const reader = new ByteReader(frame, TITLE_BYTES, end);
  const counted = reader.u16le();
  if (counted !== reader.remaining) throw new BadFrame(`${reader.remaining} bytes follow, ${counted} are counted`);
  const id = reader.u16le();
  return title === LIVE ? live(id, reader) : memory(id, reader);
}

function live(id: number, reader: ByteReader): Decoded {
  const seconds = reader.u32le();
  const answer = sealed(concat(asciiBytes('BB+UGRC~'), little([6, 2], [seconds, 4], [id, 2])));
  return decodedFrom([String(id)], place(reader, seconds), [{ when: 'stored', bytes: answer }]);
}

function memory(id: number, reader: ByteReader): Decoded {
  const form = reader.u8();
  if (form !== BLOCKS) throw new BadFrame(`records of form ${form} are not known`);
  const blocks = reader.u8();
  const packet = reader.u16le();
  const messages: Message[] = [];
  for (let block = 0; block < blocks; block += 1) {
    const seconds = reader.u32le();
    const at = reader.skip(PLACES * PLACE_BYTES);
    const step = reader.u16le();
    for (let index = 0; index < PLACES; index += 1) {
      const from = at + index * PLACE_BYTES;
      if (reader.bytes[from] === NO_PLACE) continue;
      const message = place(new ByteReader(reader.bytes, from, from + PLACE_BYTES), seconds + index * step);
      message.attributes.archived = true;
      messages.push(message);
    }
  }
  const answer = sealed(concat(asciiBytes('BB+ARCF~'), little([4, 2], [packet, 2], [id, 2])));
  return { identities: [String(id)], messages, replies: [{ when: 'stored', bytes: answer }] };
}

/** Numbers of the given sizes, little-endian. */
function little(...numbers: readonly (readonly [value: number, bytes: number])[]): Uint8Array {
  return Uint8Array.from(
    numbers.flatMap(([value, bytes]) => Array.from({ length: bytes }, (_, index) => (value >>> (8 * index)) & 0xff)),
  );
}

/** Adds a star, the checksum, and a line end. */
const sealed = (content: Uint8Array) => concat(content, asciiBytes(`*${twoHexDigits(exclusiveOr(content))}\r\n`));

/** Granit's navigators: binary messages with a title, and lines of text, over TCP. */
export const granit: StreamProtocol = {
  kind: 'stream',
  name: 'granit',
  title: 'Granit',
  defaultPort: 5113,
  transports: ['tcp'],
  maxFrameBytes: MAX_FRAME_BYTES,
  commands: ['locate', 'text'],
  phrases: { restart: 'BB+RESET' },
  newFramer: newGranitFramer,
  newDecoder: newGranitDecoder,
};
