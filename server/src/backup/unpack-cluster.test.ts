import { createHash } from 'node:crypto';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { zstdCompressSync } from 'node:zlib';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { partOf } from './part-writer.ts';
import { unpackCluster } from './unpack-cluster.ts';

let cluster: string;
beforeEach(async () => {
  cluster = await mkdtemp(path.join(tmpdir(), 'milepost-test-'));
});
afterEach(() => rm(cluster, { recursive: true, force: true }));

interface Entry {
  name: string;
  content?: string;
  /** The type of the tar format: 0 file, 1 hard link, 2 symbolic link, 3 device, 5 folder. */
  type?: string;
}

function tarOf(entries: readonly Entry[]): Buffer {
  const blocks = entries.flatMap(({ name, content = '', type = '0' }) => {
    const header = Buffer.alloc(512);
    header.write(name, 0);
    header.write(content.length.toString(8).padStart(11, '0'), 124);
    header.write('        ', 148);
    header.write(type, 156);
    header.write(type === '1' || type === '2' ? '/etc/passwd' : '', 157);
    const sum = header.reduce((total, byte) => total + byte, 0);
    header.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148);
    const padding = Buffer.alloc((512 - (content.length % 512)) % 512);
    return [header, Buffer.from(content), padding];
  });
  return Buffer.concat([...blocks, Buffer.alloc(1024)]);
}

const VERSION = { name: 'PG_VERSION', content: '18\n' };

/** Unpacks an archive; the list has each of `listed`. */
async function unpack(entries: readonly Entry[], listed: readonly Entry[] = [VERSION], bytes?: number): Promise<void> {
  const tar = tarOf(entries);
  const files = listed.map(({ name, content = '' }) => ({
    Path: name,
    Size: content.length,
    'Checksum-Algorithm': 'SHA256',
    Checksum: createHash('sha256').update(content).digest('hex'),
  }));
  const objects = new Map([
    ['tar', zstdCompressSync(tar)],
    ['manifest', zstdCompressSync(JSON.stringify({ Files: files }))],
  ]);
  const part = (name: string) => partOf(name, objects.get(name) ?? Buffer.alloc(0));
  const store = { name: 'memory', get: (name: string) => Promise.resolve(objects.get(name) ?? null) };
  const database = { parts: [part('tar')], manifest: part('manifest'), bytes: bytes ?? tar.length };
  await unpackCluster(store, database, cluster, new AbortController().signal);
}

const read = (name: string) => readFile(path.join(cluster, name), 'utf8');

it('unpacks the files of the list and the log, and replaces the configuration', async () => {
  const command = `archive_command = 'touch /tmp/x'\n`;
  const listed = [
    VERSION,
    { name: 'postgresql.conf', content: `include 'more.conf'\nmax_worker_processes = 16  # more\n${command}` },
    { name: 'postgresql.auto.conf', content: `${command}max_wal_senders = '20'\nshared_preload_libraries = '20'\n` },
    { name: 'pg_hba.conf', content: 'host all all all trust\n' },
    { name: 'pg_ident.conf', content: 'a b c\n' },
    { name: 'standby.signal', content: '' },
  ];
  const log = { name: 'pg_wal/000000010000000000000002', content: 'log' };
  await unpack([{ name: 'pg_wal/', type: '5' }, { name: 'pg_tblspc/', type: '5' }, ...listed, log], listed);
  expect(await read('PG_VERSION')).toBe('18\n');
  expect(await read(log.name)).toBe('log');
  const settings = `${await read('postgresql.conf')}${await read('postgresql.auto.conf')}`;
  expect(settings).not.toMatch(/command|include|librar/);
  expect(settings).toMatch(/^max_worker_processes = 16$/m);
  expect(settings).toMatch(/^max_wal_senders = 20$/m);
  const access = (await read('pg_hba.conf')).split('\n').filter((line) => line !== '' && !line.startsWith('#'));
  expect(access.length).toBeGreaterThan(0);
  expect(access.filter((line) => !line.endsWith(' scram-sha-256'))).toEqual([]);
  expect(await read('pg_ident.conf')).not.toContain('a b c');
  await expect(read('standby.signal')).rejects.toThrow('ENOENT');
});

it.each<[string, Entry, string]>([
  ['a file that is not in the list', { name: 'base/bomb' }, 'base/bomb in the backup is not in its list of files.'],
  ['another file below pg_wal', { name: 'pg_wal/x.so' }, 'is not in its list'],
  ['a file twice', { ...VERSION, content: '17\n' }, 'PG_VERSION in the backup is not in its list of files.'],
  ['a file outside of the folder', { name: '../elsewhere' }, '../elsewhere in the backup leads elsewhere.'],
  ['a folder outside of the folder', { name: '../elsewhere/', type: '5' }, 'leads elsewhere'],
  ['a map of tablespaces', { name: 'tablespace_map', content: '1 /etc' }, 'The backup has tablespaces'],
  ['a folder of a tablespace', { name: 'pg_tblspc/16384/', type: '5' }, 'The backup has tablespaces'],
  ['a hard link', { name: 'link', type: '1' }, 'neither a file nor a folder'],
  ['a symbolic link', { name: 'link', type: '2' }, 'neither a file nor a folder'],
  ['a device', { name: 'device', type: '3' }, 'neither a file nor a folder'],
])('refuses %s', async (_, entry, words) => {
  await expect(unpack([VERSION, entry])).rejects.toThrow(words);
});

it('refuses a file of another size than in the list, and more than the description declares', async () => {
  await expect(unpack([{ ...VERSION, content: '18\n'.repeat(400) }])).rejects.toThrow('has 1200 bytes instead of 3.');
  const log = { name: 'pg_wal/000000010000000000000002', content: '0'.repeat(1e6) };
  await expect(unpack([VERSION, log], [VERSION], 62_000)).rejects.toThrow('has more than the 62000 bytes');
});
