import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { expect, it } from 'vitest';

it('exits when its standard input closes, as when the server that started it is killed', async () => {
  const args = [path.join(import.meta.dirname, 'main.ts'), '--vehicles', '1', '--rate', '1', '--until-input-ends'];
  const child = spawn(process.execPath, args, { stdio: ['pipe', 'pipe', 'inherit'] });
  // The process prints its output immediately; only after that is it certainly listening.
  await once(child.stdout, 'data');
  expect(child.exitCode).toBeNull();
  child.stdin.end();
  expect(await once(child, 'exit')).toEqual([0, null]);
}, 20_000);
