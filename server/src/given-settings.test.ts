import { once } from 'node:events';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { describeSettings, readConfig } from './config.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'settings-'));
afterAll(() => rmSync(folder, { recursive: true }));
const KEY = 'ab'.repeat(32);

/** Writes a file that only its owner can read. */
function fileOf(name: string, text: string, mode = 0o600): string {
  const file = path.join(folder, name);
  writeFileSync(file, text);
  chmodSync(file, mode);
  return file;
}

const faultsOf = (environment: Record<string, string>) => {
  try {
    readConfig(environment);
    return [];
  } catch (fault) {
    return fault instanceof Error
      ? fault.message
          .split('\n')
          .slice(1)
          .map((line) => line.trim())
      : [];
  }
};

test('any setting is read from the file that NAME_FILE names, without its last line break', () => {
  const config = readConfig({
    SECRET_KEY_FILE: fileOf('key', `${KEY}\n`),
    ADMIN_PASSWORD_FILE: fileOf('password', ' with spaces \n'),
    GATEWAY_GT06_PORT_FILE: fileOf('port', '6023'),
    PUBLIC_URL_FILE: fileOf('url', 'https://fleet.example.org'),
  });
  expect(config).toMatchObject({
    secretKey: KEY,
    adminPassword: ' with spaces ',
    publicUrl: 'https://fleet.example.org',
    gateway: { ports: { gt06: 6023 } },
    warnings: [],
  });
  // A setting of its own, not the file of a setting MAP.
  expect(readConfig({ MAP_FILE: '/maps/a.pmtiles' }).mapFile).toBe(path.resolve('/maps/a.pmtiles'));
});

test('MILEPOST_CONFIG names a file of settings, before which the environment goes', () => {
  const file = fileOf(
    'milepost.env',
    `# The fleet\nPORT=9000\nexport HOST="0.0.0.0"\nTIME_ZONE='America/Lima'\nSECRET_KEY_FILE=${fileOf('key', KEY)}\n`,
  );
  const config = readConfig({ MILEPOST_CONFIG: file, PORT: '9001', HOST: '' });
  expect(config).toMatchObject({ port: 9001, host: '0.0.0.0', timeZone: 'America/Lima', secretKey: KEY, warnings: [] });
  // Not both: that of the environment replaces that of the file, whichever way it is given.
  expect(readConfig({ MILEPOST_CONFIG: file, SECRET_KEY: 'cd'.repeat(32) }).secretKey).toBe('cd'.repeat(32));
});

test('says all at once what is wrong with files', () => {
  const away = path.join(folder, 'away');
  expect(
    faultsOf({
      DATABASE_URL: 'postgres://a@b/c',
      DATABASE_URL_FILE: fileOf('database', 'postgres://a@b/d'),
      SMTP_URL_FILE: away,
      BACKUP_KEY_FILE: folder,
      METRICS_TOKEN_FILE: fileOf('empty', '\n'),
      ADMIN_PASSWORD_FILE: fileOf('large', 'a'.repeat(70_000)),
      SECRET_KEY_FILE: fileOf('wrong', 'not hexadecimal'),
      MILEPOST_CONFIG: away,
    }),
  ).toEqual([
    `MILEPOST_CONFIG: ${away} does not exist`,
    'DATABASE_URL_FILE: cannot be set together with DATABASE_URL',
    `ADMIN_PASSWORD_FILE: ${path.join(folder, 'large')} is larger than 65536 bytes`,
    `SMTP_URL_FILE: ${away} does not exist`,
    `BACKUP_KEY_FILE: ${folder} is a folder`,
    `METRICS_TOKEN_FILE: ${path.join(folder, 'empty')} is empty`,
    'SECRET_KEY: must be 64 hexadecimal digits',
    'METRICS_TOKEN: must have at least 16 characters, without spaces',
  ]);
});

test.skipIf(process.platform === 'win32')(
  'reads no socket or pipe, for whose writer it would wait for ever',
  async () => {
    const socket = path.join(folder, 'socket');
    const server = createServer().listen(socket);
    await once(server, 'listening');
    expect(faultsOf({ METRICS_TOKEN_FILE: socket })).toEqual([`METRICS_TOKEN_FILE: ${socket} is not a regular file`]);
    server.close();
  },
);

