import { expect, it } from 'vitest';
import { SenderWatch } from './sender-watch.ts';

const over = (network: string, connection: object | null = null) => ({ address: `${network}:1`, network, connection });
const MINUTE = 60_000;

it('reports two senders when a connection continues after another network sent', () => {
  const watch = new SenderWatch();
  const [first, second] = [over('a', {}), over('b', {})];
  expect(watch.record(1, first, 0)).toBeNull();
  expect(watch.record(1, second, 1000)).toBeNull();
  expect(watch.record(1, first, 2000)).toBe(second);
});

it('reports one sender for a device that moved to another network and reconnected', () => {
  const watch = new SenderWatch();
  expect(watch.record(1, over('a', {}), 0)).toBeNull();
  expect(watch.record(1, over('b', {}), 1000)).toBeNull();
  expect(watch.record(1, over('a', {}), 2000)).toBeNull();
});

it('forgives a phone one change of network and back, not the next', () => {
  const watch = new SenderWatch();
  const found = ['home', 'mobile', 'home', 'mobile'].map((network, index) =>
    watch.record(1, over(network), index * MINUTE),
  );
  expect(found.map((other) => other?.network ?? null)).toEqual([null, null, null, 'home']);
  const slow = ['home', 'mobile', 'home', 'mobile'].map((network, index) =>
    watch.record(2, over(network), index * 20 * MINUTE),
  );
  expect(slow).toEqual([null, null, null, null]);
});
