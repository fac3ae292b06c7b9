import type { Coordinates } from '@milepost/contract/common';
import { z } from 'zod';
import { addressBelow, askService, ServiceFault } from '../../ask-service.ts';
import { type FetchBlock, ROUTER_REQUEST_LIMITS, type RouterService } from './router.ts';

const Rows = z.array(z.array(z.number().min(0).nullable()));
/** Seconds and metres: https://project-osrm.org/docs/v5.24.0/api/#table-service */
const Answer = z.object({ code: z.string(), durations: Rows, distances: Rows });

const placeText = ({ lat, lon }: Coordinates) => `${lon.toFixed(6)},${lat.toFixed(6)}`;
const upTo = (from: number, count: number) => Array.from({ length: count }, (_, index) => from + index).join(';');

export function osrm({ url, profile }: RouterService, userAgent: string): FetchBlock {
  return async (from, to, signal) => {
    const places = [...from, ...to].map(placeText).join(';');
    const address = addressBelow(url, `table/v1/${encodeURIComponent(profile || 'driving')}/${places}`, {
      annotations: 'duration,distance',
      sources: upTo(0, from.length),
      destinations: upTo(from.length, to.length),
    });
    const { code, durations, distances } = await askService(address, Answer, {
      userAgent,
      ends: signal,
      ...ROUTER_REQUEST_LIMITS,
    });
    if (code !== 'Ok') throw new ServiceFault(`it answered ${code.slice(0, 40)}`);
    return { seconds: durations, metres: distances };
  };
}
