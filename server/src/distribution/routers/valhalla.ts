import { z } from 'zod';
import { addressBelow, askService } from '../../ask-service.ts';
import { type AskBlock, QUESTION, type RouterSettings } from './router.ts';

/** Seconds and kilometres, null where there is no way: https://valhalla.github.io/valhalla/api/matrix/api-reference/ */
const Way = z.object({ time: z.number().min(0).nullable(), distance: z.number().min(0).nullable() }).nullable();
const Answer = z.object({ sources_to_targets: z.array(z.array(Way)) });

export function valhalla({ url, profile }: RouterSettings, userAgent: string): AskBlock {
  return async (from, to, signal) => {
    const body = { sources: from, targets: to, costing: profile || 'auto', units: 'kilometers' };
    const address = addressBelow(url, 'sources_to_targets', {});
    const { sources_to_targets: rows } = await askService(address, Answer, {
      userAgent,
      ends: signal,
      body,
      ...QUESTION,
    });
    return {
      seconds: rows.map((row) => row.map((way) => way?.time ?? null)),
      metres: rows.map((row) => row.map((way) => (way?.distance == null ? null : way.distance * 1000))),
    };
  };
}
