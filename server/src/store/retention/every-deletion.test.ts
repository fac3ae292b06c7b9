import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

/**
 * A legal hold keeps everything about a vehicle in its days. Every statement that deletes rows is listed here: either a
 * hold prevents it, or nothing that a hold keeps goes with it.
 */
const FOLDER = join(import.meta.dirname, '../..');

/** Where a hold prevents a deletion, and the name that the file uses for it. */
const PREVENTED: Readonly<Record<string, string>> = {
  'store/alarm-delivery/forget-deliveries.ts alarm_notices': 'isAlarmHeldSql',
  'store/alarm-delivery/forget-deliveries.ts notifications': 'isTextHeldSql',
  'store/alarm-delivery/forget-deliveries.ts webhook_deliveries': 'isAlarmHeldSql',
  'store/devices/device-findings.ts device_doubts': 'isDeviceDayHeldSql',
  'store/drivers/change-assignments.ts driver_assignments': 'requireDriverStays',
  'store/drivers/driver-tags.ts driver_tags': 'readHeldTagUses',
  'store/files/link-files.ts file_links': 'requireFileFree',
  'store/imports/vehicle-records.ts vehicle_groups': 'legal_holds',
  'store/moves/past-along.ts installations': 'legal_holds',
  'store/moves/past-along.ts meter_readings': 'legal_holds',
  'store/moves/past-along.ts vehicle_statuses': 'legal_holds',
  'store/retention/apply-retention.ts ${table}': 'held',
  'store/retention/apply-retention.ts telemetry_days': 'held',
};

/** Deletions that run only after a check elsewhere: the file with the check, and the name that it uses for it. */
const CHECKED_BEFORE: Readonly<Record<string, readonly [file: string, name: string]>> = {
  'store/personal-data/erase-personal-data.ts ${name}': ['store/drivers/erase-driver.ts', 'isDriverOnHold'],
  'store/files/change-files.ts files': ['store/files/link-files.ts', 'requireFileFree'],
  'store/tracks/delete-positions.ts sealed_positions': ['store/retention/device-ranges.ts', 'legal_holds'],
  'store/tracks/delete-positions.ts ${CHUNK_TABLE[kind]}': ['store/retention/device-ranges.ts', 'legal_holds'],
  'store/tracks/delete-positions.ts damaged_chunks': ['store/retention/device-ranges.ts', 'legal_holds'],
  ...Object.fromEntries(
    ['webhook_deliveries', 'overspeeds', 'alarms', 'notifications', 'mails', 'run_fact_changes', '${table}'].map(
      (table) => [
        `store/private-time/hide-facts.ts ${table}`,
        ['store/private-time/mark-private-time.ts', 'requireUnheldBetween'] as const,
      ],
    ),
  ),
};

const DERIVED = 'is computed from records that stay';
const QUEUE = 'is a queue of work; what follows from it is recorded elsewhere';
const ACCESS = 'is a secret, a session or a setting of a person';
const AHEAD = 'plans what has not begun';
const REWRITTEN = 'is written again in the same transaction';
const COPY = 'is a copy of records that stay';

