import type { Command } from '../types.ts';
import { buildFrame } from './frame.ts';

const TEXT_OF: Readonly<Record<Exclude<Command['kind'], 'text'>, string>> = {
  engineStop: 'DYD,000000#',
  engineResume: 'HFYD,000000#',
  locate: 'WHERE#',
};

/** Length of the text that still fits into a short frame. */
const MAX_TEXT = 240;

/**
 * 0x80 (GT06 manual 6.1): length of flag and text, server's flag (4 bytes, repeated in the answer), text, language
 * (2, English). 000000 is the password that every device leaves the factory with. Null where the text is not ASCII, is
 * empty or is longer than 240 characters.
 */
export function encodeCommand(command: Command, serial: number): Uint8Array | null {
  const text = command.kind === 'text' ? command.text : TEXT_OF[command.kind];
  if (text.length === 0 || text.length > MAX_TEXT || !/^[\x20-\x7e]*$/.test(text)) return null;
  const content = new Uint8Array(1 + 4 + text.length + 2);
  content[0] = 4 + text.length;
  new DataView(content.buffer).setUint32(1, serial);
  for (let i = 0; i < text.length; i++) content[5 + i] = text.charCodeAt(i);
  content[content.length - 1] = 2;
  return buildFrame(0x80, content, serial);
}
