import { MissingPage } from '../../../ui/missing-page.tsx';

export function WebhooksPage() {
  return <MissingPage screen="dashboard" />;
}
