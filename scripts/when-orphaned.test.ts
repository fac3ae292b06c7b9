import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect, test } from 'vitest';

const MODULE = JSON.stringify(new URL('when-orphaned.mjs', import.meta.url).href);
/** Reports that it runs, then waits for a while, or until it is orphaned. */
const CHILD = `import { whenOrphaned } from ${MODULE};
  const over = setTimeout(() => console.log('outlived'), 2500);
  whenOrphaned(() => { clearTimeout(over); console.log('orphaned'); });
  console.log('ready');`;

/** The output of a process whose shell is ended as npm ends it. */
async function outputAfter(env: Record<string, string>): Promise<string> {
  // The colon keeps the shell from replacing itself by the process.
  const shell = spawn('/bin/sh', ['-c', '"$NODE" --input-type=module -e "$CHILD"; :'], {
    env: { PATH: process.env['PATH'], NODE: process.execPath, CHILD, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let output = '';
  shell.stdout.on('data', (data: Buffer) => (output += data.toString()));
  await expect.poll(() => output).toContain('ready');
  shell.kill('SIGTERM');
  await once(shell, 'close');
  return output;
}

test('a child of npm detects that npm has ended', async () => {
  expect(await outputAfter({ npm_lifecycle_event: 'start' })).toBe('ready\norphaned\n');
});

test('a process that was started otherwise outlives its parent', async () => {
  expect(await outputAfter({})).toBe('ready\noutlived\n');
});
