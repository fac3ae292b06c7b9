import { afterAll, beforeAll, expect, test } from 'vitest';
import { testDatabase, type TestDatabase } from '../testing/test-database.ts';
import { CONFLICTS } from './conflicts.ts';

let opened: TestDatabase;
beforeAll(async () => {
  opened = await testDatabase();
});
afterAll(() => opened.close());

/** Unique indexes without a text for their violation, with the reason why it cannot occur. */
const NEVER_HIT: Readonly<Record<string, readonly string[]>> = {
  'holds a random number or what is made of one': [
    'api_tokens_token_hash_key',
    'calendar_feeds_token_hash_key',
    'login_sessions_token_hash_key',
    'password_links_pkey',
    'recovery_codes_user_id_code_hash_key',
    'driver_receipts_token_hash_key',
    'run_links_token_hash_key',
    'shares_token_hash_key',
    'sign_in_challenges_pkey',
    'webhook_deliveries_key_key',
  ],
  'every INSERT says ON CONFLICT, or is of an owner that is made in the same transaction': [
    'address_searches_pkey',
    'addresses_pkey',
    'alarm_notices_pkey',
    'awaited_devices_pkey',
    'blocked_networks_network',
    'driven_late_pkey',
    'driver_receipts_message_id_driver_id_key',
    'driven_made_pkey',
    'fence_pasts_pkey',
    'calendar_feeds_user_id_key',
    'damaged_chunks_pkey',
    'document_reminders_pkey',
    'file_links_record_kind_record_id_file_id_key',
    'geofence_outlines_pkey',
    'late_marks_pkey',
    'learned_driving_pkey',
    'menus_key_key',
    'organisation_logos_pkey',
    'packed_days_pkey',
    'push_browsers_endpoint_key',
    'recompute_requests_pkey',
    'report_schedule_runs_once',
    'report_uses_pkey',
    'route_runs_route_id_day_key',
    'reported_networks_pkey',
    'role_permissions_pkey',
    'server_secrets_pkey',
    'server_versions_pkey',
    'service_dues_plan_id_vehicle_id_key',
    'service_reminders_pkey',
    'sign_in_failures_pkey',
    'subscription_reminders_pkey',
    'telemetry_rolled_pkey',
    'territory_outlines_pkey',
    'two_factor_pkey',
    'vehicle_sensor_profiles_pkey',
    'webhook_deliveries_run',
    'webhook_deliveries_webhook_id_alarm_id_key',
  ],
  'written by the server alone, which says ON CONFLICT, from what devices report': [
    'alarms_installation_id_key_key',
    'day_totals_pkey',
    'device_doubts_pkey',
    'device_states_pkey',
    'fuel_changes_installation_id_key_key',
    'sensor_readings_installation_id_key_key',
    'idles_installation_id_key_key',
    'overspeeds_installation_id_key_key',
    'place_stays_installation_id_key_key',
    'position_chunks_pkey',
    'positions_pkey',
    'sealed_positions_pkey',
    'run_expected_pkey',
    'run_facts_pkey',
    'run_territories_run_id_territory_id_key',
    'run_vehicles_pkey',
    'run_visit_sums_vehicle',
    'run_stop_words_pkey',
    'run_word_photos_run_id_key_key',
    'run_words_run_id_key_key',
    'run_visits_run_id_outlet_id_key',
    'status_report_chunks_pkey',
    'status_reports_pkey',
    'stops_installation_id_key_key',
    'switch_spans_installation_id_key_key',
    'tag_spans_installation_id_key_key',
    'tows_installation_id_key_key',
    'tracking_checkpoints_pkey',
    'tracking_states_pkey',
    'trips_installation_id_key_key',
    'visits_installation_id_key_key',
  ],
  'its owner is made, or emptied, in the same transaction': [
    'credit_note_lines_pkey',
    'import_headings_pkey',
    'import_lines_pkey',
    'import_sheets_pkey',
    'invoice_lines_pkey',
    'mail_attachments_pkey',
    'message_receipts_pkey',
    // A plan's stops are fully rewritten, without duplicate outlets.
    'route_plan_stops_pkey',
    'route_plan_stops_plan_id_outlet_id_key',
    // The row of the run is locked, and positions are renumbered.
    'route_run_stops_run_id_outlet_id_key',
    'route_run_stops_run_id_position_key',
  ],
  'what is there is looked for first, behind a lock, and told in words of its own or replaced': [
    // Two forms and the import set a usual driver; they lock the vehicle or use ON CONFLICT.
    'driver_assignments_usual',
    // Reported as `private-rule-exists`.
    'private_rules_one',
    // The row of the recurring expense is locked, with its next day.
    'expenses_recurring',
    // The first start decides, and a day is stored once.
    'database_origin_pkey',
    'dropped_days_pkey',
    // The device and the vehicle are locked, and their present installations are ended first.
    'installations_device',
    'installations_vehicle',
    // The runs of the organisation are locked.
    'routes_of_vehicle',
    'spreads_organisation_id_key_key',
    // The number is taken from the locked row of the seller.
    'credit_notes_issuer_id_number_key',
    'invoices_issuer_id_number_key',
    // A template of the same name is replaced.
    'command_templates_name',
    'list_views_own',
    'list_views_shared',
    // Reported as `reading-moment`.
    'meter_readings_at',
    'migrations_pkey',
    // Reported as `status-since-back`.
    'vehicle_statuses_pkey',
    // Numbers are assigned one after the other.
    'work_orders_organisation_id_number_key',
  ],
  'the one row is there since the table is': ['geocoder_turn_pkey', 'retention_clock_pkey'],
  'its rows are there since the table is': ['ingest_partitions_pkey'],
  'written by one job, of which only one runs at a time': ['driven_days_pkey', 'telemetry_days_pkey'],
  'written by the choice of one person, which says ON CONFLICT': ['recompute_choices_pkey'],
  'written by one job, which says ON CONFLICT': [
    'deleted_positions_pkey',
    'refused_days_pkey',
    'retention_deletions_pkey',
  ],
};

/** All unique indexes, except those of partitions and of generated numbers. */
async function uniqueIndexes(): Promise<string[]> {
  const { rows } = await opened.database.query<{ name: string }>(
    `SELECT c.relname AS name FROM pg_indexes x
     JOIN pg_class c ON c.relname = x.indexname AND c.relnamespace = x.schemaname::regnamespace
     JOIN pg_index i ON i.indexrelid = c.oid
     WHERE x.schemaname = 'public' AND i.indisunique AND NOT c.relispartition
       AND NOT (i.indisprimary AND i.indnatts = 1 AND EXISTS (SELECT FROM pg_attribute a
         WHERE a.attrelid = i.indrelid AND a.attnum = i.indkey[0] AND a.attidentity <> ''))`,
  );
  return rows.map(({ name }) => name);
}

test('every unique index has a message, or a reason why it is never violated', async () => {
  const all = await uniqueIndexes();
  expect(all.length).toBeGreaterThan(50);
  const listed = [...Object.keys(CONFLICTS), ...Object.values(NEVER_HIT).flat()];
  expect(listed.toSorted()).toEqual(all.toSorted());
});
