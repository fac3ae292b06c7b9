import type { OwnField, OwnValue } from '@milepost/contract/own-field-routes';
import type { TFunction } from 'i18next';
import { useCall } from '../../api/use-call.ts';
import type { OwnFieldRecord } from '@milepost/contract/own-field-kinds';
import { formatDate, formatDecimal, withUnit } from '../../text/format.ts';

/** Values in a form, by the id of their field. */
export type OwnDraft = Readonly<Record<string, OwnValue['value']>>;

export const draftOf = (own: readonly OwnValue[] = []): OwnDraft =>
  Object.fromEntries(own.map(({ id, value }) => [id, value]));

/** What a form sends: each field that there is, empty or not. */
export const valuesOf = (draft: OwnDraft, fields: readonly OwnField[]): OwnValue[] =>
  fields.map(({ id }) => ({ id, value: draft[id] ?? null }));

/** A value in words; null where there is none. */
export function ownText(t: TFunction, { type, unit }: OwnField, value: OwnValue['value'] | undefined): string | null {
  if (value === null || value === undefined || value === '') return null;
  if (typeof value === 'boolean') return t(value ? 'own-fields.yes' : 'own-fields.no');
  if (typeof value === 'number') return unit === null ? formatDecimal(value) : withUnit(formatDecimal(value), unit);
  return type === 'date' ? formatDate(value) : value;
}

/** The fields of a kind of record, as the record's organisation made them, or with no record the own one. */
export const useOwnFields = (kind: OwnFieldRecord, recordId?: number): readonly OwnField[] | undefined =>
  useCall('get-own-fields', { kind, ...(recordId !== undefined && { recordId }) }).data?.rows;
