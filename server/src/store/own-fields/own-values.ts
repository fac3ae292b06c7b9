import type { PlainCode } from '@milepost/contract/fault';
import type { OwnFieldRecord } from '@milepost/contract/own-field-kinds';
import type { OwnField, OwnValue } from '@milepost/contract/own-field-operations';
import { fieldError } from '../../errors.ts';
import type { Queryable } from '../database.ts';
import { listOwnFields, OWN_FIELD_TABLES } from './own-fields.ts';

const DAY = /^(?:19|2\d)\d{2}-\d{2}-\d{2}$/;

/**
 * Writes the values of the organisation's custom fields for a record, whose row is locked; without values, they stay.
 * @param which `all`: omitted fields become empty, as in a form; `given`: they stay, even required ones
 * @throws AppError `invalid` at `own.<id>` for a value that the field does not accept, or a missing required one
 */
export async function writeOwnValues(
  db: Queryable,
  record: { kind: OwnFieldRecord; id: number; organisationId: number },
  values: readonly OwnValue[] | undefined,
  which: 'all' | 'given' = 'all',
): Promise<void> {
  if (values === undefined) return;
  const known = await listOwnFields(db, record.organisationId, record.kind);
  const isGiven = (field: OwnField) => values.some(({ id }) => id === field.id);
  const fields = which === 'all' ? known : known.filter(isGiven);
  const faults: Record<string, PlainCode> = {};
  const given: Record<string, OwnValue['value']> = {};
  const empty: string[] = [];
  for (const field of fields) {
    const value = trimmed(values.find(({ id }) => id === field.id)?.value ?? null);
    const wrong = wrongWith(field, value);
    if (wrong !== null) faults[`own.${field.id}`] = wrong;
    if (value === null) empty.push(String(field.id));
    else given[field.id] = value;
  }
  for (const { id } of values) if (!known.some((field) => field.id === id)) faults[`own.${id}`] = 'no-own-field';
  if (Object.keys(faults).length > 0) throw fieldError('invalid', faults);
  await db.query(`UPDATE ${OWN_FIELD_TABLES[record.kind]} SET own = (own - $3::text[]) || $2::jsonb WHERE id = $1`, [
    record.id,
    JSON.stringify(given),
    empty,
  ]);
}

function trimmed(value: OwnValue['value']): OwnValue['value'] {
  const text = typeof value === 'string' ? value.trim() : value;
  return text === '' ? null : text;
}

/** Why a field does not accept a value; null if it does. */
function wrongWith({ type, choices, required }: OwnField, value: OwnValue['value']): PlainCode | null {
  if (value === null) return required ? 'enter-value' : null;
  switch (type) {
    case 'text':
      return typeof value === 'string' && !/\p{Cc}/u.test(value) ? null : 'bad-character';
    case 'number':
      return typeof value === 'number' ? null : 'enter-number';
    case 'date':
      return typeof value === 'string' && DAY.test(value) && !Number.isNaN(Date.parse(value)) ? null : 'choose-day';
    case 'choice':
      return typeof value === 'string' && choices.includes(value) ? null : 'choose-offered';
    case 'yes-no':
      return typeof value === 'boolean' ? null : 'choose-offered';
  }
}

/** SQL, ` AND …`: records with this value, given as JSON in the parameter; all records if it is null. */
export const andOwn = (alias: string, parameter: number): string =>
  ` AND ($${parameter}::jsonb IS NULL OR ${alias}.own @> $${parameter})`;

/** The parameter of `andOwn`. */
export const ownFilter = (filter: { id: number; value: string | boolean } | undefined): string | null =>
  filter === undefined ? null : JSON.stringify({ [filter.id]: filter.value });
