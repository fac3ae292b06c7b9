import { useTranslation } from 'react-i18next';
import { ImportPage } from '../../../ui/import/import-page.tsx';

/** Drivers from a spreadsheet. */
export default function DriverImportPage() {
  const { t } = useTranslation();
  return <ImportPage kind="driver" list={{ path: 'driver-info', title: t('driver-info.title') }} />;
}
