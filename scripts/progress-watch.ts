/** The maximum silence of a test run, beyond the own limit of the longest running test. */
const SILENT_MS = 5 * 60_000;

interface Underway {
  file: string;
  /** The name of the test; null while the file is loaded, or its hooks run. */
  test: string | null;
  limitMs: number;
}

/**
 * Tracks the running tests, and reports when a run makes no progress. Tests and hooks have limits, which work as long
 * as the event loop of their process runs: a blocked process, or one that waits forever outside of its tests, is
 * detected only here.
 */
export class ProgressWatch {
  readonly #underway = new Map<string, Underway>();
  #last: number;

  constructor(now: number) {
    this.#last = now;
  }

  begins(id: string, what: Underway, now: number): void {
    this.#underway.set(id, what);
    this.#last = now;
  }

  ends(id: string, now: number): void {
    this.#underway.delete(id);
    this.#last = now;
  }

  /** The message about a run that has been silent for too long; null if it is progressing. */
  stalled(now: number): string | null {
    const underway = [...this.#underway.values()];
    const most = SILENT_MS + Math.max(0, ...underway.map(({ limitMs }) => limitMs));
    const silent = now - this.#last;
    if (silent < most) return null;
    const tests = underway.filter(({ test }) => test !== null);
    const files = underway.filter((one) => one.test === null && tests.every(({ file }) => file !== one.file));
    const names = [...tests, ...files].map(({ file, test }) => (test === null ? file : `${file} > ${test}`));
    const of = names.length === 0 ? 'Nothing was under way.' : `Under way: ${names.join(', ')}.`;
    return `The tests made no progress for ${Math.floor(silent / 60_000)} minutes. ${of}`;
  }
}
