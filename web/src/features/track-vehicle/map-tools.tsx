import {
  IconCurrentLocation,
  IconFocusCentered,
  IconMapPinSearch,
  IconMaximize,
  IconMinimize,
  IconMinus,
  IconPlus,
  IconStack2,
} from '@tabler/icons-react';
import { type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { LiveMap } from '../../map/live-map.ts';
import type { useGround } from '../../map/use-ground.ts';
import { LazyMenu } from '../../ui/lazy-menu.tsx';
import type { LiveLayer } from './layers-menu.tsx';
import classes from './map-tools.module.css';
import { lazyPart } from '../../ui/lazy-part.ts';
import { notifyFault } from '../../ui/toast/notify.ts';

const LayersMenu = lazyPart(() => import('./layers-menu.tsx'));

interface Props {
  map: LiveMap;
  onFind(): void;
  onFitAll(): void;
  ground: ReturnType<typeof useGround>;
  over: readonly LiveLayer[];
  onOver(over: LiveLayer[]): void;
  fullscreen: boolean;
  onFullscreen(): void;
}

/** The buttons of the map. */
export function MapTools({ map, onFind, onFitAll, fullscreen, onFullscreen, ...layers }: Props) {
  const { t } = useTranslation();
  const locate = () =>
    navigator.geolocation.getCurrentPosition(
      ({ coords }) => map.flyTo(coords.longitude, coords.latitude),
      () => notifyFault(t('map.locate-failed')),
      { timeout: 10_000 },
    );
  return (
    <div className={classes.tools} role="group" aria-label={t('map.tools')}>
      <Tool label={t('map.find-address')} id="find-address" onClick={onFind}>
        <IconMapPinSearch size={18} />
      </Tool>
      <Tool label={t('map.zoom-in')} id="zoom-in" onClick={() => map.zoomBy(1)}>
        <IconPlus size={18} />
      </Tool>
      <Tool label={t('map.zoom-out')} id="zoom-out" onClick={() => map.zoomBy(-1)}>
        <IconMinus size={18} />
      </Tool>
      <Tool label={t('map.fit-all')} id="fit-all" onClick={onFitAll}>
        <IconFocusCentered size={18} />
      </Tool>
      {window.isSecureContext && 'geolocation' in navigator && (
        <Tool label={t('map.locate')} id="locate" onClick={locate}>
          <IconCurrentLocation size={18} />
        </Tool>
      )}
      <LazyMenu
        button={
          <button type="button" className={classes.tool} aria-label={t('map.layers')} data-testid="map-layers">
            <IconStack2 size={18} />
          </button>
        }
        renderMenu={(frame) => <LayersMenu {...frame} {...layers} />}
      />
      {document.fullscreenEnabled && (
        <Tool label={t(fullscreen ? 'map.fullscreen-leave' : 'map.fullscreen')} id="fullscreen" onClick={onFullscreen}>
          {fullscreen ? <IconMinimize size={18} /> : <IconMaximize size={18} />}
        </Tool>
      )}
    </div>
  );
}

interface ToolProps {
  id: string;
  label: string;
  onClick(): void;
  children: ReactNode;
}

function Tool({ id, label, onClick, children }: ToolProps) {
  return (
    <button
      type="button"
      className={classes.tool}
      aria-label={label}
      title={label}
      data-testid={`map-${id}`}
      onClick={onClick}
    >
      {children}
    </button>
  );
}
