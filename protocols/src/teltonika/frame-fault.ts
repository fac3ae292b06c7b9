/** A frame that violates the protocol; the decoder catches it and reports the reason. */
export class FrameFault extends Error {
  constructor(reason: string) {
    super(reason);
    this.name = 'FrameFault';
  }
}
