/**
 * Who speaks on one HTTP connection. A phone names but itself: one that was told that it is stored goes on being told the
 * truth on the same connection, even where somebody guesses since. A connection that several share proves nothing.
 */
export class HttpSpeaker {
  #name: string | null = null;
  #isKnown = false;
  #isShared = false;

  /** Whether it was told so, and named no other. */
  get isKnown(): boolean {
    return this.#isKnown && !this.#isShared;
  }

  /** The same of this name. */
  wasDisclosed(name: string): boolean {
    return this.isKnown && this.#name === name;
  }

  /** A request named this one, which was told that it is known or was not. */
  identify(name: string, isDisclosed: boolean): void {
    this.#isShared ||= this.#name !== null && this.#name !== name;
    this.#name = name;
    this.#isKnown = isDisclosed;
  }
}
