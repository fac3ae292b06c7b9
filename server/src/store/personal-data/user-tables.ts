import { hasValue, type PersonalTables, valueOf, wholeWords, withAlias, withoutWords } from './personal-table.ts';

/** The values of the audit log that are names of accounts. */
const DISPLAY_NAMES = ['manager', 'nextManager', 'assignee', 'owner'];
const USER_NAMES = ['user', 'account'];

/**
 * SQL: the user account `$1` as `p`, with the organisations where its name can occur: its own and those below. `$2` are
 * those of the caller, `$3` the menus that the caller may view.
 */
export const USER = `SELECT u.id, u.organisation_id, u.username, u.display_name AS name, u.email, u.name_key, u.created_at,
  '#' || u.id AS alias, $3::text[] AS menus, ${wholeWords('u.display_name')} AS words_pattern,
  ${valueOf(DISPLAY_NAMES, 'u.display_name')} AS name_pattern, ${valueOf(USER_NAMES, 'u.username')} AS username_pattern,
  ${valueOf(['signedBy'], 'u.display_name')} AS signed_pattern, ARRAY(
    WITH RECURSIVE below AS (
      SELECT o.id FROM organisations o WHERE o.id = u.organisation_id
      UNION SELECT o.id FROM organisations o JOIN below ON o.parent_id = below.id)
    SELECT id FROM below WHERE id = ANY($2::int[])) AS organisation_ids
  FROM users u WHERE u.id = $1`;

/** SQL: true if nobody else there has, or had, the names. A sub-query, so it only runs where it is needed. */
const IS_ONLY = `(SELECT NOT EXISTS (SELECT FROM users o WHERE o.organisation_id = ANY(u.organisation_ids) AND o.id <> u.id
    AND lower(u.name) IN (lower(o.display_name), lower(o.username)))
  AND NOT EXISTS (SELECT FROM drivers d WHERE d.organisation_id = ANY(u.organisation_ids)
    AND d.user_id IS DISTINCT FROM u.id AND lower(d.name) = lower(u.name))
  AND NOT EXISTS (SELECT FROM audit_log a WHERE a.organisation_id = ANY(u.organisation_ids) AND a.subject = 'user'
    AND a.subject_id <> u.id::text AND (lower(u.username) = lower(a.subject_name) OR lower(u.name) IN (
      lower(a.subject_name), lower(a.before ->> 'displayName'), lower(a.after ->> 'displayName')))) FROM p u)`;

const ME = '(SELECT id FROM p)';
const NUMBER = 'names the number of the account, as accounts and four-eyes rules need it';
const byNumber = (column: string) => ({
  rows: `r.${column} = p.id`,
  notExported: 'is a setting of the whole installation; the act is in the audit log',
  erasure: { stays: NUMBER },
});
const IN_MY_ORGANISATION = 'r.organisation_id = ANY(p.organisation_ids)';

/** SQL: true for a hold that the person set or ended, as the audit log holds by the number. */
const heldBy = (action: 'create' | 'end') => `EXISTS (SELECT FROM audit_log a WHERE a.subject = 'legal-hold'
  AND a.subject_id = r.id::text AND a.action = '${action}' AND a.user_id = p.id)`;

