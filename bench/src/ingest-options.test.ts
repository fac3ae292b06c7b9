import { expect, it } from 'vitest';
import { readIngestOptions } from './ingest-options.ts';

it('runs as fast as acknowledgements come unless a rate is given', () => {
  expect(readIngestOptions([])).toMatchObject({ rate: null, devices: 1000, mix: 'mixed', records: 10 });
  expect(readIngestOptions(['--rate', 'max']).rate).toBeNull();
  expect(readIngestOptions(['--rate', '5000', '--protocol', 'gt06'])).toMatchObject({ rate: 5000, mix: 'gt06' });
});

it('names the option that is wrong', () => {
  expect(() => readIngestOptions(['--rate', 'fast'])).toThrow('--rate');
  expect(() => readIngestOptions(['--duration', '0'])).toThrow('--duration');
  expect(() => readIngestOptions(['--records', '300'])).toThrow('--records');
  expect(() => readIngestOptions(['--protocol', 'morse'])).toThrow('morse');
});
