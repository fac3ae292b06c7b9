import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { expect, test } from 'vitest';
import { toHex } from './tools/bytes.ts';
import { encodeLogin } from './teltonika/device.ts';

const CLI = `${import.meta.dirname}/decode-cli.ts`;
const run = (args: string[], input = '') => spawnSync(process.execPath, [CLI, ...args], { input, encoding: 'utf8' });
const login = (imei: string): string => JSON.stringify({ kind: 'hex', data: toHex(encodeLogin(imei)) });

test('each line is answered while the input is still open', async () => {
  const child = spawn(process.execPath, [CLI, '--protocol', 'teltonika'], { stdio: ['pipe', 'pipe', 'inherit'] });
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const ask = async (line: string): Promise<unknown> => {
    child.stdin.write(`${line}\n`);
    const { value } = await lines.next();
    return JSON.parse(value ?? 'null');
  };
  expect(await ask(login('356307042441013'))).toEqual({ deviceIds: ['356307042441013'], positions: [] });
  expect(await ask('')).toEqual({ error: 'the line is empty' });
  expect(await ask(login('356307042441014'))).toEqual({ deviceIds: ['356307042441014'], positions: [] });
  child.stdin.end();
  const [code] = await once(child, 'close');
  expect(code).toBe(0);
});

test('ten thousand lines get ten thousand answers', () => {
  const { stdout, status } = run(['--protocol', 'teltonika'], `${login('356307042441013')}\n`.repeat(10_000));
  expect(status).toBe(0);
  expect(stdout.trimEnd().split('\n')).toHaveLength(10_000);
});

test('an unknown protocol, a missing one and an unknown option exit with 2 and list the choices', () => {
  for (const [args, reason] of [
    [['--protocol', 'morse'], 'unknown protocol "morse"'],
    [[], '--protocol is missing'],
    [['--loud'], '--loud'],
  ] as const) {
    const { status, stderr, stdout } = run([...args]);
    expect([status, stdout]).toEqual([2, '']);
    expect(stderr).toContain(reason);
    expect(stderr).toContain('protocols: gt06, teltonika, osmand');
  }
});

test('--help prints the usage', () => {
  const { status, stdout } = run(['--help']);
  expect(status).toBe(0);
  expect(stdout).toContain('usage: npm run -s decode -- --protocol NAME');
});
