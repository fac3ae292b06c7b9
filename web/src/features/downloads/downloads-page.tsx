import { MissingPage } from '../../ui/missing-page.tsx';

export default function DownloadsPage() {
  return <MissingPage screen="downloads" instead={['vehicles', 'devices']} />;
}
