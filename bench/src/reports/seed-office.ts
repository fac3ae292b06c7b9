import { seedMoney } from '../records/seed/money.ts';
import { seedPapers } from '../records/seed/papers.ts';
import { seedWorkshop } from '../records/seed/workshop.ts';
import { openWriter } from '../records/seed/writer.ts';
import type { Fleet } from './seed.ts';

/** The number of a vehicle's bills in three years, of which reports of fuel read 400 days: twenty a month. */
const BILLS = 720;
const SIGN_INS = 20_000;
const CHANGES = 100_000;
/** The days over which sign-ins and changes are spread. */
const DAYS = 60;

/**
 * The office records of such a fleet: bills, documents, services, sign-ins, changes, alarms of fuel and harsh driving.
 */
export async function seedOfficeOfReports(url: string, { vehicles, end }: Fleet): Promise<void> {
  const counts = { vehicles, drivers: vehicles, expenses: vehicles * BILLS };
  const until = `'${end.toISOString()}'::timestamptz`;
  const to = await openWriter(url);
  try {
    await seedMoney(to, counts);
    await to.run(['expenses'], `UPDATE expenses SET full_tank = true WHERE kind = 'fuel' AND id % 3 = 1`);
    await seedPapers(to, counts);
    await seedWorkshop(to, counts);
    await to.rows(
      'sign_ins',
      SIGN_INS,
      'at, organisation_id, username, address, network, user_agent, result',
      `${until} - make_interval(secs => n * ${(DAYS * 86_400) / SIGN_INS}), 1, 'person-' || n % 200, '192.0.2.1', '192.0.2.1',
       'Browser', CASE WHEN n % 20 = 0 THEN 'wrong-password' ELSE 'success' END`,
    );
    await to.rows(
      'audit_log',
      CHANGES,
      'at, organisation_id, username, address, subject, subject_id, action, after',
      `${until} - make_interval(secs => n * ${(DAYS * 86_400) / CHANGES}), 1, 'person-' || n % 200, '192.0.2.1', 'vehicle', n,
       'update', '{"colour": "red", "owner": "Lease"}'`,
    );
    await to.run(
      ['alarms'],
      `INSERT INTO alarms (installation_id, key, confirmed_at, vehicle_id, rule_id, started_at, last_at, cleared_at, count,
         lat, lon, value, about, severity)
       SELECT v, 'other:' || n, x.at, v, CASE n % 8 WHEN 0 THEN 2 ELSE 3 END, x.at, x.at, x.at, 1, -34.9, -56.2, 12,
         CASE n % 8 WHEN 0 THEN NULL ELSE (ARRAY['hardAcceleration', 'hardBraking', 'hardCornering'])[1 + n % 3] END, 'minor'
       FROM generate_series(1, ${vehicles}) v, generate_series(1, 40) n,
         LATERAL (SELECT ${until} - make_interval(hours => 30 * n, secs => v % 3000) AS at) x`,
    );
    await to.finish();
  } finally {
    await to.end();
  }
}
