import type { StoredFile } from '@milepost/contract/file-operations';
import { expect, test } from 'vitest';
import { type Upload, UploadList } from './upload-list.ts';

/** A list whose uploads the test controls. */
function listWith() {
  const waiting: {
    name: string;
    progress: (part: number) => void;
    done: (file: StoredFile) => void;
    fail: (error: unknown) => void;
  }[] = [];
  const stopped: string[] = [];
  const sent: number[] = [];
  let shown: readonly Upload[] = [];
  const list = new UploadList({
    onSent: ({ id }) => sent.push(id),
    onChange: (uploads) => (shown = uploads),
    send: (file, progress) => {
      const { promise, resolve, reject } = Promise.withResolvers<StoredFile>();
      waiting.push({ name: file.name, progress, done: resolve, fail: reject });
      return {
        sent: promise,
        stop: () => {
          stopped.push(file.name);
          reject(new DOMException('Stopped', 'AbortError'));
        },
      };
    },
  });
  return { list, waiting, stopped, sent, shown: () => shown.map(({ file, state, part }) => [file.name, state, part]) };
}
const file = (name: string) => new File(['x'], name);
const stored = (id: number): StoredFile => ({
  id,
  name: '',
  kind: 'picture',
  type: 'image/jpeg',
  sizeBytes: 1,
  widthPx: 1,
  heightPx: 1,
  takenAt: null,
  place: null,
  addedAt: '2026-01-01T00:00:00Z',
  addedBy: null,
});
const turn = () => new Promise((resolve) => setTimeout(resolve));

test('two are sent in parallel, the next when one is done', async () => {
  const { list, waiting, sent, shown } = listWith();
  list.add([file('a'), file('b'), file('c')]);
  expect(waiting.map(({ name }) => name)).toEqual(['a', 'b']);
  waiting[0]?.progress(0.5);
  expect(shown()).toEqual([
    ['a', 'sending', 0.5],
    ['b', 'sending', 0],
    ['c', 'waiting', 0],
  ]);
  waiting[0]?.done(stored(7));
  await turn();
  expect(sent).toEqual([7]);
  expect(shown()).toEqual([
    ['b', 'sending', 0],
    ['c', 'sending', 0],
  ]);
});

test('a failed upload stays, does not block the others, and is retried', async () => {
  const { list, waiting, sent, shown } = listWith();
  list.add([file('a'), file('b'), file('c')]);
  waiting[0]?.fail(new Error('no connection'));
  await turn();
  expect(shown()).toEqual([
    ['a', 'failed', 0],
    ['b', 'sending', 0],
    ['c', 'sending', 0],
  ]);
  list.retry(1);
  waiting[1]?.done(stored(2));
  await turn();
  waiting[3]?.done(stored(1));
  await turn();
  expect(sent).toEqual([2, 1]);
});

test('a dropped upload is cancelled and not reported', async () => {
  const { list, stopped, sent, shown } = listWith();
  list.add([file('a')]);
  list.drop(1);
  await turn();
  expect([stopped, sent, shown()]).toEqual([['a'], [], []]);
});
