import { expect, test } from 'vitest';
import { Turnstile } from './turnstile.ts';

/** Work that lasts until it is ended, and a list of what is running. */
function bench(turnstile: Turnstile) {
  const running: string[] = [];
  const ends = new Map<string, () => void>();
  const start = (name: string, of?: string) =>
    turnstile.pass(async () => {
      running.push(name);
      await new Promise<void>((resolve) => ends.set(name, resolve));
      running.splice(running.indexOf(name), 1);
      return name;
    }, of);
  return { running, start, end: (name: string) => ends.get(name)?.() };
}

test('runs two concurrently, the others in their order, and refuses when the queue is full', async () => {
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
  // The queue is free again.
  const last = start('f');
  await expect.poll(() => running).toEqual(['f']);
  end('f');
  expect(await last).toBe('f');
});

test('failed work gives its slot to the next', async () => {
  const turnstile = new Turnstile(1, 5);
  const failing = turnstile.pass(async () => {
    throw new Error('no');
  });
  const next = turnstile.pass(async () => 'next');
  await expect(failing).rejects.toThrow('no');
  expect(await next).toBe('next');
});

test('the source served longest ago comes first, and a full queue refuses one that waits most often', async () => {
  const { running, start, end } = bench(new Turnstile(1, 4));
  const first = start('a1', 'a');
  const more = ['a2', 'a3', 'a4', 'a5'].map((name) => start(name, 'a'));
  const refused = more[3]?.catch((error: unknown) => error);
  // The queue is full of a's work: the last of it makes room for b, but for no more of a.
  const other = start('b1', 'b');
  expect(await refused).toMatchObject({ code: 'too-many', retryAfterS: 5 });
  await expect(start('a6', 'a')).rejects.toMatchObject({ code: 'too-many' });
  end('a1');
  await first;
  await expect.poll(() => running).toEqual(['b1']);
  end('b1');
  expect(await other).toBe('b1');
  for (const name of ['a2', 'a3', 'a4']) {
    await expect.poll(() => running).toEqual([name]);
    end(name);
  }
  expect(await Promise.all(more.slice(0, 3))).toEqual(['a2', 'a3', 'a4']);
});
