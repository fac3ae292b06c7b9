import type { FenceShape, Place } from '@milepost/contract/fence-shape-types';
import { metresBetween } from '@milepost/contract/fence-geometry';
import { cornersOf } from '@milepost/contract/shape-fault';
import type { FoundFence } from './found-fence.ts';

const swap = ({ lat, lon }: Place): Place => ({ lat: lon, lon: lat });

/** Maps each coordinate of a shape. */
export function mapPlaces(shape: FenceShape, made: (place: Place) => Place): FenceShape {
  if (shape.kind === 'circle') return { ...shape, centre: made(shape.centre) };
  return shape.kind === 'corridor'
    ? { ...shape, line: shape.line.map(made) }
    : { ...shape, rings: shape.rings.map((ring) => ring.map(made)) };
}

/** The shape with latitude and longitude swapped. */
export const swapShape = (shape: FenceShape): FenceShape => mapPlaces(shape, swap);

/** A geofence this far from all vehicles is suspicious if swapping its coordinates brings it much nearer. */
const FAR_M = 50_000;
const NEARER = 4;

/** Whether the coordinates of a file have the latitude first, against its format. */
export type Order =
  /** The order that the format prescribes, or the only possible one. */
  | { swapped: boolean; unsure: null }
  /** Both orders are possible, and swapped coordinates are much nearer to the vehicles: the person decides. */
  | { swapped: false; unsure: { asWrittenM: number; swappedM: number } };

const cornerOf = ({ shape }: FoundFence): Place[] => (shape ? cornersOf(shape).slice(0, 1) : []);
const outside = (found: readonly FoundFence[]) => found.filter(({ fault }) => fault?.code === 'coordinates').length;

/** The median distance of the geofences from the nearest vehicle. */
function awayM(found: readonly FoundFence[], fleet: readonly Place[]): number {
  const away = found
    .slice(0, MAX_SAMPLED)
    .flatMap(cornerOf)
    .map((place) => fleet.reduce((least, vehicle) => Math.min(least, metresBetween(place, vehicle)), Infinity))
    .toSorted((a, b) => a - b);
  return away[Math.floor(away.length / 2)] ?? Infinity;
}

const MAX_SAMPLED = 100;

/** @param fleet the coordinates of vehicles; without any, nothing counts as far */
export function orderOf(found: readonly FoundFence[], swapped: readonly FoundFence[], fleet: readonly Place[]): Order {
  // A longitude of more than 90 degrees cannot be a latitude.
  if (outside(found) > 0 && outside(swapped) === 0) return { swapped: true, unsure: null };
  if (fleet.length === 0 || outside(swapped) > 0) return { swapped: false, unsure: null };
  const [asWrittenM, swappedM] = [awayM(found, fleet), awayM(swapped, fleet)];
  const isSuspect = Number.isFinite(asWrittenM) && asWrittenM > FAR_M && swappedM * NEARER < asWrittenM;
  return isSuspect ? { swapped: false, unsure: { asWrittenM, swappedM } } : { swapped: false, unsure: null };
}
