import { loadOutlets } from '@milepost/city/outlets';
import type { Queryable } from '../store/database.ts';
import { insertTerritory } from '../store/territories/change-territories.ts';
import { holdTerritories, placeOutlets } from '../store/territories/place-outlets.ts';

/** The border of the two territories, and their extent: the shops beyond belong to none. */
const BORDER_LON = -56.165;
const [SOUTH, NORTH, WEST, EAST] = [-34.96, -34.85, -56.3, -56.05];

const TERRITORIES = [
  { name: 'Montevideo West', colour: '#2563d9', from: WEST, to: BORDER_LON },
  { name: 'Montevideo East', colour: '#d97706', from: BORDER_LON, to: EAST },
] as const;

/** Every n-th shop is closed, or has no coordinates. */
const [CLOSED_EVERY, UNPLACED_EVERY] = [37, 90];

/** The number in the code of a shop, from its position in the city's list. */
export const numberOfOutlet = (index: number): string => String(index + 1).padStart(4, '0');

/** Gives the demo the shops of its city as outlets, in two territories. */
export async function seedOutlets(db: Queryable, organisationId: number): Promise<void> {
  const { rowCount: present } = await db.query('SELECT FROM outlets WHERE organisation_id = $1 LIMIT 1', [
    organisationId,
  ]);
  if (present) return;
  const outlets = loadOutlets().map(({ name, kind, lat, lon, suburb }, index) => {
    const large = kind === 'supermarket';
    const placed = index % UNPLACED_EVERY !== UNPLACED_EVERY - 1;
    return {
      code: `${large ? 'S' : 'C'}-${numberOfOutlet(index)}`,
      name,
      address: suburb === '' ? null : `${suburb}, Montevideo`,
      lat: placed ? lat : null,
      lon: placed ? lon : null,
      radius: large ? 80 : 50,
      hours: large ? 'Mo-Sa 06:00-11:00,15:00-18:00' : 'Mo-Fr 08:00-13:00',
      minutes: large ? 25 : 10,
      class: large ? (index % 3 === 0 ? 'A' : 'B') : 'C',
      visits: large ? (index % 3 === 0 ? 3 : 2) : 1,
      state: index % CLOSED_EVERY === CLOSED_EVERY - 1 ? 'closed' : 'active',
    };
  });
  await db.query(
    `INSERT INTO outlets (organisation_id, code, name, address, lat, lon, radius_m, hours, service_min, class,
       visits_per_week, state)
     SELECT $1, code, name, address, lat, lon, radius, hours, minutes, class, visits, state
     FROM jsonb_to_recordset($2) AS r(code text, name text, address text, lat float8, lon float8, radius int, hours text,
       minutes int, class text, visits float8, state text)`,
    [organisationId, JSON.stringify(outlets)],
  );
  await holdTerritories(db);
  for (const { name, colour, from, to } of TERRITORIES) {
    const area = [
      { lat: SOUTH, lon: from },
      { lat: SOUTH, lon: to },
      { lat: NORTH, lon: to },
      { lat: NORTH, lon: from },
    ];
    await insertTerritory(db, organisationId, {
      name,
      colour,
      managerId: null,
      nextManagerId: null,
      nextFrom: null,
      validFrom: null,
      areas: [area],
    });
  }
  await placeOutlets(db, organisationId);
}
