import { MissingPage } from '../../ui/missing-page.tsx';

export default function MediaPage() {
  return <MissingPage screen="media" />;
}
