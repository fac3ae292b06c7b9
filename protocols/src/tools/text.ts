/** The text of a frame, a byte a character (Latin-1). */
export const textOf = (frame: Uint8Array): string =>
  Buffer.from(frame.buffer, frame.byteOffset, frame.byteLength).toString('latin1');

/**
 * The bytes of a text of ASCII. Characters that `textOf` read from bytes above 0x7f become the same single bytes again: in
 * UTF-8 they would be two each, and an answer that repeats a part of a frame would be longer than the frame.
 */
export const asciiBytes = (text: string): Uint8Array => new Uint8Array(Buffer.from(text, 'latin1'));

/** Whether a text can go to a device as one line of a command: printable ASCII, up to 200 characters. */
export const isAsciiLine = (text: string): boolean => /^[\x20-\x7e]{1,200}$/.test(text);

/** Whether a host is written as a name rather than as an IP address. */
export const isHostName = (host: string): boolean => !host.includes(':') && /[a-z]/i.test(host);
