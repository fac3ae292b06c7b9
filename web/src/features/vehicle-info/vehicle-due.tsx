import { MOST_DUE } from '@milepost/contract/due-bounds';
import { keepPreviousData } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useCall } from '../../api/use-call.ts';
import { DueList } from '../../ui/due/due-list.tsx';
import { DueRest } from '../../ui/due/due-rest.tsx';
import classes from './vehicle-page.module.css';
import { Sheet } from './vehicle-page-sheet.tsx';

const SHOWN = 10;

/** The due items of the vehicle; hidden if there are none. */
export function VehicleDue({ vehicleId }: { vehicleId: number }) {
  const { t } = useTranslation();
  const [most, setMost] = useState(SHOWN);
  const { data } = useCall('get-due-list', { vehicleId, most }, { placeholderData: keepPreviousData });
  if (!data || data.total === 0) return null;
  return (
    <Sheet title={t('due.title')} area="due">
      <div className={classes['due']}>
        <DueList rows={data.rows} />
        <DueRest shown={data.rows.length} total={data.total} onAll={() => setMost(MOST_DUE)} />
      </div>
    </Sheet>
  );
}
