import type { NewWaiting, Waiting } from './waiting.ts';

/** The storage of pending entries, in order. */
export interface WaitingStore {
  list(runId: number): Promise<Waiting[]>;
  add(waiting: readonly NewWaiting[]): Promise<void>;
  change(waiting: Waiting): Promise<void>;
  remove(id: number): Promise<void>;
}

/**
 * The result of sending an entry: `later`: no network, or the server is busy; `refused`: it will never be accepted.
 */
export type Sent = { is: 'taken' } | { is: 'later' } | { is: 'ended' } | { is: 'refused'; why: string };

interface Options {
  runId: number;
  store: WaitingStore;
  send: (waiting: Waiting) => Promise<Sent>;
  /** Called with each entry that the server has accepted. */
  onTaken?: (waiting: Waiting) => void;
  onChange: (waiting: readonly Waiting[]) => void;
}

/**
 * A driver's entries that the server has not received yet. Each is stored on the phone before it is sent; they are sent
 * one after the other in order, and deleted only once the server has accepted them. An entry that is sent twice is
 * deduplicated by its key.
 */
export class Outbox {
  readonly #options: Options;
  #sending: Promise<boolean> | null = null;
  #isPending = false;

  constructor(options: Options) {
    this.#options = options;
  }

  /** Stores the entry, and displays it immediately. */
  async add(waiting: readonly NewWaiting[]): Promise<void> {
    await this.#options.store.add(waiting);
    await this.show();
  }

  async show(): Promise<void> {
    this.#options.onChange(await this.#options.store.list(this.#options.runId));
  }

  /** Deletes an entry that the server refused. */
  async drop(id: number): Promise<void> {
    await this.#options.store.remove(id);
    await this.show();
  }

  /** Sends the pending entries as far as possible, including those added meanwhile; true if any was accepted. */
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
