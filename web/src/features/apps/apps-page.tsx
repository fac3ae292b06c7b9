import { MissingPage } from '../../ui/missing-page.tsx';

export default function AppsPage() {
  return <MissingPage screen="apps" />;
}
