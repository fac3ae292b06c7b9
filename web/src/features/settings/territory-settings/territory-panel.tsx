import type { Territory } from '@milepost/contract/territory-operations';
import { Button, Group, Skeleton, Stack, Text, Title } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { CallOutput } from '../../../api/call.ts';
import { useMay } from '../../../api/setup.ts';
import { formatDate, formatDecimal, formatDistance } from '../../../text/format.ts';
import classes from './territory-settings.module.css';

interface Props {
  data: CallOutput<'get-territory-list'> | undefined;
  onOpen: (id: number) => void;
  onNew: () => void;
  onOutside: () => void;
}

/** The territories with the outlets in each, and the number in none. */
export function TerritoryPanel({ data, onOpen, onNew, onOutside }: Props) {
  const { t } = useTranslation();
  const mayCreate = useMay('outlets', 'create');
  return (
    <div className={classes['list']}>
      <Group justify="space-between" gap="xs">
        <Title order={1} size={20}>
          {t('territories.title')}
        </Title>
        {mayCreate && (
          <Button size="compact-md" leftSection={<IconPlus size={16} aria-hidden />} onClick={onNew}>
            {t('territories.add')}
          </Button>
        )}
      </Group>
      {data === undefined ? (
        <Skeleton height={120} />
      ) : (
        <>
          {data.rows.length === 0 && (
            <Stack gap={4}>
              <Text fw={600}>{t('territories.empty')}</Text>
              <Text size="sm" c="dimmed">
                {t('territories.empty-text')}
              </Text>
            </Stack>
          )}
          <ul aria-label={t('territories.title')}>
            {data.rows.map((territory) => (
              <li key={territory.id}>
                <button type="button" onClick={() => onOpen(territory.id)}>
                  <TerritoryRow territory={territory} />
                </button>
              </li>
            ))}
          </ul>
          <button type="button" className={classes['outside']} onClick={onOutside}>
            <b>{t('territories.outside', { number: data.outside })}</b>
            {data.unplaced > 0 && <span>{t('territories.unplaced', { number: data.unplaced })}</span>}
          </button>
          <Text size="sm">
            <Link to="/settings/outlets">{t('territories.to-outlets')}</Link>
          </Text>
        </>
      )}
    </div>
  );
}

function TerritoryRow({ territory }: { territory: Territory }) {
  const { t } = useTranslation();
  const { name, colour, manager, next, validFrom, outlets, visitsPerWeek, serviceHours, plannedM } = territory;
  const person = manager?.name ?? t('territories.nobody');
  return (
    <>
      <i style={{ background: colour }} aria-hidden />
      <span>
        <b>{name}</b>
        <span>
          {next === null
            ? person
            : t('territories.handed', {
                from: person,
                to: next.manager?.name ?? t('territories.nobody'),
                day: formatDate(next.from),
              })}
        </span>
        {validFrom !== null && <span>{t('territories.since', { day: formatDate(validFrom) })}</span>}
        <span>
          {t('territories.balance', {
            outlets,
            visits: formatDecimal(visitsPerWeek),
            hours: formatDecimal(serviceHours),
          })}
        </span>
        <span>{t('territories.week-distance', { distance: formatDistance(plannedM) })}</span>
      </span>
    </>
  );
}
