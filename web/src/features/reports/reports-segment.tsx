// The chunk of the root segment `reports`.
import { MissingPage } from '../../ui/missing-page.tsx';

export function ReportsPage() {
  return <MissingPage screen="reports" instead={['dashboard', 'history', 'timeline', 'in-out-location']} />;
}

export function VehicleInstallationPage() {
  return <MissingPage screen="vehicle-installation" instead={['devices', 'vehicles']} />;
}
