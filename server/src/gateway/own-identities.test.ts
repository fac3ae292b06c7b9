import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { newWialonDecoder } from '@milepost/protocols/wialon/wialon';
import { expect, it } from 'vitest';
import { hasSameIdentity, ownIdentities } from './own-identities.ts';

setFlagsFromString('--expose-gc');
const collect: () => void = runInNewContext('gc');

it('retains only the identity of a login of 60 KB', () => {
  const padding = '1'.repeat(60_000);
  const decoder = newWialonDecoder();
  const nameIn = (index: number) =>
    ownIdentities(decoder.decode(Buffer.from(`#L#${356_000_000_000_000 + index};${padding}\r\n`)).identities);
  nameIn(0);
  collect();
  const before = process.memoryUsage().heapUsed;
  const names = Array.from({ length: 500 }, (_, index) => nameIn(index));
  collect();
  expect(names.at(-1)).toEqual(['356000000000499']);
  // The buffers of all names together were 30 MB.
  expect(process.memoryUsage().heapUsed - before).toBeLessThan(3_000_000);
});

it('accepts no more identities, and no longer ones, than a device has', () => {
  expect(ownIdentities(['a', 'b', 'c', 'd'])).toEqual(['a', 'b', 'c']);
  const long = 'x'.repeat(5000);
  const own = ownIdentities([long]);
  expect(own).toEqual(['x'.repeat(100)]);
  expect([hasSameIdentity([long], own), hasSameIdentity(['x'.repeat(99)], own), hasSameIdentity(['y'], own)]).toEqual([
    true,
    false,
    false,
  ]);
});
