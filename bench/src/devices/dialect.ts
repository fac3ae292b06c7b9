/** A protocol as a device speaks it, for devices whose reports are numbered from 0 and can be made again at any time. */
export interface Dialect {
  protocol: 'gt06' | 'teltonika';
  /** Reports of one frame: devices send whole frames. */
  reportsPerFrame: number;
  /** Reports that may wait for their acknowledgement at a time. */
  window: number;
  login(imei: string): Uint8Array;
  /** The frame that begins with report `first`; the same bytes each time. */
  frame(imei: string, first: number): Uint8Array;
  newReader(): AnswerReader;
}

/** Finds the server's answers in the stream of one connection. */
export interface AnswerReader {
  /** Calls back for each answer, in order. */
  push(chunk: Uint8Array, answers: Answers): void;
}

export interface Answers {
  /** The server knows the device: reports may follow. */
  accepted(): void;
  /** A whole frame is stored. `token` is what the answer says of it, which `expectedToken` must equal. */
  acknowledged(token: number): void;
  /** Somebody asks something of the device; `answer` is what it says to a text. */
  commanded(text: string, answer: (text: string) => Uint8Array): void;
}
