import { OUTLET_BULK_FIELDS, type OutletBulkField } from '@milepost/contract/bulk-kinds';
import { OUTLET_CLASSES, OUTLET_STATES } from '@milepost/contract/outlet-kinds';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { call, type CallInput } from '../../../api/call.ts';
import { metreUnit, minuteUnit } from '../../../text/format.ts';
import { useCall } from '../../../api/use-call.ts';
import { BulkEdit } from '../../../ui/bulk-edit/bulk-edit.tsx';
import type { BulkField } from '../../../ui/bulk-edit/bulk-field.ts';
import type { BulkDialogProps } from '../../../ui/list-page/chosen-bar.tsx';
import { ownBulkFields } from '../../../ui/own-fields/own-bulk.ts';
import { useOwnFields } from '../../../ui/own-fields/own-values.ts';
import { labelKey } from './outlet-values.ts';
import { refreshOutlets } from '../../../api/refresh-records.ts';

type Props = BulkDialogProps<NonNullable<CallInput<'change-outlets'>['filter']>>;

/** These fields of an outlet cannot be empty. */
const NEEDED: ReadonlySet<string> = new Set(['state', 'radiusM']);
const LENGTHS: Partial<Record<OutletBulkField, number>> = { contactName: 80, phone: 30, note: 500 };

/** Changes one field of the chosen outlets. */
export default function OutletBulk({ of, count, onClose }: Props) {
  const { t } = useTranslation();
  const own = useOwnFields('outlet');
  const { data } = useCall('get-territory-list', {});
  const territories = (data?.rows ?? []).map(({ id, name }) => ({ value: id, label: name }));
  const fields = OUTLET_BULK_FIELDS.map((field): BulkField<OutletBulkField> => ({
    field,
    label: t(labelKey(field)),
    input: field === 'handTerritoryId' ? { kind: 'choice', options: territories } : inputOf(t, field),
    optional: !NEEDED.has(field),
    word: (value) => (field === 'state' && typeof value === 'string' ? t(`outlets.state.${value}`) : null),
  }));
  return (
    <BulkEdit
      count={count}
      fields={[...fields, ...ownBulkFields(t, own)]}
      preview={(field, value) => call('preview-outlet-change', { ...of, field, value })}
      change={(field, value) => call('change-outlets', { ...of, field, value })}
      undo={(id) => call('undo-outlet-change', { id })}
      onChanged={refreshOutlets}
      onClose={onClose}
    />
  );
}

function inputOf(t: TFunction, field: OutletBulkField): BulkField['input'] {
  if (field === 'class') return { kind: 'choice', options: OUTLET_CLASSES.map((value) => ({ value, label: value })) };
  if (field === 'state') {
    return {
      kind: 'choice',
      options: OUTLET_STATES.map((value) => ({ value, label: t(`outlets.state.${value}`) })),
    };
  }
  if (field === 'visitsPerWeek') return { kind: 'number', unit: '', decimals: 2 };
  if (field === 'serviceMin') return { kind: 'number', unit: minuteUnit(), decimals: 0 };
  if (field === 'radiusM') return { kind: 'number', unit: metreUnit(), decimals: 0 };
  return { kind: 'text', maxLength: LENGTHS[field] ?? 80 };
}
