import { Button } from '@mantine/core';
import { IconCloudCheck, IconCloudUp } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router';
import { cachePage } from '../../api/cache-page.ts';
import { useFormatRevision } from '../../api/language.ts';
import { formatDate, formatDateTimeWithoutSeconds, formatNumber } from '../../text/format.ts';
import { Alert } from '../../ui/alert/alert.tsx';
import { showAsSystem } from '../../ui/appearance/first-appearance.ts';
import { ErrorNote } from '../../ui/error-note/error-note.tsx';
import { LinkLanguage } from '../../ui/link-language.tsx';
import { Mark } from '../../ui/mark.tsx';
import classes from './drive.module.css';
import { RefusedEntries } from './refused-entries.tsx';
import { StopItem } from './stop-item.tsx';
import { useDriverRun } from './use-driver-run.ts';

/** A driver's day, on a phone and without an account: the stops in order, and the entries about each. */
export default function DrivePage() {
  const { t } = useTranslation();
  const token = (useLocation().hash.slice(1) || 'none').slice(0, 100);
  const { run, ended, error, waiting, refused, drop, addEntries, sync } = useDriverRun(token);
  const [opened, setOpened] = useState<number | null>(null);
  const formatRevision = useFormatRevision();
  useEffect(() => showAsSystem(), []);
  const stops = run?.stops ?? [];
  const open = stops.filter(({ skipReason }) => skipReason === null);
  const isClosed = ({ said, servedBefore }: (typeof stops)[number]) =>
    servedBefore || said.doneAt !== null || said.skippedAt !== null;
  const next = open.find((stop) => !isClosed(stop))?.outletId ?? null;
  const shown = opened ?? next;
  return (
    <main className={classes['page']}>
      <title>{`${run?.route ?? t('drive.title')} · ${t('app.name')}`}</title>
      <header className={classes['top']}>
        <Mark size={24} />
        <b>{run?.organisation ?? t('app.name')}</b>
        <LinkLanguage
          aria-label={t('drive.language')}
          size="md"
          w={120}
          timeZone={run?.timeZone}
          // Caches the page with the current language; without https there is no worker, and the page needs a network
          // to open.
          afterLoad={cachePage}
        />
      </header>
      {ended && (
        <div className={classes['note']}>
          <Alert type="warning" dismissible={false} title={t(`share.ended.${ended}`)}>
            {t('drive.ended-text')}
          </Alert>
        </div>
      )}
      {!run && !ended && error !== null && (
        <div className={classes['note']}>
          <ErrorNote error={error} onRetry={sync} />
        </div>
      )}
      {!run && !ended && error === null && (
        <p className={classes['wait']} role="status">
          {t('app.please-wait')}
        </p>
      )}
      {run && (
        <div key={formatRevision} className={classes['run']}>
          <section className={classes['head']}>
            <h1>{run.route}</h1>
            <p>
              {[formatDate(run.day), run.vehicle, run.driver].filter((part) => part !== null).join(' · ')}
              <br />
              {t('drive.served-of', {
                served: formatNumber(open.filter(isClosed).length),
                all: formatNumber(open.length),
              })}
            </p>
            <progress max={Math.max(1, open.length)} value={open.filter(isClosed).length} aria-hidden />
            <p className={classes['sync']} role="status" data-waiting={waiting > 0 || undefined}>
              {waiting > 0 ? <IconCloudUp size={20} aria-hidden /> : <IconCloudCheck size={20} aria-hidden />}
              <span>
                {waiting > 0
                  ? t('drive.waiting', { count: waiting, number: formatNumber(waiting) })
                  : t('drive.all-sent')}
              </span>
              {waiting > 0 && (
                <Button size="sm" variant="default" onClick={sync}>
                  {t('drive.send-now')}
                </Button>
              )}
            </p>
          </section>
          {run.state === 'cancelled' && (
            <div className={classes['note']}>
              <Alert type="warning" dismissible={false}>
                {t('drive.cancelled')}
              </Alert>
            </div>
          )}
          <RefusedEntries refused={refused} stops={stops} onDrop={drop} />
          <ol className={classes['stops']} aria-label={t('drive.stops')}>
            {stops.map((stop, index) => (
              <StopItem
                key={stop.outletId}
                number={index + 1}
                runId={run.id}
                currency={run.currency}
                stop={stop}
                isOpen={shown === stop.outletId}
                isNext={next === stop.outletId}
                onToggle={() => setOpened(shown === stop.outletId ? -1 : stop.outletId)}
                onEntry={async (words) => {
                  await addEntries(words);
                  setOpened(null);
                }}
              />
            ))}
          </ol>
          {stops.length > 0 && next === null && <p className={classes['wait']}>{t('drive.all-done')}</p>}
          <footer className={classes['foot']}>
            {t('drive.until', { time: formatDateTimeWithoutSeconds(run.expiresAt) })}
          </footer>
        </div>
      )}
    </main>
  );
}
