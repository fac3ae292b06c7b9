import { useTranslation } from 'react-i18next';
import { ImportPage } from '../../../../ui/import/import-page.tsx';

/** Devices from a spreadsheet. */
export default function DeviceImportPage() {
  const { t } = useTranslation();
  return <ImportPage kind="device" list={{ path: 'settings/devices', title: t('settings.devices.title') }} />;
}
