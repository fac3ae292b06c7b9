import type { StoredFile } from '@milepost/contract/file-operations';
import { type Sending, sendFile } from '../../api/send-file.ts';

export interface Upload {
  key: number;
  file: File;
  /** The share that is sent, 0 to 1. */
  part: number;
  state: 'waiting' | 'sending' | 'failed';
  error: unknown;
}

interface Options {
  /** Called with each file that the server has stored. */
  onSent: (file: StoredFile) => void;
  onChange: (uploads: readonly Upload[]) => void;
  send?: (file: File, onProgress: (part: number) => void) => Sending;
}

/** The number of parallel uploads: more would only make each slower. */
const AT_ONCE = 2;

/** The upload queue, with a few uploads in parallel; a failed one stays in the list until it is retried or dropped. */
export class UploadList {
  #uploads: readonly Upload[] = [];
  readonly #stops = new Map<number, () => void>();
  readonly #options: Options;
  #nextKey = 1;

  constructor(options: Options) {
    this.#options = options;
  }

  add(files: readonly File[]): void {
    const added = files.map((file) => ({
      key: this.#nextKey++,
      file,
      part: 0,
      state: 'waiting' as const,
      error: null,
    }));
    this.#set([...this.#uploads, ...added]);
    this.#next();
  }

  retry(key: number): void {
    this.#change(key, { state: 'waiting', part: 0, error: null });
    this.#next();
  }

  drop(key: number): void {
    this.#stops.get(key)?.();
    this.#set(this.#uploads.filter((upload) => upload.key !== key));
    this.#next();
  }

  /** Cancels all uploads. */
  stop(): void {
    for (const stop of this.#stops.values()) stop();
    this.#uploads = [];
  }

  #next(): void {
    const sending = this.#uploads.filter(({ state }) => state === 'sending').length;
    const waiting = this.#uploads.filter(({ state }) => state === 'waiting');
    for (const upload of waiting.slice(0, AT_ONCE - sending)) void this.#send(upload);
  }

  async #send({ key, file }: Upload): Promise<void> {
    this.#change(key, { state: 'sending' });
    const send = this.#options.send ?? sendFile;
    const { sent, stop } = send(file, (part) => this.#change(key, { part }));
    this.#stops.set(key, stop);
    try {
      const stored = await sent;
      // The upload can have been dropped at the last moment.
      if (this.#uploads.some((upload) => upload.key === key)) this.#options.onSent(stored);
      this.#set(this.#uploads.filter((upload) => upload.key !== key));
    } catch (error) {
      this.#change(key, { state: 'failed', error });
    } finally {
      this.#stops.delete(key);
      this.#next();
    }
  }

  #change(key: number, change: Partial<Upload>): void {
    this.#set(this.#uploads.map((upload) => (upload.key === key ? { ...upload, ...change } : upload)));
  }

  #set(uploads: readonly Upload[]): void {
    this.#uploads = uploads;
    this.#options.onChange(uploads);
  }
}
