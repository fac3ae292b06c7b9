import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { createLogger } from './log.ts';
import { noteInLog, withLogContext } from './log-context.ts';
import { textDestination } from './log-text.ts';

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

test('lines carry the request and person of the work under way, not those of work beside it', async () => {
  const lines: Record<string, unknown>[] = [];
  const logger = createLogger('info', { write: (line) => void lines.push(JSON.parse(line)) });
  const work = (requestId: string, userId: number) =>
    withLogContext({ requestId }, async () => {
      await nextTurn();
      noteInLog({ userId });
      await nextTurn();
      logger.child({ deviceId: userId * 10 }).info('In work');
    });
  await Promise.all([work('first', 1), work('second', 2)]);
  logger.info('Outside');
  noteInLog({ userId: 3 });
  expect(lines).toMatchObject([
    { requestId: 'first', userId: 1, deviceId: 10 },
    { requestId: 'second', userId: 2, deviceId: 20 },
    { msg: 'Outside' },
  ]);
  expect(Object.keys(lines[2] ?? {})).not.toContain('userId');
});

function textLines(log: (logger: ReturnType<typeof createLogger>) => void): string[] {
  let text = '';
  log(createLogger('debug', textDestination({ write: (line) => void (text += line) })));
  return text.split('\n').slice(0, -1);
}

test('as text, a line has time, level, message and fields', () => {
  const lines = textLines((logger) => {
    withLogContext({ requestId: 'a1b2c3d4' }, () =>
      logger.warn({ protocol: 'gt06', reason: 'too fast', n: 3 }, 'Refused'),
    );
    logger.info({ list: [1, 'two'], none: null }, 'Shown');
  });
  expect(lines).toEqual([
    expect.stringMatching(
      /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z WARN  Refused requestId=a1b2c3d4 protocol=gt06 reason="too fast" n=3$/,
    ),
    expect.stringMatching(/Z INFO  Shown list=\[1,"two"\] none=null$/),
  ]);
});

test('as text, texts with quotes are below the line, as they are', () => {
  const output = ['{"level":40,"msg":"no \u0007 room"}', 'plain'];
  const lines = textLines((logger) => logger.warn({ output, n: 3, query: 'SELECT "a"' }, 'Ended'));
  expect(lines[0]).toMatch(/WARN  Ended n=3$/);
  expect(lines.slice(1)).toEqual([
    '    output: {"level":40,"msg":"no \\u0007 room"}',
    '    output: plain',
    '    query: SELECT "a"',
  ]);
});

test('as text, an error is shown with its stack below the line', () => {
  const lines = textLines((logger) => logger.error({ error: new TypeError('the disk is full') }, 'Not stored'));
  expect(lines[0]).toMatch(/ERROR Not stored$/);
  expect(lines[1]).toBe('    TypeError: the disk is full');
  expect(lines[2]).toMatch(/^    at /);
});

test('as text, nothing that a device or person sends can imitate another line or move the cursor', () => {
  const forged = 'x\n2026-11-30T00:00:00.000Z FATAL All is lost\u001b[2J\u2028\u009b';
  const lines = textLines((logger) => {
    logger.info({ identity: forged, [forged]: 1, quoted: [`${forged}"`] }, forged);
    logger.error({ err: new Error(forged) }, 'Fault');
  });
  expect(lines.filter((line) => line.startsWith('2026-11-30T00:00:00.000Z'))).toEqual([]);
  // oxlint-disable-next-line no-control-regex -- these are what must not appear
  expect(lines.join('')).not.toMatch(/[\u0000-\u001f\u007f-\u009f\u2028]/);
});
