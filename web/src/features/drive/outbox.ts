import type { NewWaiting, Waiting } from './waiting.ts';

/** Where what waits is kept, in its order. */
export interface WaitingStore {
  list(runId: number): Promise<Waiting[]>;
  add(waiting: readonly NewWaiting[]): Promise<void>;
  change(waiting: Waiting): Promise<void>;
  remove(id: number): Promise<void>;
}

/** What became of one that was sent: `later`: no network, or the server is busy; `refused`: it will never be taken. */
export type Sent = { is: 'taken' } | { is: 'later' } | { is: 'ended' } | { is: 'refused'; why: string };

interface Options {
  runId: number;
  store: WaitingStore;
  send: (waiting: Waiting) => Promise<Sent>;
  /** Told of each that the server has now. */
  onTaken?: (waiting: Waiting) => void;
  onChange: (waiting: readonly Waiting[]) => void;
}

/**
 * What a driver said and the server has not got yet. Everything is kept on the phone before it is sent, sent one after the
 * other in the order in which it was said, and forgotten only once the server has it: sent twice, it is known by its key.
 */
export class Outbox {
  readonly #options: Options;
  #sending: Promise<boolean> | null = null;
  #isPending = false;

  constructor(options: Options) {
    this.#options = options;
  }

  /** Keeps it, and shows it at once. */
  async add(waiting: readonly NewWaiting[]): Promise<void> {
    await this.#options.store.add(waiting);
    await this.show();
  }

  async show(): Promise<void> {
    this.#options.onChange(await this.#options.store.list(this.#options.runId));
  }

  /** Forgets what the server refused. */
  async drop(id: number): Promise<void> {
    await this.#options.store.remove(id);
    await this.show();
  }

  /** Sends what waits, as far as it goes; true when something was taken. What is added meanwhile goes along. */
  flush(): Promise<boolean> {
    this.#isPending = true;
    this.#sending ??= this.#sendAll().finally(() => (this.#sending = null));
    return this.#sending;
  }

  async #sendAll(): Promise<boolean> {
    let taken = false;
    while (this.#isPending) {
      this.#isPending = false;
      for (const waiting of await this.#options.store.list(this.#options.runId)) {
        if (waiting.refused !== null) continue;
        const sent = await this.#options.send(waiting);
        if (sent.is === 'later' || sent.is === 'ended') return taken;
        if (sent.is === 'refused') await this.#options.store.change({ ...waiting, refused: sent.why });
        else {
          this.#options.onTaken?.(waiting);
          await this.#options.store.remove(waiting.id);
          taken = true;
        }
        await this.show();
      }
    }
    return taken;
  }
}
