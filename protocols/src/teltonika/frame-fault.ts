/** A frame that does not follow the protocol; the decoder catches it and tells the reason. */
export class FrameFault extends Error {
  constructor(reason: string) {
    super(reason);
    this.name = 'FrameFault';
  }
}
