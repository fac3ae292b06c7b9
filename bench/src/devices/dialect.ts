/** A protocol as devices use it, for devices whose reports are numbered from 0 and can be generated repeatedly. */
export interface Dialect {
  protocol: 'gt06' | 'teltonika';
  /** The reports per frame: devices send whole frames. */
  reportsPerFrame: number;
  /** The maximum number of unacknowledged reports. */
  window: number;
  login(imei: string): Uint8Array;
  /** The frame that begins with report `first`; the same bytes each time. */
  frame(imei: string, first: number): Uint8Array;
  newReader(): AnswerReader;
}

/** Parses the server's replies in the stream of one connection. */
export interface AnswerReader {
  /** Calls back for each reply, in order. */
  push(chunk: Uint8Array, answers: Answers): void;
}

export interface Answers {
  /** The server accepted the device: reports may follow. */
  accepted(): void;
  /** A whole frame is stored. `token` comes from the reply, and must equal `expectedToken`. */
  acknowledged(token: number): void;
  /** A command was sent to the device; `answer` makes the reply frame of a text. */
  commanded(text: string, answer: (text: string) => Uint8Array): void;
}
