import { readFile, rm } from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import { IMPORT_PATH, isImportKind, MAX_IMPORT_BYTES } from '@milepost/contract/import-kinds';
import type { FastifyInstance } from 'fastify';
import { AppError } from '../errors.ts';
import { incomingFile, takeUpload, tooLarge } from '../files/take-upload.ts';
import { requireImport } from '../imports/import-rights.ts';
import { startImport } from '../imports/start-import.ts';
import { authenticateCall } from '../rpc/authenticate-call.ts';
import { CallBudgets } from '../rpc/call-budgets.ts';
import { requireCaller } from '../rpc/guards.ts';
import { type Line, CallQueue } from '../rpc/call-queue.ts';
import { clientOf, oneHeader } from './client-of.ts';
import { answerFailure, readName } from './file-routes.ts';
import { siteFault } from './same-site.ts';
import type { HttpServices } from './services.ts';

const SIGNED_IN = { access: 'signedIn', csrf: 'session' } as const;
/** A file arrives as slowly as its sender likes, which must not make others wait. */
const SENDING = (userId: number): Line[] => [{ key: `person ${userId}`, atOnce: 1, maxWaiting: 3 }];
/** The file is in memory while it is parsed. */
const READING = (tenantId: number): Line[] => [{ key: 'everybody', atOnce: 1, maxWaiting: 50, of: tenantId }];

/** True when a request sends a spreadsheet, which may take a long time. */
export const isImportUpload = ({ method, url }: IncomingMessage): boolean =>
  method === 'POST' && url?.startsWith(`${IMPORT_PATH}/`) === true;

/** `POST /imports/<kind>` accepts a spreadsheet, parses it and stores its lines; nothing is imported yet. */
export async function importUploads(app: FastifyInstance, services: HttpServices): Promise<void> {
  const budgets = new CallBudgets(() => Date.now(), services.proved);
  const callQueue = new CallQueue();
  app.removeAllContentTypeParsers();
  // Streamed, because the request is accepted or refused before its first byte is read.
  app.addContentTypeParser('*', (_request, payload, done) => done(null, payload));
  app.setErrorHandler((error, request, reply) => answerFailure(error, request, reply, services));

  app.post<{ Params: { kind: string } }>(`${IMPORT_PATH}/:kind`, async (request, reply) => {
    const foreign = siteFault(request.headers, request.host, services.config.publicUrl);
    if (foreign) throw new AppError('denied', foreign);
    const call = {
      cookieHeader: request.headers.cookie,
      authorization: request.headers.authorization,
      client: clientOf(request, reply, services),
      budgets,
      tokens: { csrf: oneHeader(request, 'x-csrftoken'), xsrf: oneHeader(request, 'x-xsrf-token') },
    };
    const caller = requireCaller(await authenticateCall(services, call, SIGNED_IN, null));
    const { kind } = request.params;
    if (!isImportKind(kind)) throw new AppError('not-found', 'nothing-here');
    requireImport(caller, kind, 'create');
    const fileName = readName(request);
    if (Number(request.headers['content-length']) > MAX_IMPORT_BYTES) throw tooLarge(fileName, MAX_IMPORT_BYTES);
    const body = request.body instanceof Readable ? request.body : Readable.from([]);
    const id = await callQueue.take(SENDING(caller.userId), async () => {
      const file = await incomingFile(services.files.incoming);
      try {
        await takeUpload(body, file, fileName, MAX_IMPORT_BYTES);
        return await callQueue.take(READING(caller.tenantId), async () =>
          startImport(services.database, caller, kind, fileName, new Uint8Array(await readFile(file))),
        );
      } finally {
        await rm(file, { force: true });
      }
    });
    return reply.header('cache-control', 'no-store').send({ status: 200, id });
  });
}
