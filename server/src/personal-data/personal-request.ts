import { Writable } from 'node:stream';
import type { PersonalDataKind } from '@milepost/contract/download-operations';
import { MENU_KEYS, type MenuKey } from '@milepost/contract/menus';
import { may } from '../auth/caller.ts';
import { AppError } from '../errors.ts';
import type { Places } from '../places/places.ts';
import { REPORTS } from '../reports/all-reports.ts';
import { streamReport } from '../reports/export/stream-report.ts';
import { writeCsv } from '../reports/formats/csv.ts';
import type { Database, Queryable } from '../store/database.ts';
import { noDriver } from '../store/drivers/drivers.ts';
import type { Caller } from '../store/people/callers.ts';
import { getUser, isManageable } from '../store/people/list-users.ts';
import { managerOf } from '../store/roles/manager.ts';
import { onlyRow } from '../store/rows.ts';
import { mayExportPerson } from './personal-kinds.ts';
import type { PersonalDataRequest } from './write-personal-data.ts';

export interface PersonalSubject {
  name: string;
  organisationId: number;
}

/**
 * Finds the person of an export.
 * @throws AppError `not-found` outside the scope or after an erasure, `denied` without the right, and for accounts that
 * the caller cannot manage
 */
export async function requirePerson(
  db: Queryable,
  caller: Caller,
  kind: PersonalDataKind,
  id: number,
): Promise<PersonalSubject> {
  if (!mayExportPerson(caller, kind)) throw new AppError('denied', 'permission-denied');
  if (kind === 'user-data') {
    const { displayName, organisationId } = await getUser(db, managerOf(caller), id);
    if (id !== caller.userId && !(await isManageable(db, managerOf(caller), id))) {
      throw new AppError('denied', 'role-not-below');
    }
    return { name: displayName, organisationId };
  }
  const { rows } = await db.query<PersonalSubject>(
    `SELECT name, organisation_id AS "organisationId" FROM drivers
     WHERE id = $1 AND organisation_id = ANY($2) AND erased_at IS NULL`,
    [id, caller.scope.organisationIds],
  );
  if (!rows[0]) throw noDriver();
  return rows[0];
}

interface Services {
  database: Database;
  places: Places;
}

/** Everything that the file of a person needs besides its tables. */
export async function readRequest(
  services: Services,
  caller: Caller,
  { kind, personId, now }: { kind: PersonalDataKind; personId: number; now: Date },
): Promise<Omit<PersonalDataRequest, 'statementMs'>> {
  const { database } = services;
  const { name, organisationId } = await requirePerson(database, caller, kind, personId);
  const { organisation } = onlyRow(
    await database.query<{ organisation: string }>('SELECT name AS organisation FROM organisations WHERE id = $1', [
      organisationId,
    ]),
  );
  const more = new Map<string, string>();
  if (kind === 'driver-data') more.set('score.csv', await scoreOf(services, caller, personId, now));
  return {
    kind,
    personId,
    organisationIds: caller.scope.organisationIds,
    menus: menusFor(caller, kind, personId),
    name,
    organisation,
    by: caller.displayName,
    language: caller.language,
    more,
    now,
  };
}

/** The menus whose records the file may contain: what the caller may view, and everything about the caller. */
const menusFor = (caller: Caller, kind: PersonalDataKind, personId: number): MenuKey[] =>
  MENU_KEYS.filter((menu) => (kind === 'user-data' && personId === caller.userId) || may(caller, menu, 'view'));

/** The days of the score, which is calculated when somebody asks for it and never stored. */
const SCORE_DAYS = 90;
const dayOf = (time: number) => new Date(time).toISOString().slice(0, 10);

async function scoreOf(services: Services, caller: Caller, driverId: number, now: Date): Promise<string> {
  const section = { kind: 'driver-score', report: REPORTS['driver-score'], title: null, params: {} } as const;
  const document = { kind: 'driver-score', saved: null, params: {}, sections: [section], leftOut: [], fences: false };
  const to = now.getTime();
  const params = { from: dayOf(to - SCORE_DAYS * 86_400_000), to: dayOf(to), driverIds: [driverId] };
  const pieces: Buffer[] = [];
  const target = new Writable({
    write: (piece: Buffer, _encoding, done) => {
      pieces.push(piece);
      done();
    },
  });
  await streamReport(services, caller, { document, params, format: 'csv' }, (file) =>
    writeCsv(file, target, new AbortController().signal),
  );
  return Buffer.concat(pieces).toString();
}
