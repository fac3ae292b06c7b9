import { spawn } from 'node:child_process';
import { childEnvironment } from '../child-environment.ts';

/**
 * Takes the kernel's lock (flock(2)) on an open file. It belongs to the open file and not to a process: every process
 * that inherits the descriptor holds it, and the kernel releases it when the last of them ends, in whatever way. It is
 * seen from every container of the machine, and on network file systems that pass locks on, from other machines.
 *
 * Node has no call for it; flock(1) of util-linux locks a descriptor that it inherits.
 * @returns null where the program or a file system with locks is missing
 */
export async function lockFile(descriptor: number): Promise<boolean | null> {
  const child = spawn('flock', ['-x', '-n', '3'], {
    stdio: ['ignore', 'ignore', 'ignore', descriptor],
    env: childEnvironment(process.env),
  });
  const code = await new Promise<number | null>((resolve) => {
    child.once('error', () => resolve(null));
    child.once('exit', resolve);
  });
  if (code === 0) return true;
  return code === HELD_BY_ANOTHER ? false : null;
}

const HELD_BY_ANOTHER = 1;
