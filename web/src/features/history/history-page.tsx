import { MissingPage } from '../../ui/missing-page.tsx';

export default function HistoryPage() {
  return <MissingPage screen="history" />;
}
