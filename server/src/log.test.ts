import { expect, test } from 'vitest';
import { createLogger } from './log.ts';

test('a fault is logged with what it says, under either name', () => {
  const lines: string[] = [];
  const logger = createLogger('info', { write: (line) => void lines.push(line) });
  logger.error({ error: new Error('the disk is full') }, 'Not stored');
  logger.error({ err: new Error('the disk is full') }, 'Not stored');
  for (const line of lines) expect(line).toContain('the disk is full');
  expect(lines).toHaveLength(2);
});
