import { SEVERITIES } from '@milepost/contract/alarm-constants';
import type { Severity } from '@milepost/contract/fact-operations';
import { Skeleton } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { CallOutput } from '../../../api/call.ts';
import { formatNumber } from '../../../text/format.ts';
import { SeverityMark } from '../../../ui/severity/severity-mark.tsx';
import { Card } from './card.tsx';
import pageClasses from './main.module.css';
import listClasses from './lists.module.css';
import { HiddenText } from '../../../ui/hidden-text/hidden-text.tsx';

/** Alarms by severity: raised in the range, active now, and unacknowledged. */
export function AlarmsCard({
  data,
  groupId,
}: {
  data: CallOutput<'get-dashboard'> | undefined;
  groupId: number | null;
}) {
  const { t } = useTranslation();
  const link = (severity: Severity, more: Record<string, string>) => {
    const params = new URLSearchParams({ severity, ...more });
    if (groupId !== null) params.set('group', String(groupId));
    return `/dashboard/alarms?${params.toString()}`;
  };
  return (
    <Card
      area="alarms"
      title={t('dashboard.alarms.title')}
      aside={
        <Link className={pageClasses['more']} to="/dashboard/alarms">
          {t('dashboard.alarms.all')}
        </Link>
      }
    >
      {data ? (
        <table className={listClasses['counts']}>
          <thead>
            <tr>
              <th scope="col">
                <HiddenText>{t('dashboard.alarms.severity')}</HiddenText>
              </th>
              <th scope="col">{t('dashboard.alarms.raised')}</th>
              <th scope="col">{t('dashboard.alarms.active')}</th>
              <th scope="col">{t('dashboard.alarms.open')}</th>
            </tr>
          </thead>
          <tbody>
            {SEVERITIES.map((severity) => {
              const { raised, active, open } = data.alarms[severity];
              return (
                <tr key={severity}>
                  <th scope="row">
                    <SeverityMark severity={severity} />
                    {t(`severity.${severity}`)}
                  </th>
                  <td>
                    <Link to={link(severity, { from: data.days.from, to: data.days.to })}>{formatNumber(raised)}</Link>
                  </td>
                  <td>
                    <Link to={link(severity, { show: 'active' })}>{formatNumber(active)}</Link>
                  </td>
                  <td data-open={open > 0 || undefined}>
                    <Link to={link(severity, { show: 'waiting' })}>{formatNumber(open)}</Link>
                  </td>
                </tr>
              );
            })}
          </tbody>
        </table>
      ) : (
        <Skeleton height={150} radius="md" />
      )}
    </Card>
  );
}
