import { glob, readFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { hostsOf, urlOfHost, withOneHost } from './several-hosts.ts';

describe('a database on several hosts', () => {
  it('is written as in libpq: hosts with ports, of which both may be left out', () => {
    const url = withOneHost('postgres://me:a%2Cb@db-1:5433,db-2,[::1]:5434/fleet?sslmode=require');
    expect(URL.canParse(url)).toBe(true);
    expect(hostsOf(url)).toEqual([
      { host: 'db-1', port: '5433' },
      { host: 'db-2', port: '5432' },
      { host: '::1', port: '5434' },
    ]);
    expect(urlOfHost(url, { host: '::1', port: '5434' })).toBe('postgres://me:a%2Cb@[::1]:5434/fleet?sslmode=require');
  });

  it.each([
    'postgres://me@db/fleet',
    'postgres://db:5433/fleet?sslmode=require',
    'not an address',
    'postgres://a,b:x/f',
  ])('leaves %s as it is', (url) => expect(withOneHost(url)).toBe(url));
});

it('is found for every connection of the server, which all are made by one class', async () => {
  const folder = path.join(import.meta.dirname, '..');
  const others: string[] = [];
  for await (const name of glob('**/*.ts', { cwd: folder })) {
    if (/\.test\.ts$|^testing\/|^database\/(?:client|primary)\.ts$/.test(name)) continue;
    if (/new (?:pg\.)?(?:Client|Pool)\(/.test(await readFile(path.join(folder, name), 'utf8'))) others.push(name);
  }
  expect(others).toEqual([]);
});
