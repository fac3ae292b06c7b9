import { DRIVER_BULK_FIELDS, type DriverBulkField } from '@milepost/contract/bulk-kinds';
import { useTranslation } from 'react-i18next';
import { call, type CallInput } from '../../api/call.ts';
import { refresh } from '../../api/refresh.ts';
import { useCall } from '../../api/use-call.ts';
import { formatDate } from '../../text/format.ts';
import { refreshDriving } from '../../ui/assignment/assignment-of.ts';
import { BulkEdit } from '../../ui/bulk-edit/bulk-edit.tsx';
import type { BulkField, BulkValue } from '../../ui/bulk-edit/bulk-field.ts';
import type { BulkDialogProps } from '../../ui/list-page/chosen-bar.tsx';
import { ownBulkFields } from '../../ui/own-fields/own-bulk.ts';
import { useOwnFields } from '../../ui/own-fields/own-values.ts';
import { labelKey } from './driver-values.ts';

type Props = BulkDialogProps<NonNullable<CallInput<'change-drivers'>['filter']>>;

/** These values are added and removed one by one, so the field cannot be left empty. */
const ONE_BY_ONE: ReadonlySet<string> = new Set(['addGroup', 'removeGroup', 'addLicenceClass', 'removeLicenceClass']);
/** These have the same labels as in the form. */
const OF_THE_FORM: ReadonlySet<string> = new Set(['hiredOn', 'leftOn', 'note']);
const LENGTHS: Partial<Record<DriverBulkField, number>> = {
  addLicenceClass: 10,
  removeLicenceClass: 10,
  emergencyPhone: 30,
  note: 500,
};

/** Changes one field of the chosen drivers. */
export default function DriverBulk({ of, count, onClose }: Props) {
  const { t } = useTranslation();
  const choices = useCall('get-driver-form-choices', {});
  const own = useOwnFields('driver');
  const groups = (choices.data?.groups ?? []).map(({ id, name }) => ({ value: id, label: name }));
  const fields = DRIVER_BULK_FIELDS.map((field): BulkField<DriverBulkField> => ({
    field,
    label: OF_THE_FORM.has(field) ? t(labelKey(field)) : t(`bulk-edit.fields.${field}`),
    input: inputOf(field, groups),
    optional: !ONE_BY_ONE.has(field),
    word: (value) => wordOf(field, value),
  }));
  return (
    <BulkEdit
      count={count}
      fields={[...fields, ...ownBulkFields(t, own)]}
      preview={(field, value) => call('preview-driver-change', { ...of, field, value })}
      change={(field, value) => call('change-drivers', { ...of, field, value })}
      undo={(id) => call('undo-driver-change', { id })}
      onChanged={() => {
        refreshDriving();
        refresh('get-driver-choices', 'get-driver-by-id', 'get-vehicle-list');
      }}
      onClose={onClose}
    />
  );
}

function inputOf(field: DriverBulkField, groups: readonly { value: number; label: string }[]): BulkField['input'] {
  if (field === 'addGroup' || field === 'removeGroup') return { kind: 'choice', options: groups };
  if (field === 'hiredOn' || field === 'leftOn') return { kind: 'day' };
  return { kind: 'text', maxLength: LENGTHS[field] ?? 80 };
}

function wordOf(field: DriverBulkField, value: BulkValue): string | null {
  if (typeof value !== 'string') return null;
  return field === 'hiredOn' || field === 'leftOn' ? formatDate(value) : value;
}
