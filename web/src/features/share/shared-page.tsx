import { Button } from '@mantine/core';
import { IconLinkOff } from '@tabler/icons-react';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router';
import type { LinkEndReason } from '@milepost/contract/public-link';
import { applyFormat, useFormatRevision } from '../../api/language.ts';
import { useCall } from '../../api/use-call.ts';
import { formatSettings } from '../../text/format-settings.ts';
import { EmptyNote } from '../../ui/empty-note.tsx';
import { ErrorNote } from '../../ui/error-note/error-note.tsx';
import { Mark } from '../../ui/mark.tsx';
import classes from './share.module.css';
import { SharedFacts } from './shared-facts.tsx';
import { SharedMap } from './shared-map.tsx';

const REFETCH_MS = 5000;

/** The page of a shared link, without an account: one vehicle at its current position. */
export default function SharedPage() {
  const { t } = useTranslation();
  const token = useLocation().hash.slice(1);
  const query = useCall(
    'get-shared-vehicle',
    { token: (token || 'none').slice(0, 100) },
    {
      // An ended link does not start again.
      refetchInterval: ({ state }) => (state.data?.ended ? false : REFETCH_MS),
      staleTime: 0,
      gcTime: 0,
      retry: false,
    },
  );
  const { data, error } = query;
  const vehicle = data?.vehicle ?? null;
  const zone = vehicle?.timeZone;
  const formatRevision = useFormatRevision();
  // No personal time zone is known here: times are those of the vehicle's organisation.
  useEffect(() => {
    if (zone !== undefined) void applyFormat({ ...formatSettings(), timeZone: zone, dayZone: zone });
  }, [zone]);
  return (
    <main className={classes['page']}>
      <title>{`${vehicle?.registration ?? t('share.page-title')} · ${t('app.name')}`}</title>
      <header className={classes['top']}>
        <Mark size={24} />
        <b>{t('app.name')}</b>
        <span>{t('share.page-title')}</span>
      </header>
      {error && (
        <div className={classes['failed']}>
          <ErrorNote error={error} onRetry={() => void query.refetch()} />
        </div>
      )}
      {data?.ended && <EndedNote reason={data.ended} />}
      {vehicle && (
        <div className={classes['stage']}>
          <SharedMap vehicle={vehicle} />
          <SharedFacts key={formatRevision} vehicle={vehicle} />
        </div>
      )}
      {!data && !error && (
        <p className={classes['wait']} role="status">
          {t('app.please-wait')}
        </p>
      )}
      {!data && error && (
        <Button variant="default" m="md" onClick={() => void query.refetch()}>
          {t('table.retry')}
        </Button>
      )}
    </main>
  );
}

/** The reason why the link shows nothing any more. */
function EndedNote({ reason }: { reason: LinkEndReason }) {
  const { t } = useTranslation();
  return (
    <div className={classes['ended']} role="alert">
      <EmptyNote
        icon={<IconLinkOff size={40} stroke={1.4} color="var(--text-dim)" aria-hidden />}
        title={t(`share.ended.${reason}`)}
        text={t('share.ended.text')}
      />
    </div>
  );
}
