import type { StopWords, WordContent } from '@milepost/contract/run-link-operations';
import type { WordDifference } from '@milepost/contract/run-word-kinds';
import { Button } from '@mantine/core';
import type { TFunction } from 'i18next';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useCall } from '../../api/use-call.ts';
import { formatDecimal, formatDistance, formatDuration, formatDateTimeWithoutSeconds } from '../../text/format.ts';
import { formatMoney } from '../../text/money.ts';
import { ErrorNote } from '../error-note/error-note.tsx';
import { FileThumbs } from '../files/file-thumbs.tsx';
import { SignatureView } from '../signature/signature-view.tsx';
import classes from './run-entries.module.css';

/**
 * Seconds: the delay is shown for entries that were sent at least this much later than they were made, or whose clock
 * is wrong by at least this much.
 */
const MIN_DELAY_SHOWN_S = 120;

interface Props {
  runId: number;
  /** Limits the entries to this stop. */
  outletId?: number;
}

/**
 * The driver's entries about the stops of a run, with signatures and photos, beside the findings from the vehicle's
 * positions.
 */
export function RunEntries({ runId, outletId }: Props) {
  const { t } = useTranslation();
  const query = useCall('get-run-words', { runId });
  const { data, error } = query;
  if (error) return <ErrorNote error={error} onRetry={() => void query.refetch()} />;
  if (!data) return <p role="status">{t('app.please-wait')}</p>;
  const stops = data.stops.filter(({ outlet }) => outletId === undefined || outlet.id === outletId);
  if (stops.length === 0) return <p className={classes['none']}>{t('run-links.no-words')}</p>;
  return (
    <ol className={classes['stops']}>
      {stops.map((stop) => (
        <StopEntriesItem key={stop.outlet.id} runId={runId} stop={stop} />
      ))}
    </ol>
  );
}

/** The driver's entries about one stop. */
function StopEntriesItem({ runId, stop }: { runId: number; stop: StopWords }) {
  const { t } = useTranslation();
  const { outlet, vehicle } = stop;
  const enteredAt = stop.doneAt ?? stop.skippedAt;
  const counting = Number(stop.arrivedAt !== null) + Number(enteredAt !== null);
  // Superseded entries are one click away; entries that need attention are shown immediately.
  const [all, setAll] = useState(stop.otherPhone || counting === 0);
  const facts = [
    ...presentFacts([
      ['arrived', stop.arrivedAt && formatDateTimeWithoutSeconds(stop.arrivedAt)],
      ['done', stop.doneAt && formatDateTimeWithoutSeconds(stop.doneAt)],
      ['skipped', stop.skippedAt && formatDateTimeWithoutSeconds(stop.skippedAt)],
    ]),
    ...contentOf(t, stop),
    ...sendingOf({ saidAt: enteredAt, receivedAt: stop.receivedAt, clockAheadS: stop.clockAheadS }),
  ];
  return (
    <li className={classes['stop']}>
      <b>{outlet.name}</b>
      {counting === 0 && <p className={classes['none']}>{t('run-links.all-taken-back')}</p>}
      {stop.otherPhone && <p className={classes['difference']}>{t('run-links.other-phone')}</p>}
      <Facts facts={facts} />
      <Difference of={{ difference: stop.difference, metres: vehicle.metres, arrivedAt: vehicle.arrivedAt }} />
      <Evidence content={stop} name={outlet.name} />
      {/* Shown if there are more entries than those that count: some were revoked or superseded. */}
      {stop.words > counting && (
        <Button
          variant="default"
          size="compact-sm"
          className={classes['all']}
          aria-expanded={all}
          onClick={() => setAll(!all)}
        >
          {t(all ? 'run-links.hide-words' : 'run-links.all-words', { count: stop.words })}
        </Button>
      )}
      {all && stop.words > counting && <AllEntries runId={runId} stop={stop} />}
    </li>
  );
}