test('warns of secrets that every user of the machine can read, and of names that have no effect', () => {
  const key = fileOf('open-key', KEY, 0o644);
  expect(readConfig({ SECRET_KEY_FILE: key }).warnings).toEqual([
    `SECRET_KEY_FILE: ${key} can be read by every user of this machine; chmod o-rwx ${key}`,
  ]);
  expect(readConfig({ PUBLIC_URL_FILE: fileOf('open-url', 'https://a.example', 0o644) }).warnings).toEqual([]);
  const open = fileOf('open.env', `BACKUP_KEY=${KEY}\nFAVOURITE_COLOUR=green\n`, 0o644);
  expect(readConfig({ MILEPOST_CONFIG: open }).warnings).toEqual([
    `MILEPOST_CONFIG: ${open} can be read by every user of this machine; chmod o-rwx ${open}`,
    `FAVOURITE_COLOUR in ${open} has no effect: there is no such setting`,
  ]);
  const slip = fileOf('slip.env', 'PUBLIC_ULR=https://a.example\n');
  expect(faultsOf({ MILEPOST_CONFIG: slip })).toEqual(['PUBLIC_ULR: is not a setting. Did you mean PUBLIC_URL?']);
  expect(describeSettings({ MILEPOST_CONFIG: slip }).warnings).toEqual([]);
  expect(faultsOf({ LOG_LEVEL: 'loud' })).toEqual([
    'LOG_LEVEL: must be one of trace, debug, info, warn, error, fatal, silent',
  ]);
  expect(faultsOf({ SECRET_KYE_FILE: key })).toEqual([
    'SECRET_KYE_FILE: is not a setting. Did you mean SECRET_KEY_FILE?',
  ]);
});

test('describes every setting with its origin and without its secrets', () => {
  const file = fileOf(
    'described.env',
    `PORT=9000\nSMS_URL=https://sms.example/send?key=planted&to={number}&text={text}\n`,
  );
  const { settings, faults } = describeSettings({
    MILEPOST_CONFIG: file,
    SECRET_KEY_FILE: fileOf('key', KEY),
    DATABASE_URL: 'postgres://me:planted/@p:w@db.example:5432/fleet',
    FILES_URL: 'https://planted:planted@s3.example/bucket?region=eu',
    GEOCODER_URL: 'https://geo.example/planted',
    MAP_RASTERS: '[{"name":"A","url":"https://tiles.example/{z}/{x}/{y}.jpg?key=planted","attribution":"A"}]',
    ADMIN_PASSWORD: 'planted planted',
    BACKUP_URL: 'file:///mnt/backups',
    PUBLIC_URL: 'https://fleet.example.org/y',
  });
  const of = (name: string) => settings.find((setting) => setting.name === name);
  expect(of('PORT')).toEqual({ name: 'PORT', value: '9000', origin: { kind: 'settings-file', file } });
  expect(of('SECRET_KEY')).toMatchObject({ value: '***', origin: { kind: 'own-file' } });
  expect(of('DATABASE_URL')).toMatchObject({
    value: 'postgres://***@db.example:5432/***',
    origin: { kind: 'environment' },
  });
  expect(of('BACKUP_URL')?.value).toBe('file:///mnt/backups');
  expect(of('PUBLIC_URL')?.value).toBe('https://fleet.example.org/y');
  expect(of('HOST')).toEqual({ name: 'HOST', value: '127.0.0.1', origin: null });
  expect(of('GATEWAY_GT06_PORT')).toEqual({ name: 'GATEWAY_GT06_PORT', value: '5023', origin: null });
  expect(of('SMTP_URL')).toEqual({ name: 'SMTP_URL', value: null, origin: null });
  expect(JSON.stringify(settings)).not.toContain('planted');
  expect(JSON.stringify(settings)).not.toContain(KEY);
  // The slash ends the password for a reader of addresses, and is masked all the same.
  expect(faults).toEqual(['DATABASE_URL: must look like postgres://user:password@host:5432/database']);
});
