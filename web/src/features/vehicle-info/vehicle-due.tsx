import { useTranslation } from 'react-i18next';
import { useCall } from '../../api/use-call.ts';
import { DueList } from '../../ui/due/due-list.tsx';
import classes from './vehicle-page.module.css';
import { Sheet } from './vehicle-page-sheet.tsx';

/** What of the vehicle is due; nothing where nothing is. */
export function VehicleDue({ vehicleId }: { vehicleId: number }) {
  const { t } = useTranslation();
  const { data } = useCall('get-due-list', { vehicleId });
  if (!data || data.total === 0) return null;
  return (
    <Sheet title={t('due.title')} area="due">
      <div className={classes['due']}>
        <DueList rows={data.rows} />
      </div>
    </Sheet>
  );
}
