import { MissingPage } from '../../ui/missing-page.tsx';

export function TerritorySettingsPage() {
  return <MissingPage screen="territory-settings" instead={['geo-fence', 'live-map']} />;
}
