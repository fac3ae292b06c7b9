import { useTranslation } from 'react-i18next';
import { useCall } from '../../../api/use-call.ts';
import { FOR_A_FORM } from '../../../ui/form/for-a-form.ts';
import { RecordDrawer } from '../../../ui/form/record-drawer.tsx';
import { useOpenRecord } from '../../../ui/form/use-open-record.ts';
import { useShownRecord } from '../../../ui/form/use-shown-record.ts';
import { ContactForm } from './contact-form.tsx';

/** The form of a new contact, or of the one that is open. */
export function ContactDrawer() {
  const { t } = useTranslation();
  const { opened, close } = useOpenRecord();
  const id = typeof opened === 'number' ? opened : 0;
  const query = useCall('get-contact-by-id', { id }, { ...FOR_A_FORM, enabled: id > 0 });
  const shown = useShownRecord(opened, query.data?.contact);
  const isNew = shown.opened === 'new';
  return (
    <RecordDrawer
      title={isNew ? t('contacts.new') : (shown.record?.name ?? ' ')}
      opened={opened !== null}
      onClose={close}
      loading={!isNew && shown.record === undefined}
      error={id > 0 ? query.error : null}
      onRetry={() => void query.refetch()}
      size={500}
    >
      <ContactForm key={shown.opened} contact={isNew ? undefined : shown.record} onClose={close} />
    </RecordDrawer>
  );
}
