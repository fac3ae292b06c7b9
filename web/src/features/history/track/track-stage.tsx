import { ActionIcon } from '@mantine/core';
import { useReducedMotion } from '@mantine/hooks';
import { IconFocusCentered, IconMinus, IconPlus } from '@tabler/icons-react';
import { type ReactNode, useEffect, useEffectEvent, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSetup } from '../../../api/setup.ts';
import { useGround } from '../../../map/use-ground.ts';
import type { BaseMap } from '../../../ui/map/base-map.ts';
import type { Coordinates } from '../../../ui/map/geodesy.ts';
import { MapView } from '../../../ui/map/map-view.tsx';
import { Tooltip } from '../../../ui/tooltip/tooltip.tsx';
import type { Entry } from '../entries.ts';
import type { OtherLine, OtherTracksMap } from '../compare/other-tracks-map.ts';
import type { Playback } from '../playback/playback.ts';
import type { VehicleMarker } from '../playback/vehicle-marker.ts';
import { Legend } from './legend.tsx';
import { nearestPoint } from './nearest.ts';
import type { Track } from './track.ts';
import { placedEntries, towSpans } from './placed-entries.ts';
import type { TrackMap } from './track-map.ts';
import classes from './track-stage.module.css';
import { useRefine } from './use-refine.ts';
import type { DetailRequest } from './use-track.ts';
import type { WildFix } from './wild-fixes.ts';

interface Props {
  track: Track;
  wild: readonly WildFix[];
  /** The reply that contains the track: the track of another reply is fitted. */
  whole: object | null;
  entries: readonly Entry[];
  lit: readonly [number, number] | null;
  chosen: string | null;
  playback: Playback;
  follow: boolean;
  refine: (finer: DetailRequest) => Promise<void>;
  onMap: (map: BaseMap | null) => void;
  /** With several vehicles on the map: the others, and the colour of the chosen one. */
  others: readonly OtherLine[];
  look: { color: string; label: string } | null;
  onFollow: (follow: boolean) => void;
  onSeek: (ms: number) => void;
  onHover: (key: string | null) => void;
  onChoose: (entry: Entry) => void;
}

const WORLD = [0, 20, 1.4] as const;
/** The maximum distance of a click from the line, pixels. */
const NEAR_PX = 16;
/** The degrees of latitude per pixel at zoom 0 on the equator. */
const DEGREES_PX = 360 / 512;

