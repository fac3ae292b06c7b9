import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { newWialonDecoder } from '@milepost/protocols/wialon/decoder';
import { expect, it } from 'vitest';
import { advanceDevice, newDeviceState } from './device-state.ts';

setFlagsFromString('--expose-gc');
const collect: () => void = runInNewContext('gc');

it('remembers texts of frames of 60 KB, and not the frames', () => {
  const state = newDeviceState(1);
  const padding = 'z'.repeat(60_000);
  const tell = (index: number) => {
    const told = `#D#NA;NA;NA;NA;NA;NA;NA;NA;NA;NA;NA;NA;NA;;NA;n${index}:3:what it says of ${index},pad:3:${padding}\r\n`;
    const [message] = newWialonDecoder().decode(Buffer.from(told)).messages;
    if (message) advanceDevice(state, message, null, Date.now());
  };
  tell(0);
  collect();
  const before = process.memoryUsage().heapUsed;
  for (let index = 1; index < 200; index += 1) tell(index);
  collect();
  expect(state.attributes).toMatchObject({ param_n1: 'what it says of 1', param_n199: 'what it says of 199' });
  // Together they came in 12 MB.
  expect(process.memoryUsage().heapUsed - before).toBeLessThan(2_000_000);
});
