import { expect, it } from 'vitest';
import { HomeNetworks } from './home-networks.ts';

const DAY_MS = 86_400_000;

it('is no home network when no device reported for thirty days', () => {
  const homes = new HomeNetworks();
  homes.add({ network: 'left', deviceId: 1, identity: 'one', at: 0 });
  homes.add({ network: 'kept', deviceId: 2, identity: 'two', at: 0 });
  homes.add({ network: 'kept', deviceId: 2, identity: 'two', at: 20 * DAY_MS });
  const isHome = (at: number) => ['left', 'kept', 'other'].map((network) => homes.isHome(network, at));
  expect(isHome(30 * DAY_MS - 1)).toEqual([true, true, false]);
  expect(isHome(30 * DAY_MS)).toEqual([false, true, false]);
  expect(isHome(50 * DAY_MS)).toEqual([false, false, false]);
});
