import { type ChildProcess, spawn, type SpawnOptions } from 'node:child_process';
import { existsSync, lstatSync, readdirSync, statSync } from 'node:fs';
import { chown, lchown } from 'node:fs/promises';
import path from 'node:path';
import { childEnvironment } from '../child-environment.ts';
import { StartError } from '../errors.ts';

/**
 * PostgreSQL refuses to run as root. A root process runs it as this unprivileged user (nobody), who owns the data.
 */
const UNPRIVILEGED = 65_534;
const isRoot = process.getuid?.() === 0;

/** Gives a folder with its content to PostgreSQL's user; does nothing when we are not root. */
export async function giveToPostgres(folder: string): Promise<void> {
  if (!isRoot) return;
  await chown(folder, UNPRIVILEGED, UNPRIVILEGED);
  for (const entry of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    const file = path.join(folder, entry);
    if (lstatSync(file).uid !== UNPRIVILEGED) await lchown(file, UNPRIVILEGED, UNPRIVILEGED);
  }
}

/**
 * Starts a PostgreSQL program, as the unprivileged user when we are root. If that user cannot reach the program or the
 * data (for example a clone below /root), `setpriv` of util-linux lets it read whatever root can, and nothing else.
 */
export function spawnPostgres(program: string, args: string[], data: string, given: SpawnOptions): ChildProcess {
  const options = { ...given, env: childEnvironment(process.env) };
  if (!isRoot) return spawn(program, args, options);
  const blocked = [program, data].find((file) => !othersCanReach(path.dirname(file)));
  if (!blocked) return spawn(program, args, { ...options, uid: UNPRIVILEGED, gid: UNPRIVILEGED });
  const setpriv = ['/usr/bin/setpriv', '/bin/setpriv'].find((file) => existsSync(file));
  if (!setpriv) {
    throw new StartError(
      `PostgreSQL cannot run as root, and other users cannot reach ${blocked}. Start as an ordinary user, or set DATA_DIR to a folder that other users can enter.`,
    );
  }
  const id = String(UNPRIVILEGED);
  // access(2) ignores capabilities unless no_setuid_fixup is set, and initdb uses it to check for `postgres`.
  const passThrough = ['--inh-caps', '+dac_read_search', '--ambient-caps', '+dac_read_search'];
  passThrough.push('--securebits', '+no_setuid_fixup');
  const drop = ['--reuid', id, '--regid', id, '--clear-groups', ...passThrough];
  return spawn(setpriv, [...drop, program, ...args], options);
}

function othersCanReach(folder: string): boolean {
  for (let at = path.resolve(folder); ; at = path.dirname(at)) {
    const { mode, uid } = statSync(at);
    const mine = uid === UNPRIVILEGED && (mode & 0o100) !== 0;
    if (!mine && (mode & 0o001) === 0) return false;
    if (at === path.dirname(at)) return true;
  }
}