/** Wherever the database holds data of a user account. */
export const USER_TABLES: PersonalTables = {
  audit_log: {
    rows: `r.user_id = p.id OR (r.subject = 'user' AND r.subject_id = p.id::text)`,
    section: 'log',
    menu: 'audit-log',
    erasure: [
      { set: 'username = p.alias, address = NULL', rows: 'r.user_id = p.id' },
      {
        set: 'subject_name = p.alias, before = NULL, after = NULL',
        rows: `r.subject = 'user' AND r.subject_id = p.id::text`,
      },
      {
        set: `before = ${withAlias('before', 'signed_pattern')}, after = ${withAlias('after', 'signed_pattern')}`,
        rows: `r.subject = 'inspection' AND r.subject_id IN (SELECT x.id::text FROM inspections x WHERE x.created_by = ${ME})`,
      },
      {
        set: `before = ${withAlias('before', 'name_pattern', 'username_pattern')},
          after = ${withAlias('after', 'name_pattern', 'username_pattern')}`,
        rows: `${IN_MY_ORGANISATION} AND ${IS_ONLY} AND r.at >= p.created_at AND (${['before', 'after']
          .flatMap((column) => [hasValue(column, 'name_pattern'), hasValue(column, 'username_pattern')])
          .join(' OR ')})`,
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
      {
        set: `username = CASE WHEN r.user_id = p.id THEN p.alias ELSE r.username END,
          actor_name = CASE WHEN r.actor_id = p.id THEN p.alias ELSE r.actor_name END`,
      },
    ],
  },
  bulk_changes: {
    rows: 'r.user_id = p.id',
    notExported: 'holds former values of many records; what the person did is in the audit log',
    erasure: { stays: NUMBER },
  },
  notifications: {
    rows: 'r.user_id = p.id',
    section: 'messages',
    erasure: [
      {},
      {
        // Those about the person's messages name the sender.
        set: `title = ${withoutWords('title')}`,
        rows: `r.path IN (SELECT 'email?open=' || m.id FROM messages m WHERE m.sender_id = ${ME})`,
      },
    ],
  },
  alarm_notices: { rows: 'r.user_id = p.id', section: 'messages', erasure: [{}] },
  alarm_handling: {
    rows: 'r.user_id = p.id',
    section: 'work',
    menu: 'alarms',
    erasure: [
      { set: 'username = p.alias', rows: 'r.user_id = p.id' },
      {
        set: 'assignee = p.alias',
        rows: `${IS_ONLY} AND r.at >= p.created_at AND r.assignee = p.name AND EXISTS (SELECT FROM alarms a JOIN vehicles v ON v.id = a.vehicle_id
          WHERE a.id = r.alarm_id AND v.organisation_id = ANY(p.organisation_ids))`,
      },
    ],
  },
  alarms: {
    rows: 'p.id IN (r.acknowledged_by, r.assignee_id, r.cleared_by)',
    section: 'work',
    menu: 'alarms',
    withheld: ['lat', 'lon', 'value', 'about'],
    erasure: [{ set: 'assignee_id = NULL', rows: 'r.assignee_id = p.id AND r.cleared_at IS NULL' }],
  },
  tasks: {
    rows: 'p.id IN (r.assignee_id, r.created_by)',
    section: 'work',
    menu: 'tasks',
    erasure: [{ set: 'assignee_id = NULL', rows: `r.assignee_id = p.id AND r.state <> 'done'` }],
  },
  territories: {
    rows: 'p.id IN (r.manager_id, r.next_manager_id)',
    section: 'work',
    menu: 'outlets',
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
    menu: 'expenses',
    erasure: { stays: NUMBER },
  },
  recurring_expenses: { rows: 'r.created_by = p.id', section: 'work', menu: 'expenses', erasure: { stays: NUMBER } },
  work_orders: { rows: 'r.created_by = p.id', section: 'work', menu: 'maintenance', erasure: { stays: NUMBER } },
  service_records: { rows: 'r.created_by = p.id', section: 'work', menu: 'maintenance', erasure: { stays: NUMBER } },
  meter_readings: { rows: 'r.added_by = p.id', section: 'work', menu: 'vehicles', erasure: { stays: NUMBER } },
  inspections: {
    rows: 'r.created_by = p.id',
    section: 'work',
    menu: 'maintenance',
    erasure: [
      {
        // A dot, as a signature has at least one stroke.
        set: `signed_by = p.alias, signature = '[[0, 0]]'`,
        rows: 'r.created_by = p.id AND r.signed_by = p.name',
      },
    ],
  },
  device_commands: { rows: 'r.made_by = p.id', section: 'work', menu: 'commands', erasure: { stays: NUMBER } },
  legal_holds: {
    rows: `${heldBy('create')} OR ${heldBy('end')}`,
    section: 'work',
    menu: 'organisations',
    erasure: [
      { set: 'created_by = p.alias', rows: heldBy('create') },
      { set: 'ended_by = p.alias', rows: heldBy('end') },
    ],
  },
  route_run_changes: {
    rows: 'r.user_id = p.id',
    section: 'work',
    menu: 'routes',
    withheld: ['changes'],
    erasure: [{ set: 'user_name = p.alias' }],
  },
  spreads: {
    rows: 'r.created_by = p.id',
    section: 'work',
    menu: 'routes',
    erasure: [{ set: 'created_by_name = p.alias' }],
  },
  run_links: { rows: 'r.created_by = p.id', section: 'work', menu: 'routes', erasure: { stays: 'was revoked' } },
  private_marks: { rows: 'r.marked_by = p.id', section: 'work', menu: 'private-trips', erasure: { stays: NUMBER } },
  shares: { rows: 'r.created_by = p.id', section: 'work', menu: 'live-map', erasure: { stays: 'was revoked' } },
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
  // An address is nobody's: anybody may enter it, and others write to it.
  mails: { rows: 'r.user_id = p.id', section: 'messages', menu: 'outbox', withheld: ['carries'], erasure: [{}] },
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
        rows: 'p.id = ANY(r.people_ids) AND r.organisation_id = ANY(p.organisation_ids)',
      },
      // Of another organisation only the reference goes.
      {
        set: 'people_ids = array_remove(r.people_ids, p.id)',
        rows: 'p.id = ANY(r.people_ids)',
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
  sign_ins: { rows: 'r.user_id = p.id', section: 'access', erasure: [{}] },
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
