import { Group, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useMay } from '../../../api/setup.ts';
import { useCall } from '../../../api/use-call.ts';
import { DueList } from '../../../ui/due/due-list.tsx';
import { Card } from './card.tsx';
import classes from './main.module.css';

const AGAIN_MS = 300_000;
const SHOWN = 12;

/** What runs out next, whatever the range; only for those who may see any of it. */
export function DueCard() {
  const { t } = useTranslation();
  const documents = useMay('media', 'view');
  const maintenance = useMay('maintenance', 'view');
  const tasks = useMay('tasks', 'view');
  const any = documents || maintenance || tasks;
  const { data } = useCall('get-due-list', { most: SHOWN }, { enabled: any, refetchInterval: AGAIN_MS });
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
          </Group>
        )
      }
    >
      {data.total === 0 ? (
        <Text size="sm" c="dimmed">
          {t('due.nothing')}
        </Text>
      ) : (
        <DueList rows={data.rows} />
      )}
    </Card>
  );
}
