import { useTranslation } from 'react-i18next';
import { ImportPage } from '../../../../ui/import/import-page.tsx';

/** Contacts from a spreadsheet. */
export default function ContactImportPage() {
  const { t } = useTranslation();
  return <ImportPage kind="contact" list={{ path: 'apps/contacts', title: t('contacts.title') }} />;
}
