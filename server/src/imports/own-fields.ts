import { ownBulkField } from '@milepost/contract/bulk-kinds';
import { fault } from '@milepost/contract/fault';
import { importSpec, type ImportKind } from '@milepost/contract/import-kinds';
import { type OwnField, OwnText } from '@milepost/contract/own-field-operations';
import { z } from 'zod';
import type { Queryable } from '../store/database.ts';
import { refuseOfMoved } from '../store/imports/refuse-of-moved.ts';
import { listOwnFields } from '../store/own-fields/own-fields.ts';
import { plain } from './detect-columns.ts';
import type { ImportDescriptor, ImportField, ResolvedLine, Value } from './import-descriptor.ts';
import { IMPORT_DESCRIPTORS } from './kinds.ts';
import { day, numberBy, textBy, yesOrNo } from './read-fields.ts';

/** The custom fields of an organisation for a kind of record. */
export async function ownFieldsOf(db: Queryable, organisationId: number, kind: ImportKind): Promise<OwnField[]> {
  const { own } = importSpec(kind);
  return own === undefined ? [] : listOwnFields(db, organisationId, own);
}

/** The fields that lines of a kind may contain in an organisation, including its custom fields under `own:<id>`. */
export async function openDescriptor(
  db: Queryable,
  organisationId: number,
  kind: ImportKind,
): Promise<ImportDescriptor> {
  const descriptor: ImportDescriptor = IMPORT_DESCRIPTORS[kind];
  const own = await ownFieldsOf(db, organisationId, kind);
  const fields = { ...descriptor.fields };
  for (const field of own) fields[ownBulkField(field.id)] = importField(field);
  return {
    ...descriptor,
    fields,
    async resolve(on, target, lines) {
      const resolved = await refuseOfMoved(on, kind, await descriptor.resolve(on, target, lines));
      return resolved.map((line, index) => withOwn(own, line, lines[index]?.given ?? {}));
    },
  };
}

function withOwn(own: readonly OwnField[], line: ResolvedLine, given: Readonly<Record<string, Value>>): ResolvedLine {
  const after = { ...line.after };
  const faults = [...line.faults];
  for (const { id, required } of own) {
    const field = ownBulkField(id);
    const value = given[field];
    if (value !== undefined) after[field] = value;
    // As in a form, a new record needs a value for a required field, and an existing record may stay without one.
    if (required && line.id === null && after[field] === undefined) faults.push({ field, fault: fault('enter-value') });
  }
  return { ...line, after, faults };
}

function importField({ name, type, unit, choices }: OwnField): ImportField {
  return { words: unit === null ? [name] : [name, `${name} (${unit})`], own: true, read: reading(type, choices) };
}

function reading(type: OwnField['type'], choices: readonly string[]): ImportField['read'] {
  switch (type) {
    case 'number':
      return numberBy(z.number());
    case 'date':
      return day;
    case 'choice': {
      const known = new Map(choices.map((choice) => [plain(choice), choice]));
      return (text) => {
        const value = known.get(plain(text));
        return value === undefined ? { fault: fault('word-unknown', { word: text, values: [...choices] }) } : { value };
      };
    }
    case 'yes-no':
      return yesOrNo;
    case 'text':
      return textBy(OwnText);
  }
}
