import { MissingPage } from '../../../ui/missing-page.tsx';

export function AlarmsPage() {
  return <MissingPage screen="dashboard" />;
}