/** Why a hold does not concern a deletion, by table, or by file and table. */
const UNCONCERNED: Readonly<Record<string, string>> = {
  'store/private-time/hide-facts.ts downloads': COPY,
  'store/private-time/hide-facts.ts mail_attachments': COPY,
  ingest_events: 'tell the operator which process stored positions, and nothing about a vehicle',
  'store/people/vehicle-limits.ts notifications': 'the person may no longer read them; the alarm and its notices stay',
  'store/alarm-delivery/notices.ts alarm_notices': 'were never sent, as the person may not see the vehicle',
  'store/messages/change-messages.ts file_links': 'belongs to a draft that was never sent',
  messages: 'are drafts that were never sent',
  'store/fleet/change-status.ts vehicle_statuses': 'is a correction, of which the audit log has the former value',
  'store/drivers/dismiss-driver.ts driver_assignments': AHEAD,
  'store/drivers/change-drivers.ts driver_assignments': AHEAD,
  'store/moves/end-ahead.ts driver_assignments': AHEAD,
  'store/telemetry/roll-day.ts telemetry_days': DERIVED,
  'store/facts/replace-facts.ts ${FACT_TABLES[kind].table}': DERIVED,
  'store/facts/replace-facts.ts ${table}': DERIVED,
  'store/tracks/seal-range.ts sealed_positions': 'returns to the positions themselves',
  'store/tracks/restore-day.ts damaged_chunks': 'the day is whole again',
  'store/tracks/move-reports.ts ${table}': 'goes to the record to which it belongs',
  'store/tracks/pack-days.ts ${table}': 'is in the chunk of its day',
  'store/tracks/partitions.ts ${table}_default': 'goes to the partition of its day',
  'store/devices/change-profiles.ts ${table}': ACCESS,
  route_runs: AHEAD,
  service_dues: DERIVED,
  driven_days: DERIVED,
  run_expected: DERIVED,
  run_facts: DERIVED,
  run_territories: DERIVED,
  run_visit_sums: DERIVED,
  run_visits: DERIVED,
  run_stop_words: DERIVED,
  tracking_checkpoints: DERIVED,
  route_plan_stops: REWRITTEN,
  route_run_stops: REWRITTEN,
  import_lines: 'the result of a line is the record',
  import_sheets: 'the result of an import are its records',
  imports: 'the result of an import are its records',
  import_headings: 'is a choice for the next import',
  bulk_changes: 'undoes changes, which are in the audit log',
  downloads: COPY,
  mail_attachments: COPY,
  push_messages: COPY,
  report_schedule_runs: 'is the log of reports that were sent, which show records that stay',
  run_links: 'has expired; its creation is in the audit log',
  shares: 'has expired; its creation is in the audit log',
  reported_networks: 'decides about connections to come',
  refused_days: 'concerns days without positions',
  fence_pasts: QUEUE,
  late_marks: QUEUE,
  recompute_requests: QUEUE,
  telemetry_late: QUEUE,
  driven_late: QUEUE,
  place_changes: QUEUE,
  run_marks: QUEUE,
  awaited_devices: QUEUE,
  ingest_owners: 'says which process takes the reports of devices',
  retention_deletions: 'goes to the audit log',
  geofences: 'is a part of an import that failed',
  organisations: 'has no vehicles',
  organisation_logos: ACCESS,
  roles: ACCESS,
  vehicle_sensor_profiles: 'ends what is measured from now on',
  command_templates: ACCESS,
  list_views: ACCESS,
  calendar_feeds: ACCESS,
  api_tokens: ACCESS,
  login_sessions: ACCESS,
  sign_ins: ACCESS,
  sign_in_failures: ACCESS,
  sign_in_challenges: ACCESS,
  password_links: ACCESS,
  push_browsers: ACCESS,
  recovery_codes: ACCESS,
  two_factor: ACCESS,
};

const textOf = (file: string) => readFileSync(join(FOLDER, file), 'utf8');

function findDeletions(): string[] {
  const files = readdirSync(FOLDER, { recursive: true, encoding: 'utf8' }).filter(
    (name) => name.endsWith('.ts') && !name.endsWith('.test.ts') && !name.startsWith('testing/'),
  );
  const found = files.flatMap((file) =>
    Array.from(
      textOf(file).matchAll(/DELETE FROM ((?:\$\{[^}]*\}|\w)+)/g),
      ([, table = '']) => `${file.replaceAll('\\', '/')} ${table}`,
    ),
  );
  return [...new Set(found)].toSorted();
}

const isListed = (one: string) =>
  one in PREVENTED || one in CHECKED_BEFORE || one in UNCONCERNED || (one.split(' ').at(-1) ?? '') in UNCONCERNED;

it('every deletion is prevented by a legal hold, or takes nothing that a hold keeps', () => {
  const deletions = findDeletions();
  expect(deletions.length).toBeGreaterThan(80);
  expect(deletions.filter((one) => !isListed(one))).toEqual([]);
  const tables = new Set(deletions.map((one) => one.split(' ').at(-1) ?? ''));
  const listed = [...Object.keys(PREVENTED), ...Object.keys(CHECKED_BEFORE), ...Object.keys(UNCONCERNED)];
  expect(listed.filter((one) => !deletions.includes(one) && !tables.has(one))).toEqual([]);
});

it('where a hold prevents a deletion, the file checks it', () => {
  for (const [one, name] of Object.entries(PREVENTED)) expect(textOf(one.split(' ')[0] ?? ''), one).toContain(name);
  for (const [one, [file, name]] of Object.entries(CHECKED_BEFORE)) expect(textOf(file), one).toContain(name);
});
