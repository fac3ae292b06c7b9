import type { Coordinates } from '@milepost/contract/common';
import { z } from 'zod';
import { addressBelow, askService } from '../../ask-service.ts';
import { type FetchBlock, type Block, ROUTER_REQUEST_LIMITS, type RouterService } from './router.ts';

/** Seconds and kilometres, null where there is no way: https://valhalla.github.io/valhalla/api/matrix/api-reference/ */
const Way = z.object({ time: z.number().min(0).nullable(), distance: z.number().min(0).nullable() }).nullable();
const Answer = z.object({ sources_to_targets: z.array(z.array(Way)) });

/** The request for a block. `profile`: a costing; empty for cars. */
export const matrixQuery = (from: readonly Coordinates[], to: readonly Coordinates[], profile: string) => ({
  sources: from,
  targets: to,
  costing: profile || 'auto',
  units: 'kilometers',
});

const blockOf = ({ sources_to_targets: rows }: z.output<typeof Answer>): Block => ({
  seconds: rows.map((row) => row.map((way) => way?.time ?? null)),
  metres: rows.map((row) => row.map((way) => (way?.distance == null ? null : way.distance * 1000))),
});

/** Parses a response. @throws ZodError when it is invalid */
export const readMatrix = (answer: unknown): Block => blockOf(Answer.parse(answer));

export function valhalla({ url, profile }: RouterService, userAgent: string): FetchBlock {
  return async (from, to, signal) => {
    const question = { userAgent, ends: signal, body: matrixQuery(from, to, profile), ...ROUTER_REQUEST_LIMITS };
    return blockOf(await askService(addressBelow(url, 'sources_to_targets', {}), Answer, question));
  };
}
