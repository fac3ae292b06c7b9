import { MissingPage } from '../../ui/missing-page.tsx';

export default function TimelinePage() {
  return <MissingPage screen="timeline" />;
}
