import { expect, test } from 'vitest';
import { Turnstile } from './turnstile.ts';

/** Work that lasts until it is told to end, and what of it is under way. */
function bench(turnstile: Turnstile) {
  const running: string[] = [];
  const ends = new Map<string, () => void>();
  const start = (name: string) =>
    turnstile.pass(async () => {
      running.push(name);
      await new Promise<void>((resolve) => ends.set(name, resolve));
      running.splice(running.indexOf(name), 1);
      return name;
    });
  return { running, start, end: (name: string) => ends.get(name)?.() };
}

test('lets two in at once, the others one by one in their order, and sends away who finds the line full', async () => {
  const { running, start, end } = bench(new Turnstile(2, 2));
  const work = ['a', 'b', 'c', 'd'].map((name) => start(name));
  await expect(start('e')).rejects.toMatchObject({ code: 'too-many', retryAfterS: 5 });
  expect(running).toEqual(['a', 'b']);
  end('a');
  await work[0];
  await expect.poll(() => running).toEqual(['b', 'c']);
  end('b');
  await expect.poll(() => running).toEqual(['c', 'd']);
  end('c');
  end('d');
  expect(await Promise.all(work)).toEqual(['a', 'b', 'c', 'd']);
  // The line is free again.
  const last = start('f');
  await expect.poll(() => running).toEqual(['f']);
  end('f');
  expect(await last).toBe('f');
});

test('work that fails leaves its place to the next', async () => {
  const turnstile = new Turnstile(1, 5);
  const failing = turnstile.pass(async () => {
    throw new Error('no');
  });
  const next = turnstile.pass(async () => 'next');
  await expect(failing).rejects.toThrow('no');
  expect(await next).toBe('next');
});
