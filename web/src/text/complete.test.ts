import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { AUDIT_SUBJECTS } from '@milepost/contract/audit-subjects';
import { REQUEST_KINDS, COMMAND_FAULTS, COMMAND_KINDS } from '@milepost/contract/command-kinds';
import { IMPORT_KIND_NAMES, importSpec } from '@milepost/contract/import-kinds';
import { MENUS } from '@milepost/contract/menus';
import { RECORD_KIND_NAMES } from '@milepost/contract/record-kinds';
import { SENSOR_KINDS } from '@milepost/contract/sensor-kinds';
import { texts as screens } from '@milepost/contract/texts/en/screens';
import { texts as shell } from '@milepost/contract/texts/en/shell';

interface Texts {
  [key: string]: string | Texts;
}

const PLURAL = /_(?:one|other)$/;

/**
 * The English texts by full key, such as `vehicle-info.title`; `texts.test.ts` checks that the other languages have the
 * same keys.
 */
const english = new Map<string, string>();
const collect = (prefix: string, from: Texts) => {
  for (const [key, value] of Object.entries(from)) {
    if (typeof value === 'string') english.set(prefix + key, value);
    else collect(`${prefix}${key}.`, value);
  }
};
collect('', { ...shell, ...screens });

test.each(AUDIT_SUBJECTS)('the audit log has a name for the subject %s', (subject) => {
  expect(english.get(`audit-subject.${subject}`) ?? english.get(`record-kind.${subject}`)).toMatch(/\w/);
});

test.each(RECORD_KIND_NAMES)('the kind of record %s has a name', (kind) => {
  expect(english.get(`record-kind.${kind}`)).toMatch(/\w/);
});

test.each(SENSOR_KINDS)('the kind of sensor %s has a name', (kind) => {
  expect(english.get(`sensors.kind.${kind}`)).toMatch(/\w/);
});

test.each(COMMAND_KINDS)('the command %s has a name', (kind) => {
  expect(english.get(`commands.kind.${kind}`)).toMatch(/\w/);
});

test.each(COMMAND_KINDS.filter((kind) => kind !== 'text'))('lists have a text for the command %s', (kind) => {
  expect(english.get(`commands.asked.${kind}`)).toMatch(/\w/);
});

test.each(REQUEST_KINDS)('the form explains the command %s', (kind) => {
  expect(english.get(`commands.about.${kind}`)).toMatch(/\w/);
});

test.each(COMMAND_FAULTS)('an unsent command has a text for its reason: %s', (fault) => {
  expect(english.get(`commands.fault.${fault}`)).toMatch(/\w/);
});

test.each(IMPORT_KIND_NAMES)(
  'the import of each %s has a title, and names for its fields and what it creates',
  (kind) => {
    const { fields, creates } = importSpec(kind);
    expect(english.get(`import.title.${kind}`)).toMatch(/\w/);
    for (const field of Object.keys(fields)) {
      expect(english.get(`import.field-of.${kind}.${field}`) ?? english.get(`import.field.${field}`), field).toMatch(
        /\w/,
      );
    }
    for (const what of creates) expect(english.get(`import.creates.${what}`), what).toMatch(/\w/);
    if (creates.length > 0) expect(english.get(`import.create.${creates.join('-')}`)).toMatch(/\w/);
  },
);

const WEB = join(import.meta.dirname, '..');

test('every key that the code names as a whole is there', () => {
  const known = new Set([...english.keys()].map((key) => key.replace(PLURAL, '')));
  const used = globSync('**/*.{ts,tsx}', { cwd: WEB, exclude: (file) => file.endsWith('.test.ts') }).flatMap((file) =>
    [...readFileSync(join(WEB, file), 'utf8').matchAll(/\bt\(\s*'([^']+)'/g)].map(([, key = '']) => ({
      file,
      key,
    })),
  );
  expect(used.length).toBeGreaterThan(1000);
  expect(used.filter(({ key }) => !known.has(key))).toEqual([]);
});

test('the menu has a text for each of its titles, and for no other', () => {
  const prefix = 'menu-title.';
  const titles = [...english.keys()].filter((key) => key.startsWith(prefix)).map((key) => key.slice(prefix.length));
  expect(new Set(titles)).toEqual(new Set(MENUS.map(({ title }) => title)));
});

test('English is there', () => {
  expect(english.get('app.please-wait')).toBe('Please wait...');
});
