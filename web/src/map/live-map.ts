import type { LiveStore } from '../live/live-store.ts';
import { loadStyle, type BasemapKind, type MapTheme, styleContext } from './basemap-style.ts';
import type { Bounds, Cluster } from './cluster-index.ts';
import { CLUSTER_MAX_ZOOM } from './cluster-index.ts';
import { FOLLOW_ZOOM, freeOffset, panIntoView, type Covered } from './follow-camera.ts';
import { belowNorth } from './below-north.ts';
import { northEdgeOf } from './fit-streets.ts';
import { putStyle } from './put-style.ts';
import { createFlatMap, type FlatMapOptions } from './flat-map.ts';
import { readMapColors } from './map-colors.ts';
import { LngLat, LngLatBounds, Marker } from './map-library.ts';
import { createVehicleDrawing } from './vehicle-drawing.ts';
import type { Trail } from './trail.ts';

/** The margin between fitted vehicles and the edges of the free map. */
const EDGE_PX = 56;
/** The width of a tooltip beside the pointer, px. */
const TIP_PX = 290;

export type Camera = [lon: number, lat: number, zoom: number];

export interface LiveMapOptions extends FlatMapOptions {
  store: LiveStore;
  covered: Covered;
  clusterLabel(cluster: Cluster): string;
  onPick(id: number | null): void;
  /**
   * Called with null when the pointer leaves; x and y in px of the map; `flip` is true if there is no room on the
   * right.
   */
  onHover(hover: { id: number; x: number; y: number; flip: boolean } | null): void;
  /** Called with the vehicles in one spot, when their ring was clicked. */
  onCrowd(ids: number[]): void;
  onCamera(camera: Camera, bounds: Bounds): void;
  /** Called when the person moved the map by hand. */
  onDrag(): void;
}

