import { MissingPage } from '../../ui/missing-page.tsx';

export function VehiclePage() {
  return <MissingPage screen="dashboard" />;
}
