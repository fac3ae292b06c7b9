import { hasName, type PersonalTables, wholeValues, wholeWords, withAlias } from './personal-table.ts';

/**
 * SQL: the user account `$1` as `p`, with the organisations where its name can occur: its own and those below. `$2` are
 * those of the caller.
 */
export const USER = `SELECT u.id, u.organisation_id, u.username, u.display_name AS name, u.email, u.name_key,
  '#' || u.id AS alias, ${wholeWords('u.display_name')} AS words_pattern,
  ${wholeValues('u.display_name', 'u.username', 'u.email')} AS values_pattern, ARRAY(
    WITH RECURSIVE below AS (
      SELECT o.id FROM organisations o WHERE o.id = u.organisation_id
      UNION SELECT o.id FROM organisations o JOIN below ON o.parent_id = below.id)
    SELECT id FROM below WHERE id = ANY($2::int[])) AS organisation_ids
  FROM users u WHERE u.id = $1`;

const ME = '(SELECT id FROM p)';
const NUMBER = 'names the number of the account, as accounts and four-eyes rules need it';
/** SQL: true if the text contains the name as a whole word, or the address. */
const mentions = (text: string) =>
  `(lower(${text}) ~ p.words_pattern OR position(lower(p.email) IN lower(${text})) > 0)`;
const byNumber = (column: string) => ({
  rows: `r.${column} = p.id`,
  notExported: 'is a setting of the whole installation; the act is in the audit log',
  erasure: { stays: NUMBER },
});
const IN_MY_ORGANISATION = 'r.organisation_id = ANY(p.organisation_ids)';

/** SQL: a column that holds a name, with the number in its place. */
const withoutName = (column: string) =>
  `CASE WHEN r.${column} IN (p.name, p.username) THEN p.alias ELSE r.${column} END`;

