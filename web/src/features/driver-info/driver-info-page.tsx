import { MissingPage } from '../../ui/missing-page.tsx';

export default function DriverInfoPage() {
  return <MissingPage screen="driver-info" instead={['vehicles', 'history']} />;
}