/** All entries of a stop, newest first, superseded or not. */
function AllEntries({ runId, stop }: { runId: number; stop: StopWords }) {
  const { t } = useTranslation();
  const { outlet, vehicle } = stop;
  const query = useCall('get-stop-words', { runId, outletId: outlet.id });
  const { data, error } = query;
  if (error) return <ErrorNote error={error} onRetry={() => void query.refetch()} />;
  if (!data) return <p role="status">{t('app.please-wait')}</p>;
  return (
    <>
      <ol className={classes['words']} aria-label={t('run-links.words-of', { name: outlet.name })}>
        {data.words.map((word) => (
          <li key={word.id} className={classes['word']} data-counts={word.counts}>
            <span>
              <b>{t(`run-links.word.${word.said}`, { time: formatDateTimeWithoutSeconds(word.saidAt) })}</b>
              {' · '}
              {t('run-links.phone', { number: word.phone })}
              {!word.counts && word.said !== 'taken-back' && ` · ${t('run-links.does-not-count')}`}
            </span>
            <Facts facts={[...contentOf(t, word), ...sendingOf(word)]} />
            <Difference of={{ difference: word.difference, metres: word.metres, arrivedAt: vehicle.arrivedAt }} />
            <Evidence content={word} name={outlet.name} />
          </li>
        ))}
      </ol>
      {data.total > data.words.length && (
        <p className={classes['none']}>
          {t('run-links.newest-words', { count: data.words.length, total: data.total })}
        </p>
      )}
    </>
  );
}

function Facts({ facts }: { facts: readonly Fact[] }) {
  const { t } = useTranslation();
  if (facts.length === 0) return null;
  return (
    <dl className={classes['facts']}>
      {facts.map(([key, value]) => (
        <div key={key}>
          <dt>{t(`run-links.said.${key}`)}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

interface Differing {
  difference: WordDifference | null;
  /** The distance of the vehicle. */
  metres: number | null;
  /** The time of the vehicle's arrival. */
  arrivedAt: string | null;
}

function Difference({ of: { difference, metres, arrivedAt } }: { of: Differing }) {
  const { t } = useTranslation();
  if (difference === null) return null;
  return (
    <p className={classes['difference']}>
      {t(`run-links.difference.${difference}`, {
        distance: metres === null ? '' : formatDistance(metres),
        arrived: arrivedAt === null ? '–' : formatDateTimeWithoutSeconds(arrivedAt),
      })}
    </p>
  );
}

function Evidence({ content: { signature, signedBy, photos }, name }: { content: WordContent; name: string }) {
  const { t } = useTranslation();
  return (
    <>
      {signature !== null && (
        <SignatureView
          strokes={signature}
          label={t('run-links.signature-of', { name: signedBy ?? t('run-links.nameless') })}
        />
      )}
      {photos.length > 0 && <FileThumbs label={t('run-links.photos-of', { name })} files={photos} />}
    </>
  );
}

type Fact = [key: string, value: string];

const presentFacts = (facts: readonly [string, string | null][]): Fact[] =>
  facts.flatMap(([key, value]): Fact[] => (value === null ? [] : [[key, value]]));

const contentOf = (t: TFunction, content: WordContent): Fact[] =>
  presentFacts([
    ['why', content.skip && t(`drive.skips.${content.skip}`)],
    ['delivered', content.delivered === null ? null : formatDecimal(content.delivered)],
    ['returned', content.returned === null ? null : formatDecimal(content.returned)],
    [
      'collected',
      content.collected === null || content.currency === null ? null : formatMoney(content.collected, content.currency),
    ],
    ['signed-by', content.signedBy],
    ['note', content.note],
  ]);

interface Sending {
  saidAt: string | null;
  receivedAt: string | null;
  clockAheadS: number | null;
}

function sendingOf({ saidAt: enteredAt, receivedAt, clockAheadS }: Sending): Fact[] {
  const lateS = enteredAt === null || receivedAt === null ? 0 : (Date.parse(receivedAt) - Date.parse(enteredAt)) / 1000;
  const offS = Math.abs(clockAheadS ?? 0);
  return presentFacts([
    ['sent-after', lateS > MIN_DELAY_SHOWN_S ? formatDuration(lateS) : null],
    ['clock-off', offS > MIN_DELAY_SHOWN_S ? formatDuration(offS) : null],
  ]);
}
