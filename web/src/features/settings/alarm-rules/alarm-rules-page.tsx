import { MissingPage } from '../../../ui/missing-page.tsx';

export function AlarmRulesPage() {
  return <MissingPage screen="dashboard" />;
}
