import { ActionIcon, Button, Select } from '@mantine/core';
import { useFullscreenDocument } from '@mantine/hooks';
import {
  IconBellPause,
  IconMap,
  IconMaximize,
  IconMinimize,
  IconMoon,
  IconSun,
  IconVolume,
  IconVolumeOff,
} from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { chooseAppearance, useAppearance } from '../../../ui/appearance/appearance-store.ts';
import type { AlarmOrder } from '../../../live/alarm-order.ts';
import { LiveBadge } from '../../../live/live-badge.tsx';
import { useBrowserNow, useServerNow } from '../../../live/use-live.ts';
import { formatClock, formatDay, formatDuration } from '../../../text/format.ts';
import { ZoneNote } from '../../../ui/zone-note.tsx';
import classes from './alarm-monitor.module.css';
import type { AlarmSound } from './use-alarm-sound.ts';

interface Props {
  sound: AlarmSound;
  /** Shows the map again; null if it is shown, or cannot be. */
  onMap: (() => void) | null;
  order: AlarmOrder;
  onOrder: (order: AlarmOrder) => void;
}

const ORDERS = ['most-severe', 'newest', 'oldest'] as const;

/** The bar above the board: clock, connection, order, sound, theme, full screen. */
export function WallBar({ sound, onMap, order, onOrder }: Props) {
  const { t } = useTranslation();
  const { toggle, fullscreen } = useFullscreenDocument();
  const dark = useAppearance().theme === 'dark';
  const time = useServerNow(1000);
  return (
    <header className={classes['bar']}>
      <h1 className={classes['title']}>{t('alarms.wall.title')}</h1>
      <LiveBadge />
      <Select
        aria-label={t('alarms.wall.order')}
        w={150}
        allowDeselect={false}
        data={ORDERS.map((value) => ({ value, label: t(`alarms.wall.${value}`) }))}
        value={order}
        onChange={(value) => value !== null && onOrder(value)}
      />
      <Sound sound={sound} />
      {onMap && (
        <ActionIcon aria-label={t('alarms.wall.map.show')} title={t('alarms.wall.map.show')} onClick={onMap}>
          <IconMap size={20} stroke={1.6} />
        </ActionIcon>
      )}
      <ActionIcon
        aria-label={t(dark ? 'shell.to-light' : 'shell.to-dark')}
        title={t(dark ? 'shell.to-light' : 'shell.to-dark')}
        onClick={() => chooseAppearance({ theme: dark ? 'light' : 'dark' })}
      >
        {dark ? <IconSun size={20} stroke={1.6} /> : <IconMoon size={20} stroke={1.6} />}
      </ActionIcon>
      <ActionIcon
        className={classes['wide'] ?? ''}
        aria-label={t(fullscreen ? 'shell.leave-fullscreen' : 'shell.fullscreen')}
        title={t(fullscreen ? 'shell.leave-fullscreen' : 'shell.fullscreen')}
        onClick={() => void toggle()}
      >
        {fullscreen ? <IconMinimize size={20} stroke={1.6} /> : <IconMaximize size={20} stroke={1.6} />}
      </ActionIcon>
      <div className={classes['clock']}>
        <time dateTime={new Date(time).toISOString()}>
          <b>{formatClock(time)}</b>
          <small>{formatDay(time)}</small>
        </time>
        <ZoneNote className={classes['zones']} />
      </div>
    </header>
  );
}

function Sound({ sound }: { sound: AlarmSound }) {
  const { t } = useTranslation();
  const left = sound.mutedUntil - useBrowserNow();
  if (!sound.on) {
    return (
      <Button
        color="red"
        leftSection={<IconVolumeOff size={18} aria-hidden />}
        title={t('alarms.wall.sound-hint')}
        onClick={() => sound.turn(true)}
      >
        {t('alarms.wall.sound-on')}
      </Button>
    );
  }
  return (
    <>
      <Button
        variant={left > 0 ? 'filled' : 'default'}
        leftSection={<IconBellPause size={18} aria-hidden />}
        onClick={sound.mute}
      >
        {left > 0 ? t('alarms.wall.muted', { time: formatDuration(Math.ceil(left / 1000)) }) : t('alarms.wall.mute')}
      </Button>
      <ActionIcon
        aria-label={t('alarms.wall.sound-off')}
        title={t('alarms.wall.sound-off')}
        onClick={() => sound.turn(false)}
      >
        <IconVolume size={20} stroke={1.6} />
      </ActionIcon>
    </>
  );
}
