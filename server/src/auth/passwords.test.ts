import { expect, test } from 'vitest';
import { generatePassword, hashPassword, verifyPassword } from './passwords.ts';

test('a password matches only its own hash', async () => {
  const hash = await hashPassword('correct horse');
  expect(await verifyPassword(hash, 'correct horse')).toBe(true);
  expect(await verifyPassword(hash, 'Correct horse')).toBe(false);
  expect(await verifyPassword(null, 'correct horse')).toBe(false);
});

test('the hash is argon2id with at least 19 MiB and 2 passes, and salted', async () => {
  const [first, second] = await Promise.all([hashPassword('same'), hashPassword('same')]);
  const [, memory, passes] = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=1\$/.exec(first) ?? [];
  expect(Number(memory)).toBeGreaterThanOrEqual(19_456);
  expect(Number(passes)).toBeGreaterThanOrEqual(2);
  expect(first).not.toBe(second);
});

/** Milliseconds of the fastest of some verifications. */
const fastest = async (stored: string | null) => {
  const times = [];
  for (let i = 0; i < 5; i++) {
    const start = performance.now();
    await verifyPassword(stored, 'wrong');
    times.push(performance.now() - start);
  }
  return Math.min(...times);
};

test('an unknown user takes as long as a known one', async () => {
  const hash = await hashPassword('correct horse');
  await fastest(null);
  // Without the dummy hash, the ratio would be about a thousandth; the bound leaves room for a busy machine.
  expect((await fastest(null)) / (await fastest(hash))).toBeGreaterThan(0.2);
});

test('generated passwords are long and differ', () => {
  expect(generatePassword()).toMatch(/^[\w-]{16}$/);
  expect(generatePassword()).not.toBe(generatePassword());
});
