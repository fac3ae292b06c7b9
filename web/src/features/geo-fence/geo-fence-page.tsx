import { MissingPage } from '../../ui/missing-page.tsx';

export default function GeoFencePage() {
  return <MissingPage screen="geo-fence" />;
}
