import { Button } from '@mantine/core';
import type { DriverStop } from '@milepost/contract/driver-link-operations';
import { SKIP_CODES } from '@milepost/contract/route-kinds';
import type { EntryKind } from '@milepost/contract/run-word-kinds';
import {
  IconArrowBackUp,
  IconCheck,
  IconMapPin,
  IconNavigation,
  IconPhone,
  IconPlayerSkipForward,
} from '@tabler/icons-react';
import type { TFunction } from 'i18next';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatClock } from '../../text/format.ts';
import { phoneLink } from '../../ui/driver-contact/phone-link.ts';
import { DoneForm } from './done-form.tsx';
import classes from './drive.module.css';
import { newEntry } from './new-entry.ts';
import { StopEntryFacts } from './stop-entry-facts.tsx';
import { SkipForm } from './skip-form.tsx';
import type { NewWaiting, DriverEntry } from './waiting.ts';
import { navigationLink } from './navigation-link.ts';

interface Props {
  number: number;
  runId: number;
  currency: string;
  stop: DriverStop;
  isOpen: boolean;
  isNext: boolean;
  onToggle: () => void;
  onEntry: (words: readonly NewWaiting[]) => Promise<void>;
}

const skipText = (t: TFunction, reason: string): string =>
  SKIP_CODES.some((code) => code === reason) ? t(`routes.skip.${reason}`) : reason;

function stateOf({ said: entry, skipReason, servedBefore }: DriverStop) {
  if (entry.doneAt !== null) return 'done' as const;
  if (entry.skippedAt !== null) return 'skipped' as const;
  if (skipReason !== null) return 'left-out' as const;
  if (servedBefore) return 'before' as const;
  return entry.arrivedAt === null ? ('open' as const) : ('arrived' as const);
}

/** One stop: a line, with the possible actions when opened. */
export function StopItem({ number, runId, currency, stop, isOpen, isNext, onToggle, onEntry }: Props) {
  const { t } = useTranslation();
  const [form, setForm] = useState<'done' | 'skipped' | null>(null);
  const { outletId, name, address, windowFrom, windowTo, plannedArrival, skipReason } = stop;
  const state = stateOf(stop);
  const makeEntry = (entry: EntryKind, more: Partial<DriverEntry> = {}) => newEntry(runId, outletId, entry, more);
  const send = async (words: readonly NewWaiting[]) => {
    await onEntry(words);
    setForm(null);
  };
  const way = navigationLink(stop, navigator.userAgent);
  return (
    <li className={classes['stop']} data-state={state} data-next={isNext || undefined}>
      <button type="button" className={classes['line']} aria-expanded={isOpen} onClick={onToggle}>
        <span className={classes['number']} aria-hidden>
          {state === 'done' || state === 'before' ? <IconCheck size={20} /> : number}
        </span>
        <span className={classes['what']}>
          <b>{name}</b>
          {address !== null && <span>{address}</span>}
          <span className={classes['state']}>{t(`drive.state.${state}`)}</span>
        </span>
        <span className={classes['when']}>
          {plannedArrival !== null && <time dateTime={plannedArrival}>{formatClock(plannedArrival)}</time>}
          {windowFrom !== null && windowTo !== null && (
            <span>
              {formatClock(windowFrom)}–{formatClock(windowTo)}
            </span>
          )}
        </span>
      </button>
      {isOpen && (
        <div className={classes['open']}>
          {skipReason !== null && <p>{t('drive.left-out', { reason: skipText(t, skipReason) })}</p>}
          <StopEntryFacts entry={stop.said} currency={currency} />
          <div className={classes['pair']}>
            {way !== null && (
              <Button
                component="a"
                href={way}
                target="_blank"
                rel="noreferrer"
                size="lg"
                variant="default"
                leftSection={<IconNavigation size={22} aria-hidden />}
              >
                {t('drive.navigate')}
              </Button>
            )}
            {stop.phone !== null && (
              <Button
                component="a"
                href={phoneLink('tel', stop.phone)}
                size="lg"
                variant="default"
                leftSection={<IconPhone size={22} aria-hidden />}
              >
                {stop.contactName ?? t('drive.call')}
              </Button>
            )}
          </div>
          {form === null && state !== 'done' && state !== 'skipped' && (
            <>
              {state !== 'arrived' && (
                <Button
                  size="lg"
                  variant="light"
                  leftSection={<IconMapPin size={22} aria-hidden />}
                  onClick={() => void send([makeEntry('arrived')])}
                >
                  {t('drive.arrived')}
                </Button>
              )}
              <Button size="lg" leftSection={<IconCheck size={22} aria-hidden />} onClick={() => setForm('done')}>
                {t('drive.done')}
              </Button>
              <Button
                size="lg"
                variant="default"
                leftSection={<IconPlayerSkipForward size={22} className={classes['flip'] ?? ''} aria-hidden />}
                onClick={() => setForm('skipped')}
              >
                {t('drive.skip')}
              </Button>
            </>
          )}
          {form === null && state !== 'open' && state !== 'left-out' && (
            <Button
              size="lg"
              variant="subtle"
              leftSection={<IconArrowBackUp size={22} aria-hidden />}
              onClick={() => void send([makeEntry('taken-back')])}
            >
              {t('drive.take-back')}
            </Button>
          )}
          {form === 'done' && (
            <DoneForm
              runId={runId}
              outletId={outletId}
              currency={currency}
              onEntry={send}
              onCancel={() => setForm(null)}
            />
          )}
          {form === 'skipped' && (
            <SkipForm onSkip={(why) => send([makeEntry('skipped', why)])} onCancel={() => setForm(null)} />
          )}
        </div>
      )}
    </li>
  );
}
