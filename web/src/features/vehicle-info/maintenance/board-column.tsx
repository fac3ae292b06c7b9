import type { ServiceState } from '@milepost/contract/maintenance-kinds';
import type { ServiceDue } from '@milepost/contract/maintenance-operations';
import { Button, Skeleton, Text } from '@mantine/core';
import { keepPreviousData } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useMay } from '../../../api/setup.ts';
import { useCall } from '../../../api/use-call.ts';
import { formatNumber } from '../../../text/format.ts';
import { ErrorNote } from '../../../ui/error-note/error-note.tsx';
import { ServiceCard } from '../../../ui/maintenance/service-card.tsx';
import classes from './maintenance.module.css';

interface Props {
  state: ServiceState;
  search: string;
  onDone: ((due: ServiceDue) => void) | undefined;
}

const AT_ONCE = 25;
/** The maximum number per reply. */
const MAX_CARDS = 500;
const REFETCH_MS = 300_000;

/** The services of one state, the earliest first. */
export function BoardColumn({ state, search, onDone }: Props) {
  const { t } = useTranslation();
  const id = useId();
  const mayOrder = useMay('maintenance', 'create');
  const [shown, setShown] = useState(AT_ONCE);
  const query = useCall(
    'get-service-due-list',
    { state, search, pageSize: shown },
    { placeholderData: keepPreviousData, refetchInterval: REFETCH_MS },
  );
  const { data, error } = query;
  const more = data !== undefined && data.total > data.rows.length && shown < MAX_CARDS;
  return (
    <section className={classes['column']} aria-labelledby={id}>
      <h2 id={id}>
        {t(`maintenance.state.${state}`)} {data && <small>{formatNumber(data.total)}</small>}
      </h2>
      {error && <ErrorNote title={t('table.failed')} error={error} onRetry={() => void query.refetch()} />}
      {!data && !error && <Skeleton height={80} radius="md" />}
      {data?.total === 0 && (
        <Text size="sm" c="dimmed">
          {t(search === '' ? `maintenance.none.${state}` : 'table.no-match')}
        </Text>
      )}
      <ul>
        {data?.rows.map((due) => (
          <ServiceCard key={due.id} due={due} onDone={onDone} mayOrder={mayOrder} />
        ))}
      </ul>
      {more && (
        <Button variant="default" onClick={() => setShown(Math.min(MAX_CARDS, shown * 2))}>
          {t('maintenance.show-more')}
        </Button>
      )}
      {data !== undefined && data.total > MAX_CARDS && shown === MAX_CARDS && (
        <Text size="sm" c="dimmed">
          {t('form.first-of', { shown: formatNumber(MAX_CARDS), total: formatNumber(data.total) })}
        </Text>
      )}
    </section>
  );
}
