import { CONTACT_KINDS } from '@milepost/contract/contact-kinds';
import { useTranslation } from 'react-i18next';
import { call, type CallInput } from '../../../api/call.ts';
import { BulkEdit } from '../../../ui/bulk-edit/bulk-edit.tsx';
import { choiceField, textField } from '../../../ui/bulk-edit/bulk-fields.ts';
import type { BulkDialogProps } from '../../../ui/list-page/chosen-bar.tsx';
import { refreshContacts } from '../../../api/refresh-records.ts';

type Props = BulkDialogProps<NonNullable<CallInput<'change-contacts'>['filter']>>;

/** Changes one field of the chosen contacts. */
export default function ContactBulk({ of, count, onClose }: Props) {
  const { t } = useTranslation();
  const kinds = CONTACT_KINDS.map((value) => ({ value, label: t(`contacts.kind.${value}`) }));
  return (
    <BulkEdit
      count={count}
      fields={[
        choiceField('kind', t('contacts.kind-label'), kinds),
        textField('address', t('contacts.address'), 300),
        textField('note', t('contacts.note'), 500),
      ]}
      preview={(field, value) => call('preview-contact-change', { ...of, field, value })}
      change={(field, value) => call('change-contacts', { ...of, field, value })}
      undo={(id) => call('undo-contact-change', { id })}
      onChanged={refreshContacts}
      onClose={onClose}
    />
  );
}
