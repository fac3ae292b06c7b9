import type { Outlet } from '@milepost/contract/outlet-operations';
import { Button, Group, Skeleton, Text, Title } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useCall } from '../../../api/use-call.ts';
import { ErrorNote } from '../../../ui/error-note/error-note.tsx';
import classes from './territory-settings.module.css';

interface Props {
  onShow: (outlet: Outlet) => void;
  onClose: () => void;
}

/** The outlets that are in no territory; a click shows one on the map, where it can be assigned to a territory. */
export function OutsideList({ onShow, onClose }: Props) {
  const { t } = useTranslation();
  const query = useCall('get-outlet-list', { outside: true, state: 'active', pageSize: 200 });
  const { data, error } = query;
  return (
    <div className={classes['list']}>
      <Group justify="space-between" gap="xs">
        <Title order={2} size={18}>
          {t('territories.outside-title')}
        </Title>
        <Button variant="default" size="compact-md" onClick={onClose}>
          {t('territories.back')}
        </Button>
      </Group>
      {error && !data && <ErrorNote error={error} onRetry={() => void query.refetch()} />}
      {!data && !error && <Skeleton height={120} />}
      {data?.rows.length === 0 && <Text c="dimmed">{t('territories.none-outside')}</Text>}
      <ul aria-label={t('territories.outside-title')}>
        {data?.rows.map((outlet) => (
          <li key={outlet.id}>
            <button type="button" onClick={() => onShow(outlet)}>
              <span>
                <b>{outlet.name}</b>
                <span>
                  <bdi>{outlet.code}</bdi>
                  {outlet.place === null && ` · ${t('outlets.unplaced')}`}
                </span>
              </span>
            </button>
          </li>
        ))}
      </ul>
      {data && data.total > data.rows.length && (
        <Text size="sm">
          <Link to="/settings/outlets?outside=1">{t('territories.all-outside', { number: data.total })}</Link>
        </Text>
      )}
    </div>
  );
}
