import { LIVE_PATH } from '@milepost/contract/live-constants';
import type { FastifyInstance } from 'fastify';
import { failureOf } from '../rpc/failure.ts';
import { AppError } from '../errors.ts';

/** Answers an attempt to open the live connection that came without `Upgrade` (RFC 9110, section 15.5.22). */
export function refusedSockets(app: FastifyInstance): void {
  app.get(LIVE_PATH, (_request, reply) =>
    reply
      .code(426)
      .headers({ upgrade: 'websocket', 'cache-control': 'no-store' })
      .send(failureOf(new AppError('not-found', 'nothing-here'))),
  );
}