/** Wherever the database holds data of a user account. */
export const USER_TABLES: PersonalTables = {
  audit_log: {
    rows: `r.user_id = p.id OR (r.subject = 'user' AND r.subject_id = p.id::text)`,
    section: 'log',
    erasure: [
      { set: 'username = p.alias, address = NULL', rows: 'r.user_id = p.id' },
      {
        set: 'subject_name = p.alias, before = NULL, after = NULL',
        rows: `r.subject = 'user' AND r.subject_id = p.id::text`,
      },
      {
        set: `before = ${withAlias('r.before')}, after = ${withAlias('r.after')}, subject_name = ${withoutName('subject_name')}`,
        rows: `${IN_MY_ORGANISATION} AND (${hasName('r.before')} OR ${hasName('r.after')} OR r.subject_name IN (p.name, p.username))`,
      },
    ],
  },
  imports: {
    rows: 'r.user_id = p.id OR r.actor_id = p.id',
    section: 'work',
    withheld: [
      'headings',
      'columns',
      'wanted',
      'made',
      'top',
      'creates',
      'warned',
      'unknown_words',
      'user_id',
      'actor_id',
    ],
    erasure: [
      // Their sheets hold the name to be undone: these can no longer be.
      {
        rows: `${IN_MY_ORGANISATION} AND EXISTS (SELECT FROM import_lines l WHERE l.import_id = r.id
          AND ${mentions('concat(l.cells::text, l.name, l.before::text, l.after::text)')})`,
      },
      { set: `username = ${withoutName('username')}, actor_name = ${withoutName('actor_name')}` },
    ],
  },
  bulk_changes: {
    rows: 'r.user_id = p.id',
    notExported: 'holds former values of many records; what the person did is in the audit log',
    erasure: [{ rows: `${IN_MY_ORGANISATION} AND ${hasName('r.entries')}` }],
  },
  notifications: {
    rows: 'r.user_id = p.id',
    section: 'messages',
    erasure: [
      {
        rows: `r.user_id = p.id OR (${mentions(`r.title || ' ' || r.text`)}
          AND EXISTS (SELECT FROM users u WHERE u.id = r.user_id AND u.organisation_id = ANY(p.organisation_ids)))`,
      },
    ],
  },
  alarm_notices: { rows: 'r.user_id = p.id', section: 'messages', erasure: [{}] },
  alarm_handling: {
    rows: 'r.user_id = p.id OR r.assignee = p.name',
    section: 'work',
    erasure: [
      { set: 'username = p.alias', rows: 'r.user_id = p.id' },
      {
        set: 'assignee = p.alias',
        rows: `r.assignee = p.name AND EXISTS (SELECT FROM alarms a JOIN vehicles v ON v.id = a.vehicle_id
          WHERE a.id = r.alarm_id AND v.organisation_id = ANY(p.organisation_ids))`,
      },
    ],
  },
  alarms: {
    rows: 'p.id IN (r.acknowledged_by, r.assignee_id, r.cleared_by)',
    section: 'work',
    withheld: ['lat', 'lon', 'value', 'about'],
    erasure: [{ set: 'assignee_id = NULL', rows: 'r.assignee_id = p.id AND r.cleared_at IS NULL' }],
  },
  tasks: {
    rows: 'p.id IN (r.assignee_id, r.created_by)',
    section: 'work',
    erasure: [{ set: 'assignee_id = NULL', rows: `r.assignee_id = p.id AND r.state <> 'done'` }],
  },
  territories: {
    rows: 'p.id IN (r.manager_id, r.next_manager_id)',
    section: 'work',
    withheld: ['areas'],
    erasure: [{ set: 'manager_id = NULLIF(r.manager_id, p.id), next_manager_id = NULLIF(r.next_manager_id, p.id)' }],
  },
  drivers: {
    rows: 'r.user_id = p.id',
    notExported: 'is the record of a driver, which is exported and erased under Drivers',
    erasure: [{ set: 'user_id = NULL' }],
  },
  expenses: {
    rows: 'p.id IN (r.created_by, r.submitted_by, r.decided_by)',
    section: 'work',
    erasure: { stays: NUMBER },
  },
  recurring_expenses: { rows: 'r.created_by = p.id', section: 'work', erasure: { stays: NUMBER } },
  work_orders: { rows: 'r.created_by = p.id', section: 'work', erasure: { stays: NUMBER } },
  service_records: { rows: 'r.created_by = p.id', section: 'work', erasure: { stays: NUMBER } },
  meter_readings: { rows: 'r.added_by = p.id', section: 'work', erasure: { stays: NUMBER } },
  inspections: {
    rows: `r.created_by = p.id OR (${IN_MY_ORGANISATION} AND r.signed_by = p.name)`,
    section: 'work',
    erasure: [
      {
        // A dot, as a signature has at least one stroke.
        set: `signed_by = p.alias, signature = '[[0, 0]]'`,
        rows: `${IN_MY_ORGANISATION} AND r.signed_by = p.name`,
      },
    ],
  },
  device_commands: { rows: 'r.made_by = p.id', section: 'work', erasure: { stays: NUMBER } },
  legal_holds: {
    rows: `(r.created_by IN (p.name, p.username) OR r.ended_by IN (p.name, p.username)) AND ${IN_MY_ORGANISATION}`,
    section: 'work',
    erasure: [{ set: `created_by = ${withoutName('created_by')}, ended_by = ${withoutName('ended_by')}` }],
  },
  route_run_changes: {
    rows: 'r.user_id = p.id',
    section: 'work',
    withheld: ['changes'],
    erasure: [{ set: 'user_name = p.alias' }],
  },
  spreads: { rows: 'r.created_by = p.id', section: 'work', erasure: [{ set: 'created_by_name = p.alias' }] },
  run_links: { rows: 'r.created_by = p.id', section: 'work', erasure: { stays: 'was revoked' } },
  shares: { rows: 'r.created_by = p.id', section: 'work', erasure: { stays: 'was revoked' } },
  files: {
    rows: 'r.added_by = p.id OR r.held_by = p.id',
    section: 'work',
    withheld: ['held_by', 'orphan_since'],
    erasure: { stays: 'belongs to the record that it was added to' },
  },
  blocked_networks: byNumber('blocked_by'),
  json_profiles: byNumber('changed_by'),
  layout_profiles: byNumber('changed_by'),
  messages: {
    rows: `r.sender_id = p.id OR r.id IN (SELECT x.message_id FROM message_receipts x WHERE x.user_id = ${ME})`,
    section: 'messages',
    withheld: ['people_ids', 'role_ids', 'group_ids', 'driver_ids'],
    erasure: [
      { rows: 'r.sender_id = p.id AND r.sent_at IS NULL' },
      { set: 'people_ids = array_remove(r.people_ids, p.id)', rows: 'p.id = ANY(r.people_ids)' },
    ],
  },
  message_receipts: { rows: 'r.user_id = p.id', section: 'messages', erasure: [{}] },
  mails: {
    rows: 'r.user_id = p.id OR lower(r.recipient) = lower(p.email)',
    section: 'messages',
    withheld: ['carries'],
    erasure: [
      {
        rows: `r.user_id = p.id OR lower(r.recipient) = lower(p.email)
          OR (${IN_MY_ORGANISATION} AND ${mentions(`r.subject || ' ' || r.text`)})`,
      },
    ],
  },
  downloads: {
    rows: 'r.user_id = p.id',
    section: 'work',
    withheld: ['params', 'organisation_ids', 'vehicle_ids', 'group_ids', 'kinds', 'run'],
    erasure: [{ rows: `r.user_id = p.id OR (r.kind = 'user-data' AND r.params ->> 'personId' = p.id::text)` }],
  },
  list_views: { rows: 'r.user_id = p.id', section: 'settings', erasure: [{}] },
  report_uses: { rows: 'r.user_id = p.id', section: 'settings', erasure: [{}] },
  saved_reports: {
    rows: 'r.user_id = p.id',
    section: 'settings',
    // Others use those that are shared.
    erasure: [{ rows: 'r.user_id = p.id AND NOT r.shared' }],
  },
  report_schedules: {
    rows: 'r.user_id = p.id',
    section: 'settings',
    withheld: ['people_ids', 'addresses', 'held'],
    erasure: [
      {},
      {
        set: `people_ids = array_remove(r.people_ids, p.id), addresses = ARRAY(
            SELECT a.address FROM unnest(r.addresses) WITH ORDINALITY a (address, at)
            WHERE lower(a.address) IS DISTINCT FROM lower(p.email) ORDER BY a.at)`,
        rows: `p.id = ANY(r.people_ids) OR lower(p.email) IN (SELECT lower(a) FROM unnest(r.addresses) a)`,
      },
    ],
  },
  alarm_rules: {
    rows: `r.channels -> 'userIds' @> to_jsonb(p.id)`,
    notExported: 'says whom a rule notifies; the notices themselves are exported',
    erasure: [
      {
        set: `channels = jsonb_set(r.channels, '{userIds}', coalesce((SELECT jsonb_agg(x) FROM jsonb_array_elements(r.channels -> 'userIds') x
          WHERE x <> to_jsonb(p.id)), '[]'))`,
      },
    ],
  },
  awaited_devices: { rows: 'r.user_id = p.id', section: 'settings', erasure: [{}] },
  calendar_feeds: { rows: 'r.user_id = p.id', section: 'access', erasure: [{}] },
  api_tokens: { rows: 'r.user_id = p.id', section: 'access', erasure: [{}] },
  push_messages: {
    rows: `r.browser_id IN (SELECT b.id FROM push_browsers b WHERE b.user_id = ${ME})`,
    notExported: 'copies of notifications, which are exported',
    erasure: [{}],
  },
  push_browsers: { rows: 'r.user_id = p.id', section: 'access', erasure: [{}] },
  login_sessions: { rows: 'r.user_id = p.id', section: 'access', erasure: [{}] },
  sign_ins: {
    rows: 'r.user_id = p.id OR lower(r.username) IN (lower(p.username), lower(p.email))',
    section: 'access',
    erasure: [{}],
  },
  sign_in_challenges: { rows: 'r.user_id = p.id', notExported: 'a secret of some minutes', erasure: [{}] },
  sign_in_failures: {
    rows: `r.subject IN ('user:' || p.name_key, 'known:' || p.id)`,
    notExported: 'counts wrong passwords; the attempts are exported as sign-ins',
    erasure: [{}],
  },
  password_links: {
    rows: 'p.id IN (r.user_id, r.shown_to)',
    notExported: 'a secret of some days',
    erasure: [{}],
  },
  recovery_codes: { rows: 'r.user_id = p.id', section: 'access', erasure: [{}] },
  two_factor: { rows: 'r.user_id = p.id', section: 'access', withheld: ['last_step'], erasure: [{}] },
  users: {
    rows: 'r.id = p.id',
    section: 'profile',
    erasure: [
      {
        set: `username = p.alias, name_key = p.alias, display_name = p.alias, email = NULL, phone = NULL, photo = NULL,
          password_hash = NULL, email_doubt = NULL, language = 'en', time_zone = '', units = 'metric',
          disabled_at = coalesce(r.disabled_at, now()), erased_at = now(), version = r.version + 1`,
      },
    ],
  },
};
