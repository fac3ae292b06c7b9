import { MissingPage } from '../../ui/missing-page.tsx';

export default function EmailPage() {
  return <MissingPage screen="email" instead={['outbox', 'live-map']} />;
}
