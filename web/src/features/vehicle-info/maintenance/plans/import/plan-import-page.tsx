import { useTranslation } from 'react-i18next';
import { ImportPage } from '../../../../../ui/import/import-page.tsx';

/** Service plans from a spreadsheet. */
export default function PlanImportPage() {
  const { t } = useTranslation();
  return (
    <ImportPage
      kind="service-plan"
      list={{ path: 'vehicle-info/maintenance/plans', title: t('maintenance.plan.title') }}
    />
  );
}
