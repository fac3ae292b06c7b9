import { expect, test } from 'vitest';
import { createServerClock } from './server-clock.ts';

test('the frame that travelled least sets the offset', () => {
  let browser = 1_000_000;
  const clock = createServerClock(() => browser);
  // The server's clock is 60 s ahead; the frames took 300, 20 and 150 ms.
  clock.receive(1_060_000 - 300);
  browser += 1000;
  clock.receive(1_061_000 - 20);
  browser += 1000;
  clock.receive(1_062_000 - 150);
  expect(clock.now()).toBe(1_062_000 - 20);
});

test('a browser clock that is set back is noticed after a reset', () => {
  let browser = 5000;
  const clock = createServerClock(() => browser);
  clock.receive(5000);
  browser = 2000;
  clock.reset();
  clock.receive(6000);
  expect(clock.now()).toBe(6000);
});
