import { DOCUMENT_KIND_NAMES } from '@milepost/contract/document-kinds';
import { useTranslation } from 'react-i18next';
import { call, type CallInput } from '../../../api/call.ts';
import { BulkEdit } from '../../../ui/bulk-edit/bulk-edit.tsx';
import { choiceField, dayField, textField } from '../../../ui/bulk-edit/bulk-fields.ts';
import type { BulkDialogProps } from '../../../ui/list-page/chosen-bar.tsx';
import { refreshDocuments } from '../../../api/refresh-records.ts';

type Props = BulkDialogProps<NonNullable<CallInput<'change-documents'>['filter']>>;

/** Changes one field of the chosen documents. */
export default function DocumentBulk({ of, count, onClose }: Props) {
  const { t } = useTranslation();
  const kinds = DOCUMENT_KIND_NAMES.map((value) => ({ value, label: t(`documents.kind.${value}`) }));
  return (
    <BulkEdit
      count={count}
      fields={[
        dayField('validUntil', t('documents.valid-until')),
        dayField('validFrom', t('documents.valid-from')),
        dayField('issuedOn', t('documents.issued-on')),
        choiceField('kind', t('documents.kind-label'), kinds),
        textField('number', t('documents.number'), 60),
        textField('issuer', t('documents.issuer'), 100),
        textField('note', t('documents.note'), 500),
      ]}
      preview={(field, value) => call('preview-document-change', { ...of, field, value })}
      change={(field, value) => call('change-documents', { ...of, field, value })}
      undo={(id) => call('undo-document-change', { id })}
      onChanged={refreshDocuments}
      onClose={onClose}
    />
  );
}
