import { execFileSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { z } from 'zod';

const LOW = new URL('./low-priority.ts', import.meta.url).href;
// The thread pool already runs when the priority is lowered, and its threads keep their own on Linux.
const PROGRAM = `
  import { readdirSync, readFileSync } from 'node:fs';
  import { readFile } from 'node:fs/promises';
  import { getPriority } from 'node:os';
  import { takeLowPriority } from '${LOW}';
  await readFile(process.execPath);
  takeLowPriority();
  const threads = process.platform === 'linux' ? readdirSync('/proc/self/task').map(Number) : [0];
  console.log(JSON.stringify(threads.map((thread) => getPriority(thread))));
`;

test('every thread of the process gets the lowest priority', () => {
  const output = execFileSync(process.execPath, ['--input-type=module', '-e', PROGRAM], { encoding: 'utf8' });
  const priorities = z.array(z.number()).parse(JSON.parse(output));
  expect(priorities.length).toBeGreaterThan(0);
  // The lowest of POSIX and of Windows is 19 by the documentation of `os.setPriority`.
  expect(new Set(priorities)).toEqual(new Set([19]));
});
