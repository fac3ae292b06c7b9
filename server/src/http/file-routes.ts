import type { IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import { FILE_NAME, MAX_ZIPPED } from '@milepost/contract/file-kinds';
import { GalleryFilter } from '@milepost/contract/file-operations';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { requireGrant } from '../auth/caller.ts';
import { AppError, fieldError } from '../errors.ts';
import { storeFile } from '../files/store-file.ts';
import { tooLarge } from '../files/take-upload.ts';
import { galleryZip } from '../files/gallery-zip.ts';
import { authenticateCall, findCaller } from '../rpc/authenticate-call.ts';
import { CallBudgets } from '../rpc/call-budgets.ts';
import { failureOf, toFailure } from '../rpc/failure.ts';
import { requireCaller } from '../rpc/guards.ts';
import { parseInput } from '../rpc/input.ts';
import { actorOf } from '../rpc/dispatch.ts';
import { type Line, CallQueue } from '../rpc/call-queue.ts';
import { recordExport } from '../store/audit/record-export.ts';
import { findFile } from '../store/files/files.ts';
import { photosToZip } from '../store/files/gallery.ts';
import { mayAddFiles, viewerOf } from '../store/files/records.ts';
import type { Caller } from '../store/people/callers.ts';
import { clientOf, oneHeader } from './client-of.ts';
import { siteFault } from './same-site.ts';
import { sendFile } from './send-file.ts';
import type { HttpServices } from './services.ts';

const PATH = '/files';
const SIGNED_IN = { access: 'signedIn', csrf: 'session' } as const;
/** The limits of uploads of a person and of all: they last as long as their senders like, and each has a file open. */
const UPLOADS = (caller: Caller): Line[] => [
  { key: `person ${caller.userId}`, atOnce: 3, maxWaiting: 30 },
  { key: 'everybody', atOnce: 60, maxWaiting: 200 },
];
/** The work on files that have arrived. */
const WORK: Line[] = [{ key: 'work', atOnce: 12, maxWaiting: 200 }];
/** Downloads of many photos. */
const ZIPS = (caller: Caller): Line[] => [
  { key: `zip of ${caller.userId}`, atOnce: 1, maxWaiting: 2 },
  { key: 'zips', atOnce: 4, maxWaiting: 20 },
];

/** True when a request sends a file, which may take a long time. */
export const isUpload = ({ method, url }: IncomingMessage): boolean => method === 'POST' && url === PATH;

/**
 * Files attached to records: `POST /files` accepts one, `GET /files/<id>` serves one to people who may see a record
 * that has it.
 */
export async function fileRoutes(app: FastifyInstance, services: HttpServices): Promise<void> {
  const { database } = services;
  // Separate from those of calls: a page of the gallery fetches a hundred small pictures.
  const budgets = new CallBudgets(() => Date.now(), services.proved);
  const callQueue = new CallQueue();
  app.removeAllContentTypeParsers();
  // Streamed, because the request is accepted or refused before its first byte is read.
  app.addContentTypeParser('*', (_request, payload, done) => done(null, payload));
  app.setErrorHandler((error, request, reply) => answerFailure(error, request, reply, services));

  const credentials = (request: FastifyRequest, reply: FastifyReply) => ({
    cookieHeader: request.headers.cookie,
    authorization: request.headers.authorization,
    client: clientOf(request, reply, services),
    budgets,
  });
  const viewing = async (request: FastifyRequest, reply: FastifyReply) =>
    requireCaller(await findCaller(services, credentials(request, reply), SIGNED_IN, null));

  app.post(PATH, async (request, reply) => {
    const foreign = siteFault(request.headers, request.host, services.config.publicUrl);
    if (foreign) throw new AppError('denied', foreign);
    const tokens = { csrf: oneHeader(request, 'x-csrftoken'), xsrf: oneHeader(request, 'x-xsrf-token') };
    const call = { ...credentials(request, reply), tokens };
    const caller = requireCaller(await authenticateCall(services, call, SIGNED_IN, null));
    if (!mayAddFiles(caller)) throw new AppError('denied', 'permission-denied');
    const name = readName(request);
    const { maxBytes } = services.files;
    if (Number(request.headers['content-length']) > maxBytes) throw tooLarge(name, maxBytes);
    const body = request.body instanceof Readable ? request.body : Readable.from([]);
    const sender = { organisationId: caller.scope.organisationId, userId: caller.userId };
    const enqueue = (work: () => Promise<number>) => callQueue.take(WORK, work);
    const id = await callQueue.take(UPLOADS(caller), () =>
      storeFile(database, services.files, sender, name, body, enqueue),
    );
    const { file } = await findFile(database, viewerOf(caller), id);
    return reply.header('cache-control', 'no-store').send({ status: 200, file });
  });

  app.get<{ Params: { id: string }; Querystring: Record<string, string> }>(
    '/files/:id(^[1-9]\\d{0,8}$)',
    async (request, reply) => {
      const caller = await viewing(request, reply);
      const found = await findFile(database, viewerOf(caller), Number(request.params.id));
      return sendFile(request, reply, services.files, found);
    },
  );

  app.get<{ Querystring: Record<string, string> }>('/files/gallery.zip', async (request, reply) => {
    const caller = await viewing(request, reply);
    requireGrant(caller, 'gallery', 'view');
    const { vehicleId, ...query } = request.query;
    const filter = parseInput(GalleryFilter, { ...query, ...(vehicleId && { vehicleId: Number(vehicleId) }) });
    const photos = await photosToZip(database, viewerOf(caller), filter, MAX_ZIPPED.photos + 1);
    await recordExport(database, actorOf(caller, clientOf(request, reply, services)), {
      organisationId: caller.scope.organisationId,
      subjectId: 0,
      name: 'photos.zip',
      action: 'export',
      values: { ...filter, photos: Math.min(photos.length, MAX_ZIPPED.photos) },
    });
    const zip = galleryZip(services.files.blobs, photos);
    reply.headers({ 'content-type': 'application/zip', 'cache-control': 'no-store' });
    reply.header('content-disposition', 'attachment; filename="photos.zip"');
    // The slot is held as long as the download lasts.
    await callQueue.take(ZIPS(caller), () => {
      void reply.send(zip);
      return new Promise<void>((resolve) => reply.raw.once('close', resolve));
    });
    return reply;
  });
}

/** The sender's name for the file: the last part of a path, in one line. */
export function readName(request: FastifyRequest): string {
  const header = oneHeader(request, 'x-file-name') ?? '';
  try {
    const name =
      decodeURIComponent(header)
        .split(/[\\/]/)
        .at(-1)
        ?.replaceAll(/[\p{C}\p{Zl}\p{Zp}]/gu, '')
        .trim() ?? '';
    if (name !== '' && header.length <= FILE_NAME * 30) return name;
  } catch {
    // The header is not percent-encoded.
  }
  throw fieldError('invalid', { name: 'file-name' });
}

export function answerFailure(error: unknown, request: FastifyRequest, reply: FastifyReply, services: HttpServices) {
  // A client that disconnected gets no reply, and it is not logged as an error.
  const left = request.raw.destroyed && !request.raw.complete;
  const failure = left
    ? failureOf(new AppError('invalid', 'body-unread'))
    : toFailure(error, services.logger, request.url);
  return reply.code(failure.status).type('application/json').header('cache-control', 'no-store').send(failure);
}
