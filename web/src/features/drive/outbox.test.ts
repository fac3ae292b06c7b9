import { expect, test } from 'vitest';
import { Outbox, type Sent, type WaitingStore } from './outbox.ts';
import { type NewWaiting, type Waiting, withWaiting } from './waiting.ts';

function memoryStore(): WaitingStore & { rows: Waiting[] } {
  let next = 1;
  const store = {
    rows: [] as Waiting[],
    list: async (runId: number) => store.rows.filter((row) => row.runId === runId),
    add: async (added: readonly NewWaiting[]) => {
      for (const one of added) store.rows.push({ ...one, id: next++ });
    },
    change: async (changed: Waiting) => {
      store.rows = store.rows.map((row) => (row.id === changed.id ? changed : row));
    },
    remove: async (id: number) => {
      store.rows = store.rows.filter((row) => row.id !== id);
    },
  };
  return store;
}

const word = (key: string, entered: 'arrived' | 'done' | 'taken-back' = 'done', runId = 1): NewWaiting => ({
  kind: 'word',
  runId,
  outletId: 7,
  refused: null,
  word: {
    key,
    outletId: 7,
    said: entered,
    phoneAt: '2026-11-23T10:00:00.000Z',
    skip: null,
    note: null,
    delivered: 5,
    returned: null,
    collected: null,
    signedBy: null,
    signature: null,
  },
});
const photo = (key: string, wordKey: string): NewWaiting => ({
  kind: 'photo',
  runId: 1,
  outletId: 7,
  refused: null,
  wordKey,
  key,
  photo: 'AAAA',
});
const keyOf = (one: Waiting) => (one.kind === 'word' ? one.word.key : one.key);

/** An outbox whose network replies as the test defines. */
function box(answer: (waiting: Waiting) => Sent | Promise<Sent>, store = memoryStore()) {
  const sent: string[] = [];
  let shown: readonly Waiting[] = [];
  const outbox = new Outbox({
    runId: 1,
    store,
    send: async (waiting) => {
      sent.push(keyOf(waiting));
      return answer(waiting);
    },
    onChange: (waiting) => (shown = waiting),
  });
  return { outbox, store, sent, shown: () => shown.map(keyOf) };
}

test('without a network everything waits, and goes in its order once there is one', async () => {
  let online = false;
  const { outbox, sent, shown } = box(() => ({ is: online ? 'taken' : 'later' }));
  await outbox.add([word('a', 'arrived')]);
  await outbox.add([word('b'), photo('p', 'b')]);
  expect(await outbox.flush()).toBe(false);
  expect(shown()).toEqual(['a', 'b', 'p']);
  expect(sent).toEqual(['a']);
  online = true;
  expect(await outbox.flush()).toBe(true);
  expect(sent).toEqual(['a', 'a', 'b', 'p']);
  expect(shown()).toEqual([]);
});

test('a refused entry is stored with the reason, and does not block the others', async () => {
  const { outbox, store, sent, shown } = box((one) =>
    keyOf(one) === 'a' ? { is: 'refused', why: 'Not on the run' } : { is: 'taken' },
  );
  await outbox.add([word('a'), word('b')]);
  await outbox.flush();
  await outbox.flush();
  expect(sent).toEqual(['a', 'b']);
  expect(store.rows).toMatchObject([{ refused: 'Not on the run' }]);
  await outbox.drop(store.rows[0]?.id ?? 0);
  expect(shown()).toEqual([]);
});

test('an ended link keeps all entries for the next link of the same run', async () => {
  const store = memoryStore();
  const old = box(() => ({ is: 'ended' }), store);
  await old.outbox.add([word('a')]);
  await old.outbox.flush();
  const next = box(() => ({ is: 'taken' }), store);
  await next.outbox.flush();
  expect(next.sent).toEqual(['a']);
  expect(store.rows).toEqual([]);
});

test('two simultaneous flushes send each entry once, including those added meanwhile', async () => {
  const { outbox, sent } = box(async (one) => {
    if (keyOf(one) === 'a') {
      await outbox.add([word('c')]);
      void outbox.flush();
    }
    return { is: 'taken' };
  });
  await outbox.add([word('a'), word('b')]);
  await Promise.all([outbox.flush(), outbox.flush()]);
  expect(sent).toEqual(['a', 'b', 'c']);
});

test('entries of another run stay', async () => {
  const { outbox, store, sent } = box(() => ({ is: 'taken' }));
  await outbox.add([word('a'), word('z', 'done', 2)]);
  await outbox.flush();
  expect(sent).toEqual(['a']);
  expect(store.rows.map(keyOf)).toEqual(['z']);
});

test('stops are shown as they will be once all is sent, on the clock of the server', () => {
  const entered = {
    arrivedAt: null,
    doneAt: null,
    skippedAt: '2026-11-23T09:00:00.000Z',
    skip: 'closed' as const,
    note: 'Shut',
    delivered: null,
    returned: null,
    collected: null,
    signedBy: null,
    photos: 0,
  };
  const stop = {
    outletId: 7,
    name: 'A',
    address: null,
    contactName: null,
    phone: null,
    place: null,
    plannedArrival: null,
    windowFrom: null,
    windowTo: null,
    skipReason: null,
    servedBefore: false,
    said: entered,
  };
  const waiting = [word('a', 'arrived'), word('b'), photo('p', 'b')].map((one, index) => ({ ...one, id: index }));
  const [shown] = withWaiting([stop], waiting, 2 * 3_600_000);
  expect(shown?.said).toMatchObject({
    arrivedAt: '2026-11-23T12:00:00.000Z',
    doneAt: '2026-11-23T12:00:00.000Z',
    skippedAt: null,
    skip: null,
    delivered: 5,
    photos: 1,
  });
  const [back] = withWaiting([stop], [{ ...word('c', 'taken-back'), id: 9 }], 0);
  expect(back?.said).toMatchObject({ doneAt: null, skippedAt: null, note: null });
  const refused = { ...word('d'), id: 10, refused: 'No' };
  expect(withWaiting([stop], [refused], 0)).toEqual([stop]);
});
