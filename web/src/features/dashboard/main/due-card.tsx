import { Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useMay } from '../../../api/setup.ts';
import { useCall } from '../../../api/use-call.ts';
import { formatNumber } from '../../../text/format.ts';
import { DueList } from '../../../ui/due/due-list.tsx';
import { Card } from './card.tsx';
import classes from './main.module.css';

const AGAIN_MS = 300_000;
const SHOWN = 12;

/** What runs out next, whatever the range; only for those who may see any of it. */
export function DueCard() {
  const { t } = useTranslation();
  const documents = useMay('media', 'view');
  const { data } = useCall('get-due-list', { most: SHOWN }, { enabled: documents, refetchInterval: AGAIN_MS });
  if (!documents || !data) return null;
  return (
    <Card
      area="due"
      title={t('due.title')}
      aside={
        data.total > 0 && (
          <Link className={classes['more']} to="/media/documents">
            {t('due.all', { count: data.total, number: formatNumber(data.total) })}
          </Link>
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
