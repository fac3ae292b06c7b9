import { useTranslation } from 'react-i18next';
import { ImportPage } from '../../../ui/import/import-page.tsx';

/** Vehicles from a spreadsheet. */
export default function VehicleImportPage() {
  const { t } = useTranslation();
  return <ImportPage kind="vehicle" list={{ path: 'vehicle-info', title: t('vehicle-info.title') }} />;
}
