import { loadOutlets } from '@milepost/city/outlets';
import { arcFrom, arcTo, loadRoadGraph, nearestNode, route } from '@milepost/city/road-graph';
import type { FenceFields } from '../store/geofences/write-fence.ts';

interface Place {
  lat: number;
  lon: number;
}

const DEPOT_M = 250;
const SHOP_M = 120;
const SUBURB_M = 900;
const STREET_M = 80;
const TOLL_M = 25;
/** The suburb with a limit of 30 km/h in the demo. */
const SLOW_SUBURB = 'Pocitos';
const OLD_TOWN = 'Ciudad Vieja';
const SHOPS = 4;
/** The approximate area of the harbour. */
const PORT: Place[] = [
  { lat: -34.8965, lon: -56.2155 },
  { lat: -34.8965, lon: -56.2035 },
  { lat: -34.9075, lon: -56.2035 },
  { lat: -34.9075, lon: -56.2155 },
];

/** Geofences of the demo: depots, the port, two suburbs, some customers, and the way between two depots. */
export function demoFences(depots: readonly (Place & { name: string })[]): FenceFields[] {
  const outlets = loadOutlets();
  const fences = depots.map(({ name, lat, lon }) => circle(name, { lat, lon }, DEPOT_M, ['depot'], '#2563d9'));
  fences.push({ ...plain('Port', ['port'], '#0e7490'), shape: { kind: 'polygon', rings: [PORT] } });
  for (const suburb of [SLOW_SUBURB, OLD_TOWN]) {
    const centre = middle(outlets.filter((outlet) => outlet.suburb === suburb));
    if (centre) fences.push(circle(suburb, centre, SUBURB_M, ['suburb'], '#9333ea'));
  }
  for (const fence of fences) if (fence.name === SLOW_SUBURB) fence.speedLimitKph = 50;
  const shops = outlets.filter(({ kind }) => kind === 'supermarket');
  for (let index = 0; index < SHOPS; index += 1) {
    const shop = shops[Math.floor((index * shops.length) / SHOPS)];
    if (shop) fences.push(circle(`${shop.name}, ${shop.suburb}`, shop, SHOP_M, ['customer'], '#16a34a'));
  }
  const [from, to] = depots;
  const line = from && to ? wayBetween(from, to) : [];
  if (from && to && line.length > 1) {
    const shape = { kind: 'corridor' as const, line, halfWidthM: STREET_M };
    fences.push({ ...plain(`${from.name} to ${to.name}`, ['route'], '#d97706'), shape });
  }
  const toll = line[Math.floor(line.length / 2)];
  if (toll) fences.push({ ...circle('Toll', toll, TOLL_M, ['toll'], '#dc2626'), betweenFixes: true });
  return fences;
}

function plain(name: string, tags: string[], colour: string): Omit<FenceFields, 'shape'> {
  const all = { vehicleIds: [], groupIds: [], schedule: null };
  return { name, description: null, colour, tags, speedLimitKph: null, betweenFixes: false, ...all };
}

function circle(name: string, { lat, lon }: Place, radiusM: number, tags: string[], colour: string): FenceFields {
  return { ...plain(name, tags, colour), shape: { kind: 'circle', centre: { lat, lon }, radiusM } };
}

function middle(places: readonly Place[]): Place | null {
  const sum = (value: (place: Place) => number) => places.reduce((total, place) => total + value(place), 0);
  if (places.length === 0) return null;
  return { lat: sum(({ lat }) => lat) / places.length, lon: sum(({ lon }) => lon) / places.length };
}

/** The fastest way by road, as a list of junctions. */
function wayBetween(from: Place, to: Place): Place[] {
  const graph = loadRoadGraph();
  const arcs = route(graph, nearestNode(graph, from.lat, from.lon), nearestNode(graph, to.lat, to.lon))?.arcs ?? [];
  const [first] = arcs;
  const nodes = [...(first === undefined ? [] : [arcFrom(graph, first)]), ...arcs.map((arc) => arcTo(graph, arc))];
  return nodes.flatMap((id) => {
    const node = graph.nodes[id];
    return node ? [{ lat: node.lat, lon: node.lon }] : [];
  });
}
