import type { FastifyInstance } from 'fastify';
import { AppError } from '../errors.ts';
import { partsFor } from '../reports/allowed.ts';
import { fileType } from '../reports/export/formats.ts';
import { findCaller } from '../rpc/authenticate-call.ts';
import { CallBudgets } from '../rpc/call-budgets.ts';
import { requireCaller } from '../rpc/guards.ts';
import { actorOf } from '../rpc/dispatch.ts';
import { recordExportOnce } from '../store/audit/record-export.ts';
import { getDownload } from '../store/downloads/downloads.ts';
import { clientOf } from './client-of.ts';
import { answerFailure } from './file-routes.ts';
import { sendFile } from './send-file.ts';
import type { HttpServices } from './services.ts';

const SIGNED_IN = { access: 'signedIn', csrf: 'session' } as const;

/** `GET /downloads/<id>` serves a finished file, with ranges, to people who may see all of its content now. */
export async function downloadRoutes(app: FastifyInstance, services: HttpServices): Promise<void> {
  const budgets = new CallBudgets(() => Date.now(), services.proved);
  app.setErrorHandler((error, request, reply) => answerFailure(error, request, reply, services));
  app.get<{ Params: { id: string }; Querystring: Record<string, string> }>(
    '/downloads/:id(^[1-9]\\d{0,8}$)',
    async (request, reply) => {
      const credentials = {
        cookieHeader: request.headers.cookie,
        authorization: request.headers.authorization,
        client: clientOf(request, reply, services),
        budgets,
      };
      const caller = requireCaller(await findCaller(services, credentials, SIGNED_IN, null));
      const found = await getDownload(services.database, caller, partsFor(caller), Number(request.params.id));
      if (!found.seen) throw new AppError('denied', 'download-wider');
      if (found.hash === null) throw new AppError('conflict', 'download-unfinished');
      // The requester of the file was logged when it was requested.
      if (found.userId !== caller.userId) {
        await recordExportOnce(services.database, actorOf(caller, credentials.client), {
          organisationId: found.organisationId,
          subjectId: found.id,
          name: found.title,
          action: 'download',
          values: { report: found.kind, format: found.format },
        });
      }
      const { ending, type } = fileType(found.format, found.kind);
      const name = `${found.title} ${found.at.toISOString().slice(0, 10)}.${ending}`;
      const file = { name, kind: 'document' as const, type, sizeBytes: Number(found.sizeBytes) };
      return sendFile(request, reply, services.files, { file, hash: found.hash, thumbHash: null, isStored: false });
    },
  );
}
