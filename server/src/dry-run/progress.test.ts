import { expect, it } from 'vitest';
import { progressOf, withProgress } from './progress.ts';

it('is sent while the run continues, only to the person, and removed at its end', async () => {
  expect(progressOf(1)).toBeNull();
  await withProgress(1, async (reportProgress) => {
    reportProgress({ looked: 3, vehicles: 40 });
    await Promise.resolve();
    expect(progressOf(1)).toEqual({ looked: 3, vehicles: 40 });
    expect(progressOf(2)).toBeNull();
  });
  expect(progressOf(1)).toBeNull();
});

it('of a replaced run does not remove the progress of the newer one', async () => {
  const ending = Promise.withResolvers<void>();
  const old = withProgress(1, (reportProgress) => {
    reportProgress({ looked: 1, vehicles: 2 });
    return ending.promise;
  });
  await withProgress(1, async (reportProgress) => {
    reportProgress({ looked: 0, vehicles: 9 });
    ending.resolve();
    await old;
    expect(progressOf(1)).toEqual({ looked: 0, vehicles: 9 });
  });
});

it('of a failed run is removed as well', async () => {
  const failing = withProgress(1, (reportProgress) => {
    reportProgress({ looked: 1, vehicles: 2 });
    return Promise.reject(new Error('ended'));
  });
  await expect(failing).rejects.toThrow('ended');
  expect(progressOf(1)).toBeNull();
});
