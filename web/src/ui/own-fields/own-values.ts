import type { OwnField, OwnValue } from '@milepost/contract/own-field-operations';
import type { TFunction } from 'i18next';
import { useCall } from '../../api/use-call.ts';
import type { OwnFieldRecord } from '@milepost/contract/own-field-kinds';
import { formatDate, formatDecimal, withUnit } from '../../text/format.ts';

/** The values in a form, by field id. */
export type OwnDraft = Readonly<Record<string, OwnValue['value']>>;

export const draftOf = (own: readonly OwnValue[] = []): OwnDraft =>
  Object.fromEntries(own.map(({ id, value }) => [id, value]));

/** The values that a form sends: of every field, empty or not. */
export const valuesOf = (draft: OwnDraft, fields: readonly OwnField[]): OwnValue[] =>
  fields.map(({ id }) => ({ id, value: draft[id] ?? null }));

/** A value as text; null if there is none. */
export function ownText(t: TFunction, { type, unit }: OwnField, value: OwnValue['value'] | undefined): string | null {
  if (value === null || value === undefined || value === '') return null;
  if (typeof value === 'boolean') return t(value ? 'own-fields.yes' : 'own-fields.no');
  if (typeof value === 'number') return unit === null ? formatDecimal(value) : withUnit(formatDecimal(value), unit);
  return type === 'date' ? formatDate(value) : value;
}

/**
 * The custom fields of a kind of record: those of the record's organisation, or without a record those of the person's
 * own.
 */
export const useOwnFields = (kind: OwnFieldRecord, recordId?: number): readonly OwnField[] | undefined =>
  useCall('get-own-fields', { kind, ...(recordId !== undefined && { recordId }) }).data?.rows;
