import type { AtTheWheel } from '@milepost/contract/who-drove';
import { Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useMay } from '../../api/setup.ts';
import { Ago } from '../ago.tsx';

/** The current driver, and the source of that information; also an unknown tag. */
export function Wheel({ wheel: { driver, unknownTag } }: { wheel: AtTheWheel }) {
  const { t } = useTranslation();
  const mayView = useMay('drivers', 'view');
  return (
    <>
      {driver !== null && (
        <Text size="sm">
          {mayView ? (
            <Text span inherit c="inherit" component={Link} to={`/driver-info/${driver.id}`}>
              {driver.name}
            </Text>
          ) : (
            driver.name
          )}{' '}
          <Text span size="sm" c="dimmed">
            ({t(`driver-source.${driver.source}`)})
          </Text>
        </Text>
      )}
      {unknownTag !== null && (
        <Text size="sm" c="var(--status-idle)">
          {t('driver-source.unknown-tag', { tag: unknownTag.tag })} <Ago at={unknownTag.lastAt} />
        </Text>
      )}
    </>
  );
}
