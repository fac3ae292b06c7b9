import { ActionIcon, NativeSelect, useDirection } from '@mantine/core';
import {
  IconFocusCentered,
  IconPlayerPause,
  IconPlayerPlay,
  IconPlayerSkipForward,
  IconPlayerTrackNext,
  IconPlayerTrackPrev,
} from '@tabler/icons-react';
import { useEffect, useEffectEvent, useRef, type KeyboardEvent, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { formatDateTime } from '../../../text/format.ts';
import { Tooltip } from '../../../ui/tooltip/tooltip.tsx';
import { MomentField } from '../moment-field.tsx';
import classes from './player-bar.module.css';
import { RATES, type Playback } from './playback.ts';
import { usePlaybackState } from './use-playback.ts';

interface Props {
  playback: Playback;
  follow: boolean;
  onFollow: (follow: boolean) => void;
  onStep: (direction: 1 | -1) => void;
  onSeek: (ms: number) => void;
  /** Goes to a moment that can be outside of the range. */
  onGo: (ms: number) => void;
  disabled: boolean;
}

/** Play and pause, step, seek, rate, skipping, and following. */
export function PlayerBar({ playback, follow, onFollow, onStep, onSeek, onGo, disabled }: Props) {
  const { t } = useTranslation();
  const { playing, rate, skip } = usePlaybackState(playback);
  const rtl = useDirection().dir === 'rtl';
  const slider = useRef<HTMLInputElement>(null);
  const clock = useRef<HTMLTimeElement>(null);

  const draw = useEffectEvent((at: number) => {
    const [from, to] = playback.range();
    const input = slider.current;
    if (input) {
      input.min = String(from);
      input.max = String(to);
      input.value = String(at);
      input.style.setProperty('--done', `${to > from ? ((at - from) / (to - from)) * 100 : 0}%`);
      input.setAttribute('aria-valuetext', formatDateTime(at));
    }
    if (clock.current) clock.current.textContent = to > from ? formatDateTime(at) : '–';
  });
  useEffect(() => playback.onFrame(draw), [playback]);

  function keys(event: KeyboardEvent) {
    if (event.key !== 'ArrowLeft' && event.key !== 'ArrowRight') return;
    event.preventDefault();
    onStep((event.key === 'ArrowRight') === rtl ? -1 : 1);
  }
  const toggle = () => (playing ? playback.pause() : playback.play());
  return (
    <div className={classes['bar']} role="group" aria-label={t('history.player.label')} data-player>
      <Tool label={t('history.player.previous')} onClick={() => onStep(-1)} disabled={disabled}>
        <IconPlayerTrackPrev size={18} className={classes['forward']} />
      </Tool>
      <ActionIcon
        variant="filled"
        color="accent"
        radius="xl"
        size={40}
        aria-label={t(playing ? 'history.player.pause' : 'history.player.play')}
        onClick={toggle}
        disabled={disabled}
      >
        {playing ? <IconPlayerPause size={20} /> : <IconPlayerPlay size={20} className={classes['forward']} />}
      </ActionIcon>
      <Tool label={t('history.player.next')} onClick={() => onStep(1)} disabled={disabled}>
        <IconPlayerTrackNext size={18} className={classes['forward']} />
      </Tool>
      <time ref={clock} className={classes['clock']} data-testid="history-clock" />
      <input
        ref={slider}
        className={classes['slider']}
        type="range"
        step="any"
        aria-label={t('history.player.moment')}
        disabled={disabled}
        onInput={(event) => onSeek(event.currentTarget.valueAsNumber)}
        onKeyDown={keys}
      />
      <MomentField
        label={t('history.player.go-to')}
        form={t('history.player.go-to-form')}
        width={96}
        at={playback.at}
        disabled={disabled}
        onChange={onGo}
      />
      <NativeSelect
        size="xs"
        w={112}
        aria-label={t('history.player.rate')}
        value={rate}
        onChange={(event) => {
          const chosen = RATES.find((each) => String(each) === event.currentTarget.value);
          if (chosen) playback.setRate(chosen);
        }}
        data={RATES.map((each) => ({
          value: String(each),
          label:
            each < 60
              ? t('history.player.times', { times: each })
              : t('history.player.minutes', { minutes: each / 60 }),
        }))}
      />
      <Tool label={t('history.player.skip')} pressed={skip} onClick={() => playback.setSkip(!skip)}>
        <IconPlayerSkipForward size={18} className={classes['forward']} />
      </Tool>
      <Tool label={t('history.player.follow')} pressed={follow} onClick={() => onFollow(!follow)} disabled={disabled}>
        <IconFocusCentered size={18} />
      </Tool>
    </div>
  );
}

interface ToolProps {
  label: string;
  pressed?: boolean;
  disabled?: boolean;
  onClick: () => void;
  children: ReactNode;
}

function Tool({ label, pressed, disabled = false, onClick, children }: ToolProps) {
  return (
    <Tooltip text={label}>
      <ActionIcon
        aria-label={label}
        {...(pressed !== undefined && { 'aria-pressed': pressed })}
        {...(pressed === true && { variant: 'light', color: 'accent' })}
        disabled={disabled}
        onClick={onClick}
      >
        {children}
      </ActionIcon>
    </Tooltip>
  );
}
