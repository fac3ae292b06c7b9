import { Skeleton } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { CallOutput } from '../../../api/call.ts';
import { formatNumber } from '../../../text/format.ts';
import { faultName } from '../../../ui/device-fault/fault-words.ts';
import { SAME_PAGE } from '../../../ui/same-page.ts';
import { Card } from './card.tsx';
import pageClasses from './main.module.css';
import listClasses from './lists.module.css';
import type { useDashboardState } from './use-dashboard-state.ts';

interface Props {
  data: CallOutput<'get-dashboard'> | undefined;
  dashboard: ReturnType<typeof useDashboardState>;
}

/**
 * Devices that have been silent for 1, 3, 7 and 30 days or have never reported, and those with a fault; whatever the
 * range.
 */
export function SilentCard({ data, dashboard }: Props) {
  const { t } = useTranslation();
  const { address } = dashboard;
  const rows = data && [
    ...data.silent.days.map(({ days, vehicles }) => ({
      days,
      vehicles,
      label: t('dashboard.silent.for', { count: days }),
    })),
    { days: 0, vehicles: data.silent.never, label: t('dashboard.silent.never') },
  ];
  return (
    <Card area="silent" title={t('dashboard.devices')}>
      <h3 className={pageClasses['part']}>{t('dashboard.silent.title')}</h3>
      {rows ? (
        <ul className={listClasses['silent']}>
          {rows.map(({ days, vehicles, label }) => (
            <li key={days}>
              <Link to={address({ silent: days })} {...SAME_PAGE} data-zero={vehicles === 0 || undefined}>
                <span>{label}</span>
                <strong>{formatNumber(vehicles)}</strong>
              </Link>
            </li>
          ))}
        </ul>
      ) : (
        <Skeleton height={150} radius="md" />
      )}
      {data && data.faults.length > 0 && (
        <>
          <h3 className={pageClasses['part']}>{t('device-fault.faulty')}</h3>
          <ul className={listClasses['silent']}>
            {data.faults.length > 1 && (
              <li>
                <Link to={address({ faulty: 'any' })} {...SAME_PAGE}>
                  {t('device-fault.every')}
                </Link>
              </li>
            )}
            {data.faults.map(({ kind, vehicles }) => (
              <li key={kind}>
                <Link to={address({ faulty: kind })} {...SAME_PAGE}>
                  <span>{faultName(t, kind)}</span>
                  <strong>{formatNumber(vehicles)}</strong>
                </Link>
              </li>
            ))}
          </ul>
        </>
      )}
    </Card>
  );
}
