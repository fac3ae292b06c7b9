import { type OwnBulkField, ownBulkField } from '@milepost/contract/bulk-kinds';
import type { OwnField } from '@milepost/contract/own-field-operations';
import type { TFunction } from 'i18next';
import type { BulkField } from '../bulk-edit/bulk-field.ts';
import { ownText } from './own-values.ts';

/** The organisation's custom fields, for changing many records at a time. */
export const ownBulkFields = (t: TFunction, fields: readonly OwnField[] = []): BulkField<OwnBulkField>[] =>
  fields.map((field) => ({
    field: ownBulkField(field.id),
    label: field.name,
    input: inputOf(t, field),
    optional: !field.required,
    word: (value) => ownText(t, field, value),
  }));

function inputOf(t: TFunction, { type, unit, choices }: OwnField): BulkField['input'] {
  switch (type) {
    case 'number':
      return { kind: 'number', unit: unit ?? '', decimals: 3 };
    case 'date':
      return { kind: 'day' };
    case 'choice':
      return { kind: 'choice', options: choices.map((value) => ({ value, label: value })) };
    case 'yes-no':
      return {
        kind: 'choice',
        options: [
          { value: true, label: t('own-fields.yes') },
          { value: false, label: t('own-fields.no') },
        ],
      };
    case 'text':
      return { kind: 'text', maxLength: 100 };
  }
}
