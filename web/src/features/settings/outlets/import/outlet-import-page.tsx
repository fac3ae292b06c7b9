import { useTranslation } from 'react-i18next';
import { ImportPage } from '../../../../ui/import/import-page.tsx';

/** Outlets from a spreadsheet. */
export default function OutletImportPage() {
  const { t } = useTranslation();
  return <ImportPage kind="outlet" list={{ path: 'settings/outlets', title: t('outlets.title') }} />;
}