/** The map of a playback. Its drawing code is in a separate chunk together with MapLibre. */
export function TrackStage(props: Props) {
  const { t } = useTranslation();
  const setup = useSetup();
  const reducedMotion = useReducedMotion();
  const [map, setMap] = useState<BaseMap | null>(null);
  const [drawing, setDrawing] = useState<{ line: TrackMap; marker: VehicleMarker; others: OtherTracksMap } | null>(
    null,
  );
  const { track, wild, whole, entries, lit, chosen, playback, follow, refine, others, look } = props;
  const { basemap, styleUrls } = useGround();
  const stops = useMemo(() => placedEntries(entries), [entries]);

  useEffect(() => {
    if (!map) return undefined;
    let gone = false;
    let made: typeof drawing = null;
    const draw = async () => {
      const [{ createTrackMap, LIT_LAYER }, { createVehicleMarker }, { createOtherTracksMap }] = await Promise.all([
        import('./track-map.ts'),
        import('../playback/vehicle-marker.ts'),
        import('../compare/other-tracks-map.ts'),
      ]);
      if (gone) return;
      made = {
        line: createTrackMap(map),
        others: createOtherTracksMap(map, playback, LIT_LAYER),
        marker: createVehicleMarker(map, playback, reducedMotion),
      };
      setDrawing(made);
    };
    draw().catch((error: unknown) => console.error('The track cannot be drawn', error));
    return () => {
      gone = true;
      made?.line.stop();
      made?.others.stop();
      made?.marker.stop();
      setDrawing(null);
    };
  }, [map, playback, reducedMotion]);

  const tows = useMemo(() => towSpans(entries), [entries]);
  useEffect(() => {
    drawing?.line.setTrack(track, wild, tows);
    drawing?.marker.setTrack(track);
  }, [drawing, track, wild, tows]);
  useEffect(() => {
    drawing?.others.setLines(others);
    drawing?.line.setBeside(
      others.map((other) => other.track),
      look?.color ?? null,
    );
    drawing?.marker.setLook(look);
  }, [drawing, others, look]);
  useEffect(() => drawing?.line.setStops(stops), [drawing, stops]);
  useEffect(() => drawing?.line.light(lit), [drawing, lit]);
  useEffect(() => drawing?.marker.setFollow(follow), [drawing, follow]);
  // Fitted when the chosen track is loaded, and again when the last of the others is.
  const arrived = others.filter((other) => other.track.times.length > 0).length;
  useEffect(() => {
    if (whole && arrived >= 0) drawing?.line.fit(null, 0);
  }, [drawing, whole, arrived]);
  const fitEntry = useEffectEvent((wanted: string | null) => {
    const entry = entries.find(({ key }) => key === wanted);
    if (entry) drawing?.line.fit([entry.from, entry.to ?? playback.range()[1]], reducedMotion ? 0 : 600);
  });
  useEffect(() => fitEntry(chosen), [chosen]);
  useRefine(map, refine);

  const stopUnder = (x: number, y: number) => {
    const key = drawing?.line.stopAt(x, y);
    return entries.find((entry) => entry.key === key);
  };
  function click(place: Coordinates) {
    if (!map) return;
    const { x, y } = map.map.project([place.lon, place.lat]);
    const stop = stopUnder(x, y);
    if (stop) return props.onChoose(stop);
    const degreesPx = (DEGREES_PX / 2 ** map.map.getZoom()) * Math.cos((place.lat * Math.PI) / 180);
    const point = nearestPoint(track, place, NEAR_PX * degreesPx, playback.at());
    if (point !== null) props.onSeek(track.times[point] ?? playback.at());
  }

  const hovering = useRef(false);
  const hover = useEffectEvent((x: number, y: number) => {
    const stop = stopUnder(x, y);
    if (map) map.map.getCanvas().style.cursor = stop ? 'pointer' : '';
    if (stop || hovering.current) props.onHover(stop?.key ?? null);
    hovering.current = stop !== undefined;
  });
  const dragged = useEffectEvent(() => props.onFollow(false));
  useEffect(() => {
    if (!map) return undefined;
    const move = ({ point }: { point: { x: number; y: number } }) => hover(point.x, point.y);
    const drag = () => dragged();
    map.map.on('mousemove', move);
    map.map.on('dragstart', drag);
    return () => {
      map.map.off('mousemove', move);
      map.map.off('dragstart', drag);
    };
  }, [map]);

  if (setup.isPending) return null;
  return (
    <>
      <MapView
        label={t('history.map')}
        camera={setup.data?.mapHome ?? WORLD}
        basemap={basemap}
        styleUrls={styleUrls}
        onClick={click}
        onMap={(made) => {
          setMap(made);
          props.onMap(made);
        }}
      />
      {map && (
        <div className={classes['zoom']} role="group" aria-label={t('map.tools')}>
          <Tool label={t('map.zoom-in')} onClick={() => map.zoomBy(1)} icon={<IconPlus size={18} />} />
          <Tool label={t('map.zoom-out')} onClick={() => map.zoomBy(-1)} icon={<IconMinus size={18} />} />
          <Tool
            label={t('history.whole')}
            onClick={() => drawing?.line.fit(null)}
            icon={<IconFocusCentered size={18} />}
          />
        </div>
      )}
      {track.times.length > 1 && (
        <Legend bySpeed={look === null} wild={wild.length} tows={entries.some(({ kind }) => kind === 'tow')} />
      )}
    </>
  );
}

function Tool({ label, onClick, icon }: { label: string; onClick: () => void; icon: ReactNode }) {
  return (
    <Tooltip text={label} placement="start">
      <ActionIcon aria-label={label} onClick={onClick}>
        {icon}
      </ActionIcon>
    </Tooltip>
  );
}
