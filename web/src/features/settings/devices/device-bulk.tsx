import type { DeviceBulkField } from '@milepost/contract/bulk-kinds';
import { useTranslation } from 'react-i18next';
import { call, type CallInput } from '../../../api/call.ts';
import { refreshFleet } from '../../../api/refresh.ts';
import { BulkEdit } from '../../../ui/bulk-edit/bulk-edit.tsx';
import type { BulkField } from '../../../ui/bulk-edit/bulk-field.ts';
import type { BulkDialogProps } from '../../../ui/list-page/chosen-bar.tsx';
import { useProtocols } from './use-protocols.ts';

type Props = BulkDialogProps<NonNullable<CallInput<'change-devices'>['filter']>>;

const text = (field: DeviceBulkField, label: string, maxLength: number): BulkField<DeviceBulkField> => ({
  field,
  label,
  input: { kind: 'text', maxLength },
  optional: field === 'model',
  word: (value) => (typeof value === 'string' ? value : null),
});

/** Changes one field of the chosen devices. */
export default function DeviceBulk({ of, count, onClose }: Props) {
  const { t } = useTranslation();
  const protocols = useProtocols(null);
  const fields: BulkField<DeviceBulkField>[] = [
    text('model', t('settings.devices.model'), 50),
    text('addNetwork', t('bulk-edit.fields.addNetwork'), 50),
    text('removeNetwork', t('bulk-edit.fields.removeNetwork'), 50),
  ];
  // The protocols are those of the gateway's ports, which not everybody may see.
  if (protocols.length > 0) {
    fields.unshift({
      field: 'protocol',
      label: t('settings.devices.protocol'),
      input: { kind: 'choice', options: protocols },
      optional: true,
      word: (value) => protocols.find((one) => one.value === value)?.label ?? (value === null ? null : String(value)),
    });
  }
  return (
    <BulkEdit
      count={count}
      fields={fields}
      preview={(field, value) => call('preview-device-change', { ...of, field, value })}
      change={(field, value) => call('change-devices', { ...of, field, value })}
      undo={(id) => call('undo-device-change', { id })}
      onChanged={refreshFleet}
      onClose={onClose}
    />
  );
}
