import { expect, test } from 'vitest';
import { createLogger } from './log.ts';

test('a fault is logged with its message, under either name', () => {
  const lines: string[] = [];
  const logger = createLogger('info', { write: (line) => void lines.push(line) });
  logger.error({ error: new Error('the disk is full') }, 'Not stored');
  logger.error({ err: new Error('the disk is full') }, 'Not stored');
  for (const line of lines) expect(line).toContain('the disk is full');
  expect(lines).toHaveLength(2);
});

test('the first three of equal warnings within a minute are written, then the number of further ones', () => {
  const lines: { msg: string; repeated?: number }[] = [];
  let now = 0;
  const logger = createLogger('info', { write: (line) => void lines.push(JSON.parse(line)) }, () => now);
  for (let n = 0; n < 190; n++) logger.child({ device: n }).warn({ n }, 'The database is away');
  logger.error('Another fault');
  for (let n = 0; n < 5; n++) logger.info('Something ordinary');
  expect(lines.filter(({ msg }) => msg === 'The database is away')).toHaveLength(3);
  expect(lines.filter(({ msg }) => msg === 'Another fault')).toHaveLength(1);
  expect(lines.filter(({ msg }) => msg === 'Something ordinary')).toHaveLength(5);
  now = 60_000;
  logger.warn('The database is away');
  expect(lines.slice(-2)).toMatchObject([
    { msg: 'Repeated within a minute: The database is away', repeated: 187 },
    { msg: 'The database is away' },
  ]);
});
