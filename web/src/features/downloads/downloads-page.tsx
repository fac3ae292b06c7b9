import { MissingPage } from '../../ui/missing-page.tsx';

export default function DownloadsPage() {
  return <MissingPage screen="downloads" instead={['history', 'in-out-location', 'vehicles']} />;
}
