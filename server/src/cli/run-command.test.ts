import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { pino } from 'pino';
import { expect, it } from 'vitest';
import { readConfig } from '../config.ts';
import { VERSION } from '../version.ts';
import { COMMANDS } from './commands.ts';
import { runCommand } from './run-command.ts';

async function run(...words: string[]): Promise<{ code: number; out: string; error: string }> {
  let out = '';
  let error = '';
  const code = await runCommand(words, {
    config: () => readConfig({}),
    environment: {},
    logger: pino({ level: 'silent' }),
    out: (text) => (out += text),
    error: (text) => (error += text),
    signal: new AbortController().signal,
  });
  return { code, out, error };
}

it('lists every command, and explains each with its options', async () => {
  const { code, out } = await run('--help');
  expect(code).toBe(0);
  for (const [name, { summary, load }] of Object.entries(COMMANDS)) {
    expect(out).toContain(summary);
    const help = await run(...name.split(' '), '--help');
    expect(help).toMatchObject({ code: 0, error: '' });
    expect(help.out).toContain(`milepost ${name}`);
    for (const option of Object.keys((await load()).options)) expect(help.out).toContain(`--${option}`);
  }
});

it('ends with code 2 and a hint when the command line is wrong', async () => {
  expect(await run()).toMatchObject({ code: 2 });
  expect(await run('bakup')).toMatchObject({ code: 2, out: '', error: expect.stringContaining('"bakup"') });
  expect(await run('version', '--loud')).toMatchObject({ code: 2, error: expect.stringContaining("'--loud'") });
  expect(await run('version', 'now')).toMatchObject({ code: 2, error: expect.stringContaining('"now"') });
});

it('runs as a program', () => {
  const program = path.join(import.meta.dirname, 'milepost.ts');
  const { status, stdout } = spawnSync(process.execPath, [program, '--version'], { encoding: 'utf8' });
  expect({ status, stdout }).toEqual({ status: 0, stdout: `${VERSION}\n` });
});

it('reads counts of the database as numbers, whatever else is loaded', () => {
  const program = `await import(${JSON.stringify(new URL('./run-command.ts', import.meta.url).href)});
    const { types } = (await import('pg')).default;
    process.stdout.write(typeof types.getTypeParser(20)('12'));`;
  const { stdout } = spawnSync(process.execPath, ['--input-type=module', '-e', program], {
    cwd: import.meta.dirname,
    encoding: 'utf8',
  });
  expect(stdout).toBe('number');
});
