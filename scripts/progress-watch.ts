/** What a run of tests is allowed to be silent for, beyond the limit that the longest test under way has of its own. */
const SILENT_MS = 5 * 60_000;

interface Underway {
  file: string;
  /** Of the test; null: the file is loaded, or its hooks run. */
  test: string | null;
  limitMs: number;
}

/**
 * Notes what of a run is under way, and tells when it no longer makes progress. Tests and hooks have limits, which hold as
 * long as their process turns its loop: one that does not, or waits for ever beside its tests, is seen from here alone.
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

  /** What to say of a run that has told nothing for longer than it may; null: it goes on. */
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
