import { MAX_DUE } from '@milepost/contract/due-bounds';
import { Group, Text } from '@mantine/core';
import { keepPreviousData } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useMay } from '../../../api/setup.ts';
import { useCall } from '../../../api/use-call.ts';
import { DueList } from '../../../ui/due/due-list.tsx';
import { DueRest } from '../../../ui/due/due-rest.tsx';
import { Card } from './card.tsx';
import classes from './main.module.css';

const REFETCH_MS = 300_000;
const SHOWN = 12;

/** The items due next, whatever the range; only for people who may see any of them. */
export function DueCard() {
  const { t } = useTranslation();
  const documents = useMay('media', 'view');
  const maintenance = useMay('maintenance', 'view');
  const tasks = useMay('tasks', 'view');
  const subscriptions = useMay('subscriptions', 'view');
  const any = documents || maintenance || tasks || subscriptions;
  const [most, setMost] = useState(SHOWN);
  const { data } = useCall(
    'get-due-list',
    { most },
    { enabled: any, refetchInterval: REFETCH_MS, placeholderData: keepPreviousData },
  );
  if (!any || !data) return null;
  return (
    <Card
      area="due"
      title={t('due.title')}
      aside={
        data.total > 0 && (
          <Group gap={12}>
            {documents && (
              <Link className={classes['more']} to="/media/documents">
                {t('due.documents')}
              </Link>
            )}
            {maintenance && (
              <Link className={classes['more']} to="/vehicle-info/maintenance">
                {t('due.services')}
              </Link>
            )}
            {tasks && (
              <Link className={classes['more']} to="/apps/tasks">
                {t('due.tasks')}
              </Link>
            )}
            {subscriptions && (
              <Link className={classes['more']} to="/admin/subscriptions">
                {t('due.subscriptions')}
              </Link>
            )}
          </Group>
        )
      }
    >
      {data.total === 0 ? (
        <Text size="sm" c="dimmed">
          {t('due.nothing')}
        </Text>
      ) : (
        <>
          <DueList rows={data.rows} />
          <DueRest shown={data.rows.length} total={data.total} onAll={() => setMost(MAX_DUE)} />
        </>
      )}
    </Card>
  );
}
