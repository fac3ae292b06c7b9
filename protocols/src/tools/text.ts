/** The text of a frame, one byte per character (Latin-1). */
export const textOf = (frame: Uint8Array): string =>
  Buffer.from(frame.buffer, frame.byteOffset, frame.byteLength).toString('latin1');

/**
 * The bytes of an ASCII text. Characters that `textOf` read from bytes above 0x7f become the same single bytes: in
 * UTF-8 they would be two each, and an answer that repeats a part of a frame would be longer than the frame.
 */
export const asciiBytes = (text: string): Uint8Array => new Uint8Array(Buffer.from(text, 'latin1'));

/** True when a text can be sent to a device as one command line: printable ASCII, up to 200 characters. */
export const isAsciiLine = (text: string): boolean => /^[\x20-\x7e]{1,200}$/.test(text);

/** True when a host is a name rather than an IP address. */
export const isHostName = (host: string): boolean => !host.includes(':') && /[a-z]/i.test(host);
