import { Anchor } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useMay } from '../../api/setup.ts';
import { formatDistance } from '../../text/format.ts';
import { errorText } from '../../ui/error-text.ts';
import { mapAround, whereAmI } from './position.ts';

/** The browser's position, with a link to it on the live map. */
export function LocationFacts() {
  const { t } = useTranslation();
  const mayMap = useMay('live-map', 'view');
  const { data, error } = useQuery({ queryKey: ['own-position'], queryFn: whereAmI, staleTime: 30_000 });
  if (error) return <span role="alert">{errorText(t, error)}</span>;
  if (data === undefined) return <span role="status">{t('panel.locating')}</span>;
  return (
    <>
      <span dir="ltr">
        {data.lat.toFixed(5)}, {data.lon.toFixed(5)} ± {formatDistance(data.accuracyM)}
      </span>
      {mayMap && (
        <>
          <br />
          <Anchor component={Link} to={mapAround(data)} size="sm">
            {t('panel.locate-me')}
          </Anchor>
        </>
      )}
    </>
  );
}
