import { useTranslation } from 'react-i18next';
import { callQuery } from '../../../api/use-call.ts';
import { RecordDrawer } from '../../../ui/form/record-drawer.tsx';
import { useDrawerRecord } from '../../../ui/form/use-drawer-record.ts';
import { useOpenRecord } from '../../../ui/form/use-open-record.ts';
import { ContactForm } from './contact-form.tsx';

/** The form of a new contact, or of the open one. */
export function ContactDrawer() {
  const { t } = useTranslation();
  const { opened, close } = useOpenRecord();
  const { shown, isNew, drawer } = useDrawerRecord(
    opened,
    (id) => callQuery('get-contact-by-id', { id }),
    ({ contact }) => contact,
  );
  return (
    <RecordDrawer
      {...drawer}
      title={isNew ? t('contacts.new') : (shown.record?.name ?? ' ')}
      onClose={close}
      size={500}
    >
      <ContactForm key={shown.opened} contact={isNew ? undefined : shown.record} onClose={close} />
    </RecordDrawer>
  );
}
