import type { RecordCounts, Writer } from './writer.ts';

const VEHICLE_KINDS = `ARRAY['insurance', 'registration', 'fitness', 'pollution']`;

/** SQL of the searchable words of a document besides its holder: the kind in several languages. */
const words = (kind: string) => `${kind} || ' document bima'`;

/** Four documents per vehicle, one of them renewed, and the licence of each driver. */
export async function seedPapers(to: Writer, { vehicles, drivers }: RecordCounts): Promise<void> {
  const ofVehicles = vehicles * 4;
  await to.rows(
    'documents',
    ofVehicles + drivers,
    `id, organisation_id, kind, vehicle_id, driver_id, number, issuer, issued_on, valid_until, cost, currency, renewed,
     kind_words, words`,
    `n, 1, CASE WHEN n <= ${ofVehicles} THEN (${VEHICLE_KINDS})[1 + n % 4] ELSE 'licence' END,
     CASE WHEN n <= ${ofVehicles} THEN 1 + (n - 1) / 4 END, CASE WHEN n > ${ofVehicles} THEN n - ${ofVehicles} END,
     'P-' || n, 'Office ' || n % 60, current_date - 500 - n % 300, current_date + (n * 7919::bigint % 800)::int - 60,
     CASE WHEN n % 3 = 0 THEN 5000 + n % 900 END, CASE WHEN n % 3 = 0 THEN 'INR' END,
     n <= ${ofVehicles} AND n % 16 = 0,
     CASE WHEN n <= ${ofVehicles} THEN ${words(`(${VEHICLE_KINDS})[1 + n % 4]`)} ELSE ${words(`'licence'`)} END, ''`,
  );
}
