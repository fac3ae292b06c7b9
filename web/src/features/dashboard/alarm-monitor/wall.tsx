import type { AlarmRow } from '@milepost/contract/alarm-operations';
import type { Severity } from '@milepost/contract/fact-operations';
import { Button, Center, Kbd, Loader } from '@mantine/core';
import { IconBellCheck } from '@tabler/icons-react';
import { useLocalStorage, useMediaQuery } from '@mantine/hooks';
import { Suspense, useCallback, useEffect, useEffectEvent, useMemo, useState, useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { useMay } from '../../../api/setup.ts';
import type { AlarmOrder } from '../../../live/alarm-order.ts';
import { mostSevereWaiting } from '../../../live/alarm-store.ts';
import { formatNumber } from '../../../text/format.ts';
import { Alert } from '../../../ui/alert/alert.tsx';
import { EmptyNote } from '../../../ui/empty-note.tsx';
import { type HandleRequest, HandleDialog } from '../alarms/handle-dialog.tsx';
import { useHandleAlarms } from '../alarms/use-handle-alarms.tsx';
import classes from './alarm-monitor.module.css';
import { board, watchBoard } from './board.ts';
import { useAlarmSound } from './use-alarm-sound.ts';
import { useWakeLock } from './use-wake-lock.ts';
import { useWallKeys, type WallKey } from './use-wall-keys.ts';
import { WallBar } from './wall-bar.tsx';
import { WallCounts } from './wall-counts.tsx';
import { WallDetail } from './wall-detail.tsx';
import { WallList } from './wall-list.tsx';
import { HiddenText } from '../../../ui/hidden-text/hidden-text.tsx';
import { lazyPart } from '../../../ui/lazy-part.ts';

const WallMap = lazyPart(() => import('./wall-map.tsx'));

const KEYS = [
  ['move', 'j', 'k'],
  ['acknowledge', 'a'],
  ['assign', 's'],
  ['note', 'n'],
  ['clear', 'c'],
  ['mute', 'm'],
] as const;

/** The board itself: a separate chunk, so that the other pages of the segment do not load it. */
export default function Wall() {
  const { t } = useTranslation();
  const mayEdit = useMay('alarms', 'edit');
  const view = useSyncExternalStore(board.on, board.view);
  useEffect(() => watchBoard(), []);
  useWakeLock();
  const sound = useAlarmSound(mostSevereWaiting(view.counts));
  const [order, setOrder] = useState<AlarmOrder>('most-severe');
  const [only, setOnly] = useState<Severity | null>(null);
  const [selectedId, setSelectedId] = useState<number | null>(null);
  const [request, setRequest] = useState<HandleRequest | null>(null);
  const mayMap = useMay('live-map', 'view');
  const isWide = useMediaQuery('(min-width: 1100px)');
  const [mapWanted, setMapWanted] = useLocalStorage({
    key: 'milepost.wall.map-shown',
    defaultValue: true,
    getInitialValueInEffect: false,
  });
  const mapOn = mayMap && isWide && mapWanted;
  const handle = useHandleAlarms(board.put);
  const rows = useMemo(
    () => (only === null ? view.rows : view.rows.filter(({ severity }) => severity === only)),
    [view, only],
  );
  const selected = selectedId === null ? undefined : board.get(selectedId);

  // One stable function for all rows, so that a row is rendered again only when its alarm changed.
  const acknowledgeNow = useEffectEvent((alarm: AlarmRow) => void handle([alarm], { action: 'acknowledge' }));
  const [acknowledge] = useState(() => (alarm: AlarmRow) => acknowledgeNow(alarm));
  const select = useCallback((id: number) => setSelectedId(id), []);

  function move(step: 1 | -1) {
    const at = rows.findIndex(({ id }) => id === selectedId);
    const next = rows[at === -1 ? 0 : Math.min(rows.length - 1, Math.max(0, at + step))];
    if (next) setSelectedId(next.id);
  }
  useWallKeys((key: WallKey) => {
    if (key === 'next') return move(1);
    if (key === 'previous') return move(-1);
    if (key === 'leave') return setSelectedId(null);
    if (key === 'mute') return sound.on ? sound.mute() : undefined;
    if (!mayEdit || !selected) return undefined;
    if (key === 'acknowledge') return selected.acknowledgedAt === null ? acknowledge(selected) : undefined;
    if (key === 'clear' && selected.clearedAt !== null) return undefined;
    return setRequest({ action: key, alarms: [selected] });
  });

  return (
    <div className={classes['wall']} data-selected={selected !== undefined || undefined} data-map={mapOn || undefined}>
      <WallBar
        sound={sound}
        onMap={mayMap && isWide && !mapOn ? () => setMapWanted(true) : null}
        order={order}
        onOrder={(next) => {
          setOrder(next);
          board.setOrder(next);
        }}
      />
      <WallCounts counts={view.counts} only={only} onOnly={setOnly} />
      <main className={classes['main']}>
        {view.more > 0 && (
          <Alert dismissible={false} py={6}>
            {t('alarms.wall.more', { count: view.more, number: formatNumber(view.more) })}
          </Alert>
        )}
        {rows.length > 0 ? (
          <WallList
            rows={rows}
            selectedId={selectedId}
            mayEdit={mayEdit}
            onSelect={select}
            onAcknowledge={acknowledge}
          />
        ) : (
          <Center flex={1}>
            {!view.loaded ? (
              <Loader aria-label={t('app.please-wait')} />
            ) : (
              <EmptyNote
                icon={<IconBellCheck size={48} stroke={1.3} color="var(--status-running)" aria-hidden />}
                title={t('alarms.wall.empty')}
                text={t(only === null ? 'alarms.wall.empty-text' : 'alarms.wall.empty-severity')}
              >
                {only !== null && (
                  <Button variant="default" onClick={() => setOnly(null)}>
                    {t('alarms.wall.show-all')}
                  </Button>
                )}
              </EmptyNote>
            )}
          </Center>
        )}
        <ul className={classes['keys']} aria-label={t('alarms.wall.keys')}>
          {KEYS.map(([name, ...keys]) => (
            <li key={name}>
              {keys.map((key) => (
                <Kbd key={key} size="xs">
                  {key}
                </Kbd>
              ))}{' '}
              {t(`alarms.wall.key.${name}`)}
            </li>
          ))}
        </ul>
      </main>
      {mapOn && (
        <Suspense fallback={<div className={classes['map']} />}>
          <WallMap
            onHide={() => setMapWanted(false)}
            onVehicle={(id) => setSelectedId(rows.find(({ vehicleId }) => vehicleId === id)?.id ?? null)}
          />
        </Suspense>
      )}
      {selected ? (
        <WallDetail alarm={selected} onClose={() => setSelectedId(null)} onAsk={setRequest} />
      ) : (
        !mapOn && <div className={classes['pick']}>{t('alarms.wall.pick')}</div>
      )}
      <WaitingAnnouncer />
      <HandleDialog
        request={request}
        onClose={() => setRequest(null)}
        onDeed={(alarms, deed) => void handle(alarms, deed)}
      />
    </div>
  );
}

/** Announces the number of unacknowledged alarms to screen readers when it changes. */
function WaitingAnnouncer() {
  const { t } = useTranslation();
  const { counts } = useSyncExternalStore(board.on, board.view);
  const waiting = Object.values(counts).reduce((sum, count) => sum + count.waiting, 0);
  return (
    <HiddenText role="status">{t('alarms.wall.waiting', { count: waiting, number: formatNumber(waiting) })}</HiddenText>
  );
}
