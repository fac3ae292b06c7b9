import { newKey } from '../../api/new-key.ts';
import type { DriverRun } from '@milepost/contract/driver-link-operations';
import type { WaitingStore } from './outbox.ts';
import type { Waiting } from './waiting.ts';
import { inBase } from '../../api/base-path.ts';
import { localStore } from '../../api/local-store.ts';

/** A run as last received from the server. */
export interface StoredRun {
  token: string;
  run: DriverRun;
  /** The server's clock minus this phone's, ms. */
  offsetMs: number;
  keptAt: number;
}

const NAME = inBase('milepost-drive');
/** Longer than any link is valid. */
const RETENTION_MS = 7 * 86_400_000;

const done = <Result>(request: IDBRequest<Result>) =>
  new Promise<Result>((resolve, reject) => {
    request.addEventListener('success', () => resolve(request.result));
    request.addEventListener('error', () => reject(request.error ?? new Error('IndexedDB')));
  });

const finished = (transaction: IDBTransaction) =>
  new Promise<void>((resolve, reject) => {
    transaction.addEventListener('complete', () => resolve());
    transaction.addEventListener('abort', () => reject(transaction.error ?? new Error('IndexedDB')));
  });

let opening: Promise<IDBDatabase> | null = null;

function open(): Promise<IDBDatabase> {
  if (opening) return opening;
  const request = indexedDB.open(NAME, 1);
  request.addEventListener('upgradeneeded', () => {
    request.result.createObjectStore('runs', { keyPath: 'token' });
    request.result.createObjectStore('waiting', { keyPath: 'id', autoIncrement: true }).createIndex('run', 'runId');
  });
  opening = done(request);
  opening.catch(() => (opening = null));
  return opening;
}

async function storeOf(name: 'runs' | 'waiting', mode: IDBTransactionMode) {
  const transaction = (await open()).transaction(name, mode);
  return { store: transaction.objectStore(name), written: finished(transaction) };
}

/** The pending entries in the phone's own database, which survive closing the page and switching the phone off. */
export const phoneStore: WaitingStore = {
  async list(runId) {
    const { store } = await storeOf('waiting', 'readonly');
    const rows: Waiting[] = await done<Waiting[]>(store.index('run').getAll(runId));
    return rows.toSorted((a, b) => a.id - b.id);
  },
  async add(added) {
    const { store, written } = await storeOf('waiting', 'readwrite');
    for (const one of added) store.add(one);
    await written;
  },
  async change(changed) {
    const { store, written } = await storeOf('waiting', 'readwrite');
    store.put(changed);
    await written;
  },
  async remove(id) {
    const { store, written } = await storeOf('waiting', 'readwrite');
    store.delete(id);
    await written;
  },
};

/** The stored run of a link; null if it was never opened on this phone. */
export async function readStoredRun(token: string): Promise<StoredRun | null> {
  const { store } = await storeOf('runs', 'readonly');
  return (await done<StoredRun | undefined>(store.get(token))) ?? null;
}

/** Stores a run for use without a network, and deletes those of last week. */
export async function storeRun(stored: StoredRun): Promise<void> {
  const { store, written } = await storeOf('runs', 'readwrite');
  const all = await done<StoredRun[]>(store.getAll());
  for (const { token, keptAt } of all) if (keptAt < stored.keptAt - RETENTION_MS) store.delete(token);
  store.put(stored);
  await written;
}

const PHONE = 'milepost-phone';

/** The id of this phone, generated once. */
export function phoneId(): string {
  const known = localStore.getItem(PHONE);
  if (known !== null && /^[\da-f-]{36}$/.test(known)) return known;
  const made = newKey();
  localStore.setItem(PHONE, made);
  return made;
}
