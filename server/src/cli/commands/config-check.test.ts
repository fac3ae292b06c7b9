import { pino } from 'pino';
import { expect, test } from 'vitest';
import { readConfig } from '../../config.ts';
import { runCommand } from '../run-command.ts';

async function check(environment: Record<string, string>) {
  let out = '';
  const code = await runCommand(['config', 'check'], {
    config: () => readConfig(environment),
    environment,
    logger: pino({ level: 'silent' }),
    out: (text) => (out += text),
    error: (text) => (out += text),
    signal: new AbortController().signal,
  });
  return { code, out };
}

test('prints each setting with its origin, masks secrets, and ends with 0', async () => {
  const { code, out } = await check({ PORT: '9000', ADMIN_PASSWORD: 'planted planted' });
  expect(code).toBe(0);
  expect(out).toMatch(/^PORT +9000 +environment$/m);
  expect(out).toMatch(/^HOST +127\.0\.0\.1 +default$/m);
  expect(out).toMatch(/^ADMIN_PASSWORD +\*\*\* +environment$/m);
  expect(out).not.toContain('planted');
  expect(out).toContain('The settings have no faults.');
});

test('prints every fault at once and ends with 1', async () => {
  const { code, out } = await check({ PORT: 'x', DEMO: 'perhaps', SECRET_KEY: 'planted', SECRET_KEY_FILE: '/nowhere' });
  expect(code).toBe(1);
  expect(out.match(/^Fault: .*$/gm)).toEqual([
    'Fault: SECRET_KEY_FILE: cannot be set together with SECRET_KEY',
    'Fault: PORT: must be a port number',
    'Fault: DEMO: must be true or false',
    'Fault: SECRET_KEY: must be 64 hexadecimal digits',
  ]);
  expect(out).not.toContain('planted');
});
