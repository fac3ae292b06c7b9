import { PERSONAL_DATA_KINDS, type PersonalDataKind } from '@milepost/contract/download-operations';
import type { MenuKey } from '@milepost/contract/menus';
import { may } from '../auth/caller.ts';
import type { Caller } from '../store/people/callers.ts';
import { DRIVER, DRIVER_TABLES } from '../store/personal-data/driver-tables.ts';
import type { PersonalTables } from '../store/personal-data/personal-table.ts';
import { USER, USER_TABLES } from '../store/personal-data/user-tables.ts';

interface PersonalKind {
  /** Whoever deletes records of this menu may export and erase the data of the people in it. */
  menu: MenuKey;
  person: string;
  tables: PersonalTables;
}

export const PERSONAL_KINDS: Readonly<Record<PersonalDataKind, PersonalKind>> = {
  'driver-data': { menu: 'drivers', person: DRIVER, tables: DRIVER_TABLES },
  'user-data': { menu: 'users', person: USER, tables: USER_TABLES },
};

export const personalKindOf = (kind: string): PersonalDataKind | null =>
  PERSONAL_DATA_KINDS.find((one) => one === kind) ?? null;

/** True if the caller may export, and erase, the data of such people. */
export const mayExportPerson = (caller: Caller, kind: PersonalDataKind): boolean =>
  caller.scope.limit === null && may(caller, PERSONAL_KINDS[kind].menu, 'delete');
