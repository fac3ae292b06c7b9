import { MissingPage } from '../../../ui/missing-page.tsx';

export function AlarmMonitorPage() {
  return <MissingPage screen="dashboard" />;
}
