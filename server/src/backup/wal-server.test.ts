import { execFile } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { zstdCompressSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { serveWal } from './wal-server.ts';

const run = promisify(execFile);
const NAME = '000000010000000000000002';

it.skipIf(process.platform === 'win32')(
  'the command that PostgreSQL runs has no secret in its arguments, and fetches the log',
  async () => {
    const root = await mkdtemp(path.join(tmpdir(), "milepost-test-50% o'"));
    const stored = new Map([[`wal/7/${NAME}`, zstdCompressSync('the log')]]);
    const store = { name: 'memory', get: (name: string) => Promise.resolve(stored.get(name) ?? null) };
    const server = await serveWal(store, '7', path.join(root, 'postgres'));
    try {
      const [folder = ''] = await readdir(root);
      const addressFile = path.join(root, folder, 'address');
      const address = await readFile(addressFile, 'utf8');
      const [, origin = '', token = ''] = /^(http:\/\/127\.0\.0\.1:\d+)\/([0-9a-f]{32})$/.exec(address) ?? [];
      expect(server.command).not.toContain(token);
      expect(server.command).not.toContain(origin);
      const modes = [path.dirname(addressFile), addressFile].map(async (one) => (await stat(one)).mode & 0o777);
      expect(await Promise.all(modes)).toEqual([0o700, 0o600]);

      // As PostgreSQL replaces the placeholders.
      const fetchInto = (name: string, file: string) =>
        run('sh', ['-c', server.command.replace(/%[fp%]/g, (at) => ({ '%f': name, '%p': file })[at] ?? '%')]);
      await fetchInto(NAME, path.join(root, 'fetched'));
      expect(await readFile(path.join(root, 'fetched'), 'utf8')).toBe('the log');
      await expect(fetchInto('00000002.history', path.join(root, 'none'))).rejects.toMatchObject({ code: 1 });
      expect((await fetch(`${origin}/${NAME}`)).status).toBe(404);
    } finally {
      await server.close();
    }
    expect(await readdir(root)).toEqual(['fetched']);
    await rm(root, { recursive: true });
  },
);
