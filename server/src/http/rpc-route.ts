import { BODY_LIMIT } from '@milepost/contract/operation';
import { Readable } from 'node:stream';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { fieldError } from '../errors.ts';
import { fault, type FaultLike } from '@milepost/contract/fault';
import type { Failure } from '@milepost/contract/body-status';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { CallBudgets } from '../rpc/call-budgets.ts';
import { dispatch } from '../rpc/dispatch.ts';
import { failureOf, toFailure } from '../rpc/failure.ts';
import { HEAVY_AT_ONCE } from '../database/pool.ts';
import { FairQueue } from '../rpc/fair-queue.ts';
import { CallQueue } from '../rpc/call-queue.ts';
import { ResponseBacklog } from '../rpc/response-backlog.ts';
import { parentOf } from '../trace/trace.ts';
import { jsonPieces } from './answer-json.ts';
import { clientOf, noteShort, oneHeader } from './client-of.ts';
import { siteFault } from './same-site.ts';
import { setDataHeaders } from './security-headers.ts';
import { sendCompressed, streamCompressed } from './send-compressed.ts';
import type { HttpServices } from './services.ts';

/** Answers with such a field are never compressed, because their length would depend on the secret. */
const SECRET_FIELD = /token|secret|password|^(?:link|codes)$/i;

/** The application's own API: `POST /<milliseconds>.html` (specification, section 7), also below `/vts`. */
export async function rpcRoute(app: FastifyInstance, services: HttpServices): Promise<void> {
  const budgets = new CallBudgets(() => Date.now(), services.proved, services.callsAMinute);
  const callQueue = new CallQueue();
  const heavyQueue = new FairQueue(HEAVY_AT_ONCE);
  const responseBacklog = new ResponseBacklog();
  // Whatever its content type, the body is read as text here and as JSON by the dispatcher, which can report what is
  // wrong.
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', { parseAs: 'string', bodyLimit: BODY_LIMIT }, (_request, body, done) => {
    done(null, body);
  });
  app.setErrorHandler(async (error, request, reply) => {
    return send(request, reply, unreadable(error) ?? toFailure(error, services.logger, request.url));
  });
  const answer = async (request: FastifyRequest, reply: FastifyReply) => {
    const call = {
      body: request.body,
      cookieHeader: request.headers.cookie,
      authorization: request.headers.authorization,
      tokens: { csrf: oneHeader(request, 'x-csrftoken'), xsrf: oneHeader(request, 'x-xsrf-token') },
      foreign: siteFault(request.headers, request.host, services.config.publicUrl),
      client: clientOf(request, reply, services),
      budgets,
      callQueue,
      heavyQueue,
      untaken: responseBacklog,
      traceParent: parentOf(oneHeader(request, 'traceparent')),
    };
    const answered = await dispatch(services, call);
    // Without a body status, browsers take it for no answer, keep the session and offer to try again.
    if (answered === null)
      return reply.code(503).header('retry-after', '2').type('text/plain').send('The database is away.');
    return send(request, reply, answered);
  };
  app.post('/:call(^\\d+).html', answer);
  app.post('/vts/:call(^\\d+).html', answer);
}

async function send(request: FastifyRequest, reply: FastifyReply, answer: object): Promise<FastifyReply> {
  const pieces = jsonPieces(answer);
  const first = pieces.next().value ?? '';
  const second = pieces.next().value;
  setDataHeaders(reply);
  reply.code(200).type('application/json; charset=utf-8').header('cache-control', 'no-store');
  if (second === undefined) noteShort(reply);
  const hasSecret = Object.keys(answer).some((field) => SECRET_FIELD.test(field));
  if (second === undefined) return hasSecret ? reply.send(first) : sendCompressed(request, reply, first);
  const text = textOf([first, second], pieces);
  return hasSecret ? reply.send(text) : streamCompressed(request, reply, text);
}

/** Streams a large answer as fast as it is received, yielding the event loop between pieces. */
function textOf(begun: readonly string[], pieces: Iterable<string>): Readable {
  async function* text() {
    yield* begun;
    for (const piece of pieces) {
      yield piece;
      // Each piece takes less than a millisecond.
      await nextTurn();
    }
  }
  return Readable.from(text(), { objectMode: false });
}

/** A request that Fastify refused before the dispatcher: a body that is too large or truncated. */
function unreadable(error: unknown): Failure | null {
  const status = error instanceof Error && 'statusCode' in error ? error.statusCode : 500;
  if (typeof status !== 'number' || status < 400 || status >= 500) return null;
  const body: FaultLike = status === 413 ? fault('body-large', { most: BODY_LIMIT }) : 'body-unread';
  return failureOf(fieldError('invalid', { body }));
}
