import { BadFrame, decodeOrFault, unknownMessage } from '../tools/bad-frame.ts';
import { asciiBytes, isAsciiLine, textOf } from '../tools/text.ts';
import type { Command, Decoded, Decoder, Message, Reply } from '../types.ts';
import { LOCATE, RELAY, switchOutput } from './commands.ts';
import { cardReport, engineReport, isNewerReport, newerReport } from './newer.ts';
import { olderReport } from './older.ts';

/** Offsets within a frame: length of two digits or four, type in newer devices. */
const LENGTH_AT = 2;
const CARD = 'E2';
const ENGINE = 'E5';
/** The reply to a command. */
const ANSWERS: ReadonlySet<string> = new Set(['CF', 'CE']);
/** Usually fifteen digits. */
const IDENTITY = /^\d{10,16}$/;

/** Creates a decoder for one connection. */
export function newTotemDecoder(): Decoder {
  let newer: boolean | null = null;
  return {
    decode: (frame) =>
      decodeOrFault(() => {
        const text = textOf(frame).trim();
        newer = text.charAt(LENGTH_AT) === '0';
        return newer ? decodeNewer(text) : decodeOlder(text);
      }),
    encode: (command) => (newer === true ? encodeCommand(command) : null),
  };
}

function identityOf(text: string, from: number): { identity: string; next: number } {
  const bar = text.indexOf('|');
  const identity = text.slice(from, bar);
  if (bar < 0 || !IDENTITY.test(identity)) throw new BadFrame(`"${identity}" is no identity`);
  return { identity, next: bar + 1 };
}

/**
 * Reads these fields in order: "$$", length, type, identity, "|", content, a serial number of four digits and a
 * checksum of two.
 */
function decodeNewer(text: string): Decoded {
  const { identity, next } = identityOf(text, 8);
  const type = text.slice(6, 8);
  const content = text.slice(next);
  const decoded = (message: Message, replies: Reply[]): Decoded => ({
    identities: [identity],
    messages: [message],
    replies,
  });
  if (ANSWERS.has(type)) {
    return decoded({ kind: 'reply', deviceTime: null, fix: null, attributes: {}, text: content.slice(0, -2) }, []);
  }
  if (type === CARD) return decoded(cardReport(content), acknowledgement('ACK OK\r\n'));
  if (type === ENGINE || content.includes('$Cloud'))
    return decoded(engineReport(content), acknowledgement('ACK OK\r\n'));
  if (!isNewerReport(content)) return unknownMessage(type, [identity]);
  return decoded(newerReport(type, content), acknowledgement(sealed(`$$0014AA${text.slice(-6, -2)}`)));
}

/** Reads these fields in order: "$$", length, identity, "|", type, content, checksum. */
function decodeOlder(text: string): Decoded {
  const { identity, next } = identityOf(text, 4);
  const message = olderReport(text.slice(next));
  if (message === null) return unknownMessage(text.slice(next, next + 2), [identity]);
  return { identities: [identity], messages: [message], replies: acknowledgement('ACK OK\r\n') };
}

const acknowledgement = (text: string): Reply[] => [{ when: 'stored', bytes: asciiBytes(text) }];

/** Appends the XOR of all bytes as two digits. */
function sealed(text: string): string {
  let sum = 0;
  for (let at = 0; at < text.length; at += 1) sum ^= text.charCodeAt(at);
  return text + sum.toString(16).toUpperCase().padStart(2, '0');
}

const COMMANDS = { engineStop: switchOutput(RELAY, true), engineResume: switchOutput(RELAY, false), locate: LOCATE };

/** Newer devices accept commands in a frame of their own. */
function encodeCommand(command: Command): Uint8Array | null {
  const text = command.kind === 'text' ? command.text : COMMANDS[command.kind];
  if (!isAsciiLine(text)) return null;
  return asciiBytes(sealed(`$$${String(text.length + 10).padStart(4, '0')}CF${text}`));
}
