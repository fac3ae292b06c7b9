// @vitest-environment happy-dom
import type { Download, DownloadState } from '@milepost/contract/download-operations';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { fakeServer } from '../../api/fake-browser.ts';
import { awaitFile } from './await-file.ts';

const download = (state: DownloadState): Download => ({
  id: 7,
  kind: 'trips',
  title: 'Trips',
  format: 'csv',
  parameters: [],
  state,
  rows: 0,
  total: 80_000,
  sizeBytes: null,
  fault: null,
  by: 'Ana',
  own: true,
  at: '2026-11-01T10:00:00.000Z',
  until: '2026-12-01T10:00:00.000Z',
});

/** The addresses of the files that the browser was asked to save. */
let saved: (string | null)[];
beforeEach(() => {
  vi.useFakeTimers();
  saved = [];
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function click(this: HTMLAnchorElement) {
    saved.push(this.getAttribute('href'));
  });
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

test('a file that takes minutes is downloaded when it is finished, with one message that it takes long', async () => {
  const readyAt = Date.now() + 5 * 60_000;
  const calls = fakeServer(() => ({ status: 200, download: download(Date.now() < readyAt ? 'running' : 'done') }));
  const onSlow = vi.fn();
  const awaited = awaitFile(download('waiting'), onSlow);
  await vi.advanceTimersByTimeAsync(15_000);
  expect(onSlow).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(4 * 60_000);
  expect(onSlow).toHaveBeenCalledOnce();
  expect(saved).toEqual([]);
  await vi.advanceTimersByTimeAsync(60_000);
  await awaited;
  expect(saved).toEqual(['/downloads/7']);
  // One call a second at first, then one in four.
  expect(calls.length).toBeGreaterThan(60);
  expect(calls.length).toBeLessThan(110);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(saved).toHaveLength(1);
});

test('a small file, which is finished with the reply, is downloaded immediately and once', async () => {
  const calls = fakeServer(() => ({ status: 200 }));
  await awaitFile(download('done'), () => {});
  expect(saved).toEqual(['/downloads/7']);
  expect(calls).toEqual([]);
});

test('a network that is away for a while loses no file', async () => {
  let requests = 0;
  fakeServer(() => {
    if (++requests < 5) throw new TypeError('Failed to fetch');
    return { status: 200, download: download('done') };
  });
  const awaited = awaitFile(download('running'), () => {});
  await vi.advanceTimersByTimeAsync(30_000);
  await awaited;
  expect(saved).toEqual(['/downloads/7']);
});

test.each(['cancelled', 'failed'] as const)('nothing is fetched of one that %s', async (state) => {
  fakeServer(() => ({ status: 200, download: download(state) }));
  const awaited = awaitFile(download('running'), () => {});
  await vi.advanceTimersByTimeAsync(10_000);
  await awaited;
  expect(saved).toEqual([]);
});

test('a removed one is not requested again', async () => {
  const calls = fakeServer(() => ({ status: 404, code: 'no-download', message: 'There is no such file.' }));
  const awaited = awaitFile(download('running'), () => {});
  await vi.advanceTimersByTimeAsync(10_000);
  await awaited;
  expect(calls).toHaveLength(1);
  expect(saved).toEqual([]);
});

test('a file that is awaited twice, by the screen and by Downloads, is fetched once', async () => {
  fakeServer(() => ({ status: 200, download: download('done') }));
  const both = Promise.all([awaitFile(download('running'), () => {}), awaitFile(download('running'), () => {})]);
  await vi.advanceTimersByTimeAsync(10_000);
  await both;
  expect(saved).toEqual(['/downloads/7']);
});
