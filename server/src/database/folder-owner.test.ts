import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { ownMark } from './folder-mark.ts';
import { claimFolder, ownerElsewhere } from './folder-owner.ts';

const cleanups: (() => unknown)[] = [];
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).toReversed()) await cleanup();
});

async function folder(): Promise<string> {
  const made = await mkdtemp(path.join(tmpdir(), 'milepost-test-'));
  cleanups.push(() => rm(made, { recursive: true }));
  return made;
}

const fileOf = (dataDir: string) => path.join(dataDir, 'server.pid');
const ELSEWHERE = { pid: 7, host: 'fleet-2', boot: 'of another machine' };
const BESIDE = { pid: 7, host: '3f2ac81e', namespace: 'pid:[1]' };

/** Writes a mark as another process does. */
async function mark(dataDir: string, changes: object): Promise<void> {
  const own: object = JSON.parse(ownMark(true));
  await writeFile(fileOf(dataDir), JSON.stringify({ ...own, ...changes }));
}

/** Touches the mark, as its owner does while it lives. */
function keepTouching(dataDir: string): void {
  const timer = setInterval(() => {
    void utimes(fileOf(dataDir), new Date(), new Date());
  }, 50);
  cleanups.push(() => clearInterval(timer));
}

const CLAIM = `
  import { claimFolder } from ${JSON.stringify(path.join(import.meta.dirname, 'folder-owner.ts'))};
  await claimFolder(process.argv[1]);
  console.log('claimed');
  setInterval(() => {}, 1000);`;

/** Another process that has the folder. */
async function claimElsewhere(dataDir: string) {
  const child = spawn(process.execPath, ['--input-type=module', '-e', CLAIM, dataDir]);
  cleanups.push(() => child.kill('SIGKILL'));
  await once(child.stdout, 'data');
  return child;
}

const claim = async (dataDir: string, silentMs = 5000) => {
  const claimed = await claimFolder(dataDir, { silentMs, beatMs: 100 });
  cleanups.push(claimed.release);
  return claimed;
};

it('refuses a folder while another process lives, frozen or not, and names it; a killed one counts no more', async () => {
  const dataDir = await folder();
  const other = await claimElsewhere(dataDir);
  const refused = () =>
    expect(claim(dataDir)).rejects.toThrow(`is running on the data directory ${dataDir} (process ${other.pid}, since`);
  await refused();
  other.kill('SIGSTOP');
  await refused();
  other.kill('SIGKILL');
  await once(other, 'exit');
  await claim(dataDir);
});

it('can be claimed again after a release, and by the mark of a former version if that died', async () => {
  const dataDir = await folder();
  await (await claimFolder(dataDir)).release();
  await expect(readFile(fileOf(dataDir))).rejects.toThrow('ENOENT');
  await writeFile(fileOf(dataDir), '4194304 12345');
  await claim(dataDir);
});

describe.runIf(process.platform === 'linux')('a container beside', () => {
  it('is refused by the lock of the machine, while its process ids mean nothing here', async () => {
    const dataDir = await folder();
    const other = await claimElsewhere(dataDir);
    await mark(dataDir, BESIDE);
    await expect(claim(dataDir)).rejects.toThrow(
      /: process 7 in another container of this machine \(host name 3f2ac81e\), since .*Run commands inside that container/,
    );
    const longAgo = new Date(Date.now() - 60_000);
    await utimes(fileOf(dataDir), longAgo, longAgo);
    await expect(claim(dataDir)).rejects.toThrow(
      `It is paused, or only its PostgreSQL is left, since ${longAgo.toISOString().slice(0, 19)}Z`,
    );
    other.kill('SIGKILL');
    await once(other, 'exit');
    const began = performance.now();
    await claim(dataDir);
    // Free at once: the lock is proof that it is gone.
    expect(performance.now() - began).toBeLessThan(4000);
  });
});

describe('a machine with the same folder on the network, without locks between them', () => {
  it('is refused while the owner touches its mark, and told who that is', async () => {
    const dataDir = await folder();
    await mark(dataDir, ELSEWHERE);
    keepTouching(dataDir);
    await expect(claim(dataDir)).rejects.toThrow(/: process 7 on fleet-2, another machine or container, since 20/);
    expect(await ownerElsewhere(dataDir)).toContain('fleet-2');
  });

  it('takes over from an owner that is silent, and touches its own mark', async () => {
    const dataDir = await folder();
    await mark(dataDir, ELSEWHERE);
    await claim(dataDir, 200);
    expect(JSON.parse(await readFile(fileOf(dataDir), 'utf8'))).toMatchObject({ pid: process.pid });
    const before = (await stat(fileOf(dataDir))).mtimeMs;
    await expect.poll(async () => (await stat(fileOf(dataDir))).mtimeMs).toBeGreaterThan(before);
  });

  it('yields to one of two that waited for the same silence', async () => {
    const dataDir = await folder();
    await mark(dataDir, ELSEWHERE);
    const first = claim(dataDir, 200);
    await expect.poll(() => readFile(fileOf(dataDir), 'utf8')).toContain(`"pid":${process.pid},`);
    await mark(dataDir, { ...ELSEWHERE, host: 'fleet-3' });
    await expect(first).rejects.toThrow('fleet-3');
  });
});

it('notices that another process took the folder over, and restores a mark that was deleted', async () => {
  const dataDir = await folder();
  const lost: string[] = [];
  const { release } = await claimFolder(dataDir, { beatMs: 100, onLost: (message) => lost.push(message) });
  cleanups.push(release);
  await rm(fileOf(dataDir));
  await expect.poll(() => readFile(fileOf(dataDir), 'utf8').catch(() => '')).toContain(`"pid":${process.pid},`);
  expect(lost).toEqual([]);
  await mark(dataDir, ELSEWHERE);
  await expect.poll(() => lost).toEqual([expect.stringContaining('was taken over by process 7 on fleet-2')]);
});
