/**
 * The sender on one HTTP connection. A phone sends only its own identity: once it got a confirmation, it gets true
 * answers on the same connection even while somebody probes. A connection with several identities proves nothing.
 */
export class HttpSpeaker {
  #name: string | null = null;
  #isKnown = false;
  #isShared = false;

  /** True when it got a confirmation and sent no other identity. */
  get isKnown(): boolean {
    return this.#isKnown && !this.#isShared;
  }

  /** The same, for this identity. */
  wasDisclosed(name: string): boolean {
    return this.isKnown && this.#name === name;
  }

  /** Records the identity of a request, and whether the reply revealed that it is known. */
  identify(name: string, isDisclosed: boolean): void {
    this.#isShared ||= this.#name !== null && this.#name !== name;
    this.#name = name;
    this.#isKnown = isDisclosed;
  }
}
