import type { AuditSubject } from '@milepost/contract/audit-subjects';
import type { DocumentKind } from '@milepost/contract/document-kinds';
import type { ExpenseKind } from '@milepost/contract/expense-kinds';
import type { Language } from '@milepost/contract/languages';
import type { RecordKind } from '@milepost/contract/record-kinds';
import type { SensorKind } from '@milepost/contract/sensor-kinds';
import type { VehicleType } from '@milepost/contract/vehicle-operations';
import type { AlarmCode } from '@milepost/protocols/types';
import { inEach } from './server-texts.ts';

/** The names of the members of a kind in each language, on the server as on the screens. */
type NamesOf<Kind extends string> = Readonly<Record<Language, Readonly<Record<Kind, string>>>>;

/** Alarms that devices report, by code; a device may report an unknown one. */
export const DEVICE_CODES: Readonly<Record<Language, Readonly<Record<string, string>>>> = inEach(
  ({ names }) => names.deviceCodes satisfies Record<AlarmCode, string>,
);
export const DOCUMENT_KIND_WORDS: NamesOf<DocumentKind> = inEach(({ names }) => names.documents);
export const EXPENSE_KIND_WORDS: NamesOf<ExpenseKind> = inEach(({ names }) => names.expenses);
export const RECORD_KIND_WORDS: NamesOf<RecordKind> = inEach(({ names }) => names.records);
/** The subjects of the audit log, with the names of records used everywhere else. */
export const AUDIT_SUBJECT_WORDS: NamesOf<AuditSubject> = inEach(({ names }) => ({
  ...names.records,
  ...names.auditSubjects,
}));
export const SENSOR_KIND_WORDS: NamesOf<SensorKind> = inEach(({ names }) => names.sensors);
export const VEHICLE_TYPE_NAMES: NamesOf<VehicleType> = inEach(({ names }) => names.vehicleTypes);

/** The short words of units. */
export const UNIT_WORDS = inEach(({ units }) => units);
export type UnitWord = keyof (typeof UNIT_WORDS)['en'];

/** The names of a kind of document in all languages, since a search finds it by any of them. */
export const wordsOfKind = (kind: DocumentKind): string =>
  Object.values(DOCUMENT_KIND_WORDS)
    .map((words) => words[kind])
    .join(' ');
