// The chunk of the root segment `dashboard`.
import { Anchor } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useCall } from '../../api/use-call.ts';
import { MissingPage } from '../../ui/missing-page.tsx';

export { AlarmsPage } from './alarms/alarms-page.tsx';
export { AlarmMonitorPage } from './alarm-monitor/alarm-monitor-page.tsx';

export function MainDashboard() {
  const { t } = useTranslation();
  const { data } = useCall('get-privilege-check', { menu: 1 });
  return (
    <MissingPage screen="dashboard">
      {data?.privilege === '1' && (
        <Anchor component={Link} to="/dashboard/distribution-main">
          {t('missing.to-distribution')}
        </Anchor>
      )}
    </MissingPage>
  );
}

export function DistributionDashboard() {
  return <MissingPage screen="distribution" />;
}
