/** Counts the files that a real example of each guide touches, for the numbers that the guides state. */
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';

export interface Example {
  /** The guide that states the number. */
  guide: string;
  /** The sentence of the guide; its group is the number. */
  states: RegExp;
  /** The files, as globs below the root. Tests of the example itself are not among them: each file has its own. */
  files: readonly string[];
  /** The pattern that each of these files contains. */
  mentions: RegExp;
  /**
   * Patterns for other examples of the same kind. A file that mentions the example and most of these others is a table,
   * to which a new one must be added.
   */
  others: readonly RegExp[];
  /** Tables that need no line for a new one, each with the reason. */
  elsewhere: Readonly<Record<string, string>>;
}

const RECORDS = [
  /outlet/i,
  /territor/i,
  /document/i,
  /expense/i,
  /task/i,
  /subscription/i,
  /invoice/i,
  /inspection/i,
  /service-?_?plan/i,
  /work-?_?order/i,
];

const MENU = [
  'contract/src/menus.ts',
  'contract/src/rights.ts',
  'contract/src/texts/*/administration.json',
  'contract/src/texts/*/live-map.json',
  'server/src/store/roles/basic-roles.ts',
  'web/src/ui/menu/menu-icon.tsx',
];
const BULK = [
  'contract/src/bulk-kinds.ts',
  'contract/src/office-bulk-operations.ts',
  'docs/lists.md',
  'server/src/rpc/handlers/office-bulk.ts',
  'server/src/store/bulk/contact-bulk.ts',
  'server/src/testing/bulk-cases.ts',
  'web/src/features/apps/contacts/contact-bulk.tsx',
  'web/src/features/apps/contacts/contacts-page.tsx',
];
const IMPORT = [
  'contract/src/import-kinds.ts',
  'contract/src/texts/*/controls.json',
  'e2e/src/harness/round-trips.ts',
  'server/src/imports/kinds.ts',
  'server/src/imports/kinds/contact.ts',
  'server/src/store/imports/contact-records.ts',
  'web/src/features/apps/contacts/contacts-page.tsx',
];

const CONTACT = { mentions: /contact/i, others: [], elsewhere: {} };
const RECORD_GUIDE = 'docs/adding-a-record.md';
const LIST_GUIDE = 'docs/adding-bulk-edit-and-imports.md';

export const EXAMPLES: Readonly<Record<string, Example>> = {
  record: {
    guide: RECORD_GUIDE,
    states: /^A contact is (\d+) files/m,
    files: [
      'contract/src/contact-operations.ts',
      'contract/src/faults/fleet-faults.ts',
      'contract/src/record-kinds.ts',
      'contract/src/operations.ts',
      'contract/src/texts/*/fleet.json',
      'server/src/http/record-files.test.ts',
      'server/src/rpc/handlers/contacts.ts',
      'server/src/rpc/handlers/table.ts',
      'server/src/store/contacts/*.ts',
      'server/src/store/migrations/*_contacts.sql',
      'server/src/store/records/office-records.ts',
      'server/src/testing/add-office-records.ts',
      'web/src/api/refresh-records.ts',
      'web/src/app/screen-of-menu.ts',
      'web/src/features/apps/contacts/contact-drawer.tsx',
      'web/src/features/apps/contacts/contacts-page.tsx',
    ],
    mentions: /contact/i,
    others: RECORDS,
    elsewhere: {
      ...Object.fromEntries([...MENU, ...BULK, ...IMPORT].map((file) => [file, 'of its menu, bulk edit or import'])),
      'contract/src/texts/*/reports.json': 'the contact with a driver, which is another thing',
      'server/src/demo/seed.ts': 'the demonstration has some of it',
      'server/src/store/audit/audit-subjects.ts': 'other records name their vendor',
      'server/src/store/moves/moved-records.ts': 'only of tables that name vehicles, devices or installations',
      'server/src/testing/foreign-input.ts': 'other records name their vendor',
    },
  },
  menu: {
    guide: RECORD_GUIDE,
    states: /^A menu of its own is (\d+) more/m,
    files: MENU,
    ...CONTACT,
    mentions: /contact|address-?book/i,
  },
  'bulk edit': { guide: LIST_GUIDE, states: /^Bulk edit of contacts is (\d+) files/m, files: BULK, ...CONTACT },
  import: { guide: LIST_GUIDE, states: /^The import of contacts is (\d+) files/m, files: IMPORT, ...CONTACT },
  'alarm condition': {
    guide: 'docs/alarms.md',
    states: /^The condition `lowBattery` is (\d+) files/m,
    files: [
      'contract/src/alarm-condition.ts',
      'contract/src/texts/*/conditions.ts',
      'server/src/alarm-kinds/readings.ts',
      'tracking/src/rules/readings.ts',
      'web/src/features/settings/alarm-rules/kinds/readings.tsx',
    ],
    mentions: /low-?battery/i,
    others: [/idling/, /noData/, /overStay/, /fuelDrop/, /geofenceDwell/, /routeDeviation/, /roadSpeed/],
    elsewhere: {
      'server/src/demo/demo-rules.ts': 'the demonstration has some of them',
      'web/src/features/settings/alarm-rules/templates.ts': 'rules to start with, of some conditions',
    },
  },
};

/** The files of an example, each once. */
export const filesOf = (root: string, globs: readonly string[]): string[] =>
  [...new Set(globs.flatMap((glob) => globSync(glob, { cwd: root })))]
    .map((file) => file.replaceAll('\\', '/'))
    .toSorted();

/**
 * A line for each wrong number, each listed file that does not belong to its example any more, and each table that is
 * not listed.
 */
export function checkCounts(root: string, examples: Readonly<Record<string, Example>> = EXAMPLES): string[] {
  const read = (file: string) => readFileSync(path.join(root, file), 'utf8');
  const code = globSync('{contract,server,tracking,web}/src/**/*.{ts,tsx,json}', { cwd: root })
    .filter((file) => !file.includes('.test.'))
    .map((file) => file.replaceAll('\\', '/'));
  return Object.entries(examples).flatMap(([name, { guide, states, files, mentions, others, elsewhere }]) => {
    const own = filesOf(root, files).filter((file) => mentions.test(read(file)));
    const stated = states.exec(read(guide))?.[1];
    const unused = files.filter((glob) => !filesOf(root, [glob]).some((file) => own.includes(file)));
    const known = new Set([...own, ...filesOf(root, Object.keys(elsewhere))]);
    const tables = code.filter((file) => {
      if (others.length === 0 || known.has(file)) return false;
      const text = read(file);
      return mentions.test(text) && others.filter((other) => other.test(text)).length > others.length / 2;
    });
    return [
      ...(Number(stated) === own.length
        ? []
        : [`${guide}: ${name} is ${own.length} files and not ${stated ?? 'stated'}`]),
      ...unused.map((glob) => `${name}: ${glob} has no part in it`),
      ...tables.map((file) => `${name}: ${file} is a table that the guide does not count`),
    ];
  });
}
