import { useTranslation } from 'react-i18next';
import { ImportPage } from '../../../../ui/import/import-page.tsx';

/** Documents from a spreadsheet. */
export default function DocumentImportPage() {
  const { t } = useTranslation();
  return <ImportPage kind="document" list={{ path: 'media/documents', title: t('documents.title') }} />;
}
