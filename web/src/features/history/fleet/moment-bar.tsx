import { ActionIcon, useDirection } from '@mantine/core';
import { IconChevronLeft, IconChevronRight, IconChevronsLeft, IconChevronsRight } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useServerNow } from '../../../live/use-live.ts';
import { formatDateTime } from '../../../text/format.ts';
import { dayOf, spanOfDay } from '../../../text/local-day.ts';
import { Tooltip } from '../../../ui/tooltip/tooltip.tsx';
import { MomentField } from '../moment-field.tsx';
import player from '../playback/player-bar.module.css';
import { usePlayerKeys } from '../use-player-keys.ts';

export const STEP_MS = 300_000;
const HOUR_MS = 3_600_000;

interface Props {
  /** Epoch milliseconds. */
  at: number;
  onChange: (ms: number) => void;
}

/** A field for the moment, and a slider over its day; arrow keys step by five minutes, with shift by an hour. */
export function MomentBar({ at, onChange }: Props) {
  const { t } = useTranslation();
  const rtl = useDirection().dir === 'rtl';
  const now = useServerNow(60_000);
  const day = dayOf(at);
  const { from, to: end } = spanOfDay(day);
  const to = Math.max(from + STEP_MS, Math.min(end - 1, now));
  const move = (ms: number) => onChange(Math.min(now, at + ms));
  usePlayerKeys({
    ArrowLeft: () => move(rtl ? STEP_MS : -STEP_MS),
    ArrowRight: () => move(rtl ? -STEP_MS : STEP_MS),
    PageDown: () => move(-HOUR_MS),
    PageUp: () => move(HOUR_MS),
  });
  return (
    <div className={player['bar']} role="group" aria-label={t('history.fleet.moment')} data-player>
      <Step label={t('history.fleet.hour-back')} onClick={() => move(-HOUR_MS)}>
        <IconChevronsLeft size={18} className={player['forward']} />
      </Step>
      <Step label={t('history.fleet.step-back')} onClick={() => move(-STEP_MS)}>
        <IconChevronLeft size={18} className={player['forward']} />
      </Step>
      <MomentField
        label={t('history.fleet.go-to')}
        form={t('history.fleet.go-to-form')}
        width={176}
        shows
        at={() => at}
        onChange={onChange}
      />
      <Step label={t('history.fleet.step-on')} onClick={() => move(STEP_MS)}>
        <IconChevronRight size={18} className={player['forward']} />
      </Step>
      <Step label={t('history.fleet.hour-on')} onClick={() => move(HOUR_MS)}>
        <IconChevronsRight size={18} className={player['forward']} />
      </Step>
      <input
        className={player['slider']}
        type="range"
        min={from}
        max={to}
        step={STEP_MS}
        value={at}
        ref={(input) => input?.style.setProperty('--done', `${((at - from) / (to - from)) * 100}%`)}
        aria-label={t('history.fleet.time')}
        aria-valuetext={formatDateTime(at)}
        onChange={(event) => onChange(event.currentTarget.valueAsNumber)}
      />
    </div>
  );
}

function Step({ label, onClick, children }: { label: string; onClick: () => void; children: ReactNode }) {
  return (
    <Tooltip text={label}>
      <ActionIcon aria-label={label} onClick={onClick}>
        {children}
      </ActionIcon>
    </Tooltip>
  );
}
