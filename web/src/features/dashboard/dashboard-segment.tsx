// The chunk of the root segment `dashboard`.
import { MissingPage } from '../../ui/missing-page.tsx';

export { AlarmsPage } from './alarms/alarms-page.tsx';
export { AlarmMonitorPage } from './alarm-monitor/alarm-monitor-page.tsx';
export { MainDashboard } from './main/main-dashboard.tsx';

export function DistributionDashboard() {
  return <MissingPage screen="distribution" granted instead={['dashboard', 'live-map']} />;
}
