import { MissingPage } from '../../ui/missing-page.tsx';

export default function InOutLocationPage() {
  return <MissingPage screen="in-out-location" />;
}
