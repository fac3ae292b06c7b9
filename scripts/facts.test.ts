import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';

const HEADER = 'time,lat,lon,speed,ignition,hdop';

/** A day of trips of ten minutes to the north and back, with a stop of twenty after each. */
function drives(count: number): string {
  const lines = [HEADER];
  for (let trip = 0; trip < count; trip += 1) {
    for (let half = 0; half < 60; half += 1) {
      const driven = Math.min(half, 20);
      const north = (trip % 2 === 0 ? driven : 20 - driven) * 300;
      const at = new Date(Date.UTC(2026, 0, 1) + (trip * 60 + half) * 30_000).toISOString();
      lines.push(`${at},${(48 + north / 111_195).toFixed(6)},11,${half > 0 && half <= 20 ? 36 : 0},${half <= 20},1`);
    }
  }
  return lines.join('\n');
}

function facts(input: string, ...options: string[]) {
  const child = spawn(process.execPath, [path.join(import.meta.dirname, 'facts.ts'), ...options]);
  child.stdin.on('error', () => {});
  child.stdin.end(input);
  return child;
}

async function run(input: string, ...options: string[]) {
  const child = facts(input, ...options);
  const [out, errors] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')]);
  const rows = out.split('\n').filter(Boolean);
  return { rows: rows.map((row): Record<string, unknown> => JSON.parse(row)), errors, code: child.exitCode };
}

test('prints the trips of a file, its unused columns once, and applies its options', async () => {
  const result = await run(drives(3), '--kind', 'trip');
  expect(result).toMatchObject({ code: 0, errors: 'columns that are not read: hdop\n' });
  expect(result.rows).toHaveLength(3);
  expect(result.rows[0]).toMatchObject({ engineSource: 'wire', maxKph: 36 });
  const chosen = await run(drives(1), '--kind', 'trip', '--ignition-source', 'movement', '--speed-factor', '1.5');
  expect(chosen.rows).toMatchObject([{ engineSource: 'movement', maxKph: 54 }]);
});

test.each([
  ['--ignition-source', 'key'],
  ['--speed-factor', 'x'],
  ['--speed-factor', '1e999'],
  ['--speed-factor', '0x2'],
  ['--speed-factor', '0'],
  ['--speed-factor', ''],
  ['--kind', 'nonsense'],
  ['--kind', ''],
  ['--zone', 'Nowhere/City'],
])('rejects %s %j, and names the option', async (option, value) => {
  const { code, rows, errors } = await run(drives(1), option, value);
  expect([code, rows]).toEqual([2, []]);
  expect(errors.split('\n')[0]).toMatch(new RegExp(`^${option} must be `));
});

test('names lines that cannot be read, and uses the others', async () => {
  const lines = drives(1).split('\n');
  lines[5] = lines[5]?.replace(',36,', ',fast,') ?? '';
  const { code, rows, errors } = await run(lines.join('\r'), '--kind', 'trip');
  expect(errors).toBe('columns that are not read: hdop\nline 6: no speed: fast\n');
  expect(code).toBe(0);
  expect(rows).toHaveLength(1);
});

test('rejects an impossible year, and removes control characters', async () => {
  const lines = drives(1).split('\n');
  lines.push('2220-01-01T00:00:00Z,48,11,0,1,1', '\u001B]0;owned\u0007,48,11,0,1,1');
  const { code, rows, errors } = await run(lines.join('\n'), '--kind', 'trip');
  expect(errors.split('\n').slice(1)).toEqual([
    'line 62: no time: 2220-01-01T00:00:00Z',
    'line 63: no time: \uFFFD]0;owned\uFFFD',
    '',
  ]);
  expect(code).toBe(0);
  expect(rows).toHaveLength(1);
});

test('ends quietly when its reader closes', async () => {
  const child = facts(drives(600));
  const errors = text(child.stderr);
  await once(child.stdout, 'data');
  child.stdout.destroy();
  const [code] = await once(child, 'close');
  expect(code).toBe(0);
  expect(await errors).toBe('columns that are not read: hdop\n');
});
