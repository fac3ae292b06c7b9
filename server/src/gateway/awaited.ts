import { normalIdentity } from '../store/devices/identity.ts';

/** An open search repeats its request every few seconds. */
const HOLDS_FOR_MS = 60_000;
const MAX_AWAITED = 50;

/** Identities, or parts of identities, that somebody is searching for now. */
export class Awaited {
  readonly #until = new Map<string, number>();

  /** Returns true when the part was not in the set yet. */
  add(part: string, now: number): boolean {
    const wanted = normalIdentity(part).toLowerCase();
    const isNew = !this.#until.has(wanted);
    this.#until.delete(wanted);
    this.#until.set(wanted, now + HOLDS_FOR_MS);
    for (const oldest of this.#until.keys()) {
      if (this.#until.size <= MAX_AWAITED && (this.#until.get(oldest) ?? 0) > now) break;
      this.#until.delete(oldest);
    }
    return isNew;
  }

  has(identity: string | null, now: number): boolean {
    if (identity === null || this.#until.size === 0) return false;
    const lower = identity.toLowerCase();
    for (const [wanted, until] of this.#until) if (until > now && lower.includes(wanted)) return true;
    return false;
  }
}