/** The live map: basemap, vehicles, selection and camera. A React component owns one and passes changes to it. */
export function createLiveMap(options: LiveMapOptions) {
  const { store, container } = options;
  let { theme, covered, reducedMotion } = options;
  let kind: BasemapKind = 'offline';
  let urls: Record<MapTheme, string> = { light: '', dark: '' };
  let language = 'en';
  let selectedId: number | null = null;
  let following = false;
  let movedByHand = false;
  let styleRun = 0;
  /** The latitude at which the streets of the offline map end; null if they do not end. */
  let northEdge: number | null = null;
  let fitted: { ids: number[]; center: LngLat } | null = null;

  const map = createFlatMap(options);

  const ring = document.createElement('div');
  ring.className = 'milepost-selection';
  const ringMarker = new Marker({ element: ring });
  ring.removeAttribute('role');

  const motion = (ms: number) => (reducedMotion ? 0 : ms);

  const drawing = createVehicleDrawing({
    map,
    store,
    colors: readMapColors(theme),
    clusterLabel: options.clusterLabel,
    onCluster(cluster) {
      if (cluster.expansionZoom === null && map.getZoom() >= CLUSTER_MAX_ZOOM - 1)
        return options.onCrowd(cluster.members);
      const zoom = Math.min(CLUSTER_MAX_ZOOM, (cluster.expansionZoom ?? CLUSTER_MAX_ZOOM) + 0.4);
      options.onDrag();
      map.easeTo({ center: [cluster.lon, cluster.lat], zoom, duration: motion(600) });
    },
    onDraw(now) {
      const place = selectedId === null ? null : drawing.placeOf(selectedId, reducedMotion ? Infinity : now);
      if (!place) {
        ringMarker.remove();
        return;
      }
      ringMarker.setLngLat(place);
      if (!ring.isConnected) ringMarker.addTo(map);
      if (following) panIntoView(map, place, covered, !reducedMotion);
    },
  });
  drawing.setGlide(!reducedMotion);

  const showStyle = async () => {
    const run = ++styleRun;
    const { style, shown } = await loadStyle(theme, kind, urls[theme], styleContext(language));
    if (run !== styleRun) return;
    northEdge = shown === 'offline' ? northEdgeOf(style) : null;
    putStyle(map, style, theme);
    if (fitted && map.getCenter().distanceTo(fitted.center) < 1) fit(fitted.ids, false);
    if (shown === 'online') watchOnline(run);
  };

  /** A style can load while its tiles fail: after five failures without one tile, the offline map replaces it. */
  const watchOnline = (run: number) => {
    let failures = 0;
    const done = () => {
      map.off('error', fail);
      map.off('sourcedata', succeed);
    };
    const succeed = (event: { tile?: unknown }) => {
      if (event.tile !== undefined) done();
    };
    const fail = () => {
      if (run !== styleRun) return done();
      if (++failures < 5) return;
      done();
      kind = 'offline';
      void showStyle();
    };
    map.on('error', fail);
    map.on('sourcedata', succeed);
  };

  const reportCamera = () => {
    const { lng, lat } = map.getCenter();
    const bounds = map.getBounds();
    options.onCamera(
      [lng, lat, map.getZoom()],
      [
        Math.max(-180, bounds.getWest()),
        Math.max(-90, bounds.getSouth()),
        Math.min(180, bounds.getEast()),
        Math.min(90, bounds.getNorth()),
      ],
    );
  };

  map.on('error', (event) => console.warn('Map', event.error.message));
  map.on('moveend', reportCamera);
  map.once('load', reportCamera);
  map.on('dragstart', () => options.onDrag());
  map.on('movestart', (event) => (movedByHand ||= event.originalEvent !== undefined));
  map.on('click', (event) => options.onPick(drawing.hit(event.point.x, event.point.y, 20)));
  map.on('mousemove', (event) => {
    const id = drawing.hit(event.point.x, event.point.y);
    map.getCanvas().style.cursor = id === null ? '' : 'pointer';
    options.onHover(
      id === null
        ? null
        : { id, x: event.point.x, y: event.point.y, flip: event.point.x > container.clientWidth - TIP_PX },
    );
  });
  map.on('mouseout', () => options.onHover(null));

  const goTo = (id: number, zoom: number): boolean => {
    const place = drawing.placeOf(id, performance.now());
    if (!place) return false;
    map.flyTo({ center: place, zoom, offset: freeOffset(covered), duration: motion(900), essential: true });
    return true;
  };

  const fit = (ids: number[], animate: boolean): boolean => {
    const bounds = new LngLatBounds();
    for (const id of ids) {
      const place = drawing.placeOf(id, Infinity);
      if (place) bounds.extend(place);
    }
    if (bounds.isEmpty()) return false;
    const padding = {
      left: covered.left + EDGE_PX,
      right: covered.right + EDGE_PX,
      top: covered.top + EDGE_PX,
      bottom: covered.bottom + EDGE_PX,
    };
    const camera = map.cameraForBounds(bounds, { padding, maxZoom: 16 });
    if (!camera?.center || camera.zoom === undefined) return false;
    const center = LngLat.convert(camera.center);
    if (northEdge !== null) {
      const view = { lat: center.lat, zoom: camera.zoom, height: container.clientHeight, top: padding.top };
      center.lat = belowNorth(view, northEdge, bounds.getNorth());
    }
    map.easeTo({ center, zoom: camera.zoom, duration: animate ? motion(700) : 0 });
    // The style can load later, and the edge of the streets is unknown before that.
    fitted = northEdge === null ? { ids, center } : null;
    return true;
  };

  return {
    map,
    drawing,
    setBasemap(next: BasemapKind, nextUrls: Record<MapTheme, string>, nextLanguage: string): void {
      kind = next;
      urls = nextUrls;
      language = nextLanguage;
      void showStyle();
    },
    setTheme(next: MapTheme): void {
      if (next === theme) return;
      theme = next;
      drawing.setColors(readMapColors(theme));
      void showStyle();
    },
    setCovered(next: Covered): void {
      covered = next;
    },
    setReducedMotion(next: boolean): void {
      reducedMotion = next;
      drawing.setGlide(!next);
    },
    select(id: number | null): void {
      selectedId = id;
      drawing.setSelected(id);
    },
    setTrail: (trail: Trail | null) => drawing.setTrail(trail),
    follow(on: boolean): void {
      following = on;
    },
    /** True if a person moved or zoomed the map. */
    isMovedByHand: () => movedByHand,
    /** Moves to the vehicle at a zoom where streets are distinguishable. False if it has no coordinates. */
    goTo: (id: number) => goTo(id, Math.max(map.getZoom(), FOLLOW_ZOOM)),
    zoomTo: (id: number) => goTo(id, Math.max(map.getZoom(), 16.5)),
    zoomBy: (steps: number) => map.easeTo({ zoom: map.getZoom() + steps, duration: motion(250) }),
    /** Shows all of these vehicles that have coordinates. False if none has. */
    fit: (ids: Iterable<number>, animate = true) => fit([...ids], animate),
    flyTo: (lon: number, lat: number) =>
      map.flyTo({
        center: [lon, lat],
        zoom: Math.max(map.getZoom(), 14),
        offset: freeOffset(covered),
        duration: motion(900),
      }),
    stop(): void {
      styleRun++;
      drawing.stop();
      ringMarker.remove();
      map.remove();
    },
  };
}

export type LiveMap = ReturnType<typeof createLiveMap>;
