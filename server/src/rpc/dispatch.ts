import type { Failure } from '@milepost/contract/body-status';
import { PUBLIC_CALLS } from '@milepost/contract/public-paths';
import { isHeavy, type Operation } from '@milepost/contract/operation';
import { isOperationName, type OperationName, OPERATIONS } from '@milepost/contract/operations';
import { CopyUnusable } from '../database/read-copy.ts';
import { cancelWhenGone } from '../database/until-gone.ts';
import { AppError, CallerGone } from '../errors.ts';
import { codeOf } from '../fault.ts';
import type { SiteFault } from '../http/same-site.ts';
import type { HttpServices } from '../http/services.ts';
import { noteInLog } from '../log-context.ts';
import { whileUnderWay } from '../loop/loop-watch.ts';
import type { Actor } from '../store/audit/audit.ts';
import { withTextsRead } from '../store/outlines/json-text.ts';
import type { Caller } from '../store/people/callers.ts';
import { currentSpan, type SpanContext, tracedRoot } from '../trace/trace.ts';
import { authenticateCall, type Credentials, nobodyOf } from './authenticate-call.ts';
import { checkBodySize, readBody } from './body.ts';
import { linkKey } from './call-budgets.ts';
import { type CallQueue, type Line, linesOf, linesOfLink, linesOfLive } from './call-queue.ts';
import { isDatabaseAway, toFailure } from './failure.ts';
import type { FairQueue } from './fair-queue.ts';
import { checkAccess, type TokenHeaders } from './guards.ts';
import type { CallContext, Client, Handlers, OpenContext, OpenOperationName } from './handler.ts';
import { HANDLERS, OPEN_HANDLERS } from './handlers/table.ts';
import { parseInput } from './input.ts';
import type { ResponseBacklog } from './response-backlog.ts';

const LIVE = 'get-live-updates' satisfies OperationName;

export interface Call extends Credentials {
  body: unknown;
  tokens: TokenHeaders;
  /** The reason why the request does not count as one of the application's own pages; null when it does. */
  foreign: SiteFault | null;
  callQueue: CallQueue;
  heavyQueue: FairQueue;
  untaken: ResponseBacklog;
  /** The span that the caller names as the one that contains the call. */
  traceParent: SpanContext | null;
}

type CallAnswer = ({ status: 200 } & Record<string, unknown>) | Failure;

/**
 * The calls by which a browser learns whether its session still holds. Any answer but 200 ends it, so none is given while
 * the database is away: nobody knows then.
 */
const SESSION_CALLS: ReadonlySet<OperationName> = new Set(['session-check', 'get-csrf-token']);

/** Answers one call; never throws. Null when the database is away and the call is about the session itself. */
export async function dispatch(services: HttpServices, call: Call): Promise<CallAnswer | null> {
  const begins = performance.now();
  let operation: OperationName | undefined;
  let answered: CallAnswer;
  try {
    const { name, input } = readCall(services, call);
    operation = name;
    noteInLog({ operation });
    const options = { kind: 'server', parent: call.traceParent, attributes: { 'rpc.method': name } } as const;
    const output = await tracedRoot(name, options, (span) => {
      if (span) noteInLog({ traceId: span.context.traceId });
      return answer(services, call, name, input);
    });
    answered = { status: 200, ...output };
  } catch (error) {
    if (error instanceof AppError && error.code === 'denied') {
      services.logger.info({ operation, address: call.client.address, reason: error.message }, 'A call was denied');
    }
    if (operation && SESSION_CALLS.has(operation) && isDatabaseAway(error)) return null;
    answered = toFailure(error, services.logger, operation);
  }
  if (operation) services.operationTimes.note(operation, performance.now() - begins, answered.status);
  return answered;
}

/**
 * Reads operation and input of a call. A malformed call counts as one without a session, whatever token it carries.
 */
function readCall(services: HttpServices, call: Call): { name: OperationName; input: Record<string, unknown> } {
  try {
    const { route, input } = readBody(call.body);
    const name = typeof route === 'string' ? route.slice(0, 100) : route;
    if (!isOperationName(name)) throw new AppError('not-found', 'no-operation');
    checkBodySize(name, call.body);
    return { name, input };
  } catch (error) {
    call.budgets.takeNobody(nobodyOf(services, call.client));
    throw error;
  }
}

async function answer(
  services: HttpServices,
  call: Call,
  name: OperationName,
  body: Record<string, unknown>,
): Promise<object> {
  const operation: Operation = OPERATIONS[name];
  if (call.foreign) {
    call.budgets.takeNobody(nobodyOf(services, call.client));
    throw new AppError('denied', call.foreign);
  }
  const link = linkOf(name, body);
  const caller = await authenticateCall(services, call, operation, link);
  const organisationId = caller?.scope.organisationId ?? null;
  currentSpan()?.set({ 'enduser.id': caller?.userId, 'milepost.organisation.id': organisationId });
  const answered = (using: HttpServices) =>
    whileUnderWay(name, organisationId, () => work(using, call, name, body, caller));
  const consumer = consumerOf(services, caller, link);
  // Heavy reads and live views hold their slot until the reply is received, so they are not counted here.
  const isCounted = consumer !== null && !isHeavy(operation) && name !== LIVE;
  if (isCounted) await call.untaken.room(consumer);
  const output = await call.callQueue.take(
    linesOfCall(services, operation, caller, link),
    () => {
      if (operation.weight === 'vital') return answered({ ...services, database: services.vital });
      if (organisationId === null || !isHeavy(operation)) return answered(services);
      return runHeavyRead(services, call, { operation, tenantId: caller?.tenantId ?? organisationId }, answered);
    },
    // A long reply is in memory until it is received: a caller who receives none gets few of them, and waits only for
    // themselves.
    () => (isHeavy(operation) || name === LIVE ? call.client.sent() : Promise.resolve()),
  );
  if (isCounted) void call.untaken.hold(consumer, call.client.sentLong());
  if (!services.config.production) checkOutput(operation, output);
  return output;
}

/**
 * The key for counting replies that were not received; null for a caller with neither session nor link, who gets only
 * short ones.
 */
function consumerOf({ proved }: HttpServices, caller: Caller | null, link: string | null): string | null {
  if (link !== null) return proved.has(link) ? linkKey(link) : 'unknown links';
  return caller === null ? null : `person ${caller.userId}`;
}

/**
 * Schedules heavy reads fairly by organisation, on connections of their own, and cancels them when their caller has
 * disconnected.
 */
function runHeavyRead<Result>(
  services: HttpServices,
  { heavyQueue, client }: Call,
  { operation, tenantId }: { operation: Operation; tenantId: number },
  answered: (using: HttpServices) => Promise<Result>,
): Promise<Result> {
  const endsWithCaller = operation.weight === 'heavy';
  const gone = endsWithCaller ? client.gone() : new AbortController().signal;
  const database = endsWithCaller ? cancelWhenGone(services.heavy, services.vital, gone) : services.heavy;
  const read = async () => {
    const copy = operation.readsCopy ? services.readCopy?.open() : null;
    if (copy) {
      try {
        return await answered({ ...services, database: cancelWhenGone(copy, null, gone) });
      } catch (error) {
        if (gone.aborted || !isFaultOfCopy(error)) throw error;
      }
    }
    return answered({ ...services, database });
  };
  return heavyQueue.take(tenantId, gone, async () => {
    try {
      return await read();
    } catch (error) {
      // The error, such as a cancelled statement, does not matter when the caller has disconnected.
      throw gone.aborted ? new CallerGone() : error;
    }
  });
}

/** SQLSTATE serialization_failure: the standby had to remove rows that a report was reading. */
const CONFLICT = '40001';

/** True if a read failed because of the copy, and is done again on the primary. */
const isFaultOfCopy = (error: unknown): boolean =>
  error instanceof CopyUnusable || isDatabaseAway(error) || codeOf(error) === CONFLICT;

async function work(
  services: HttpServices,
  call: Call,
  name: OperationName,
  body: Record<string, unknown>,
  caller: Caller | null,
): Promise<object> {
  const operation: Operation = OPERATIONS[name];
  const open = { services, caller, client: call.client };
  if (isOpenOperation(name)) {
    return handleOpen(name, parseInput(operation.input, body), open);
  }
  const known = checkAccess(operation.access, caller, body);
  checkLimit(operation, known);
  const signedIn = { ...open, caller: known, actor: actorOf(caller, call.client) };
  return handle(name, parseInput(operation.input, body), signedIn);
}

function linesOfCall(
  { proved }: HttpServices,
  operation: Operation,
  caller: Caller | null,
  link: string | null,
): Line[] {
  if (link !== null) return linesOfLink(proved.has(link) ? linkKey(link) : null, operation);
  if (caller === null) return [];
  return operation === OPERATIONS[LIVE] ? linesOfLive(caller) : linesOf(caller, operation);
}

const OF_LINKS: ReadonlySet<OperationName> = new Set(PUBLIC_CALLS);

/** The token of a call with a public link, not yet validated; null for any other call. */
function linkOf(name: OperationName, { token }: Record<string, unknown>): string | null {
  return OF_LINKS.has(name) && typeof token === 'string' ? token : null;
}

export function actorOf(caller: Caller | null, client: Client): Actor {
  if (!caller) return { userId: null, username: null, address: client.address };
  const username = caller.token ? `${caller.username} (token ${caller.token.name})` : caller.username;
  return { userId: caller.userId, username, address: client.address };
}

type AnyHandler<Context> = (input: unknown, context: Context) => Promise<object>;

// The operation's schema produced the input for which its handler is typed, but TypeScript cannot follow that through a
// name known only at run time.
function handle(name: keyof Handlers, input: unknown, context: CallContext): Promise<object> {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the schema of the operation made the input
  return (HANDLERS[name] as AnyHandler<CallContext>)(input, context);
}

function handleOpen(name: OpenOperationName, input: unknown, context: OpenContext): Promise<object> {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the schema of the operation made the input
  return (OPEN_HANDLERS[name] as AnyHandler<OpenContext>)(input, context);
}

function isOpenOperation(name: OperationName): name is OpenOperationName {
  return Object.hasOwn(OPEN_HANDLERS, name);
}

function checkOutput(operation: Operation, output: object): void {
  const parsed = operation.output.safeParse(withTextsRead(output));
  if (!parsed.success) throw new Error('a response does not match its schema', { cause: parsed.error });
}

/** @throws AppError `denied` for a limited person, when the call concerns more than their vehicles */
function checkLimit({ access, limited }: Operation, caller: Caller): void {
  if (caller.scope.limit === null || access === 'anyone' || limited === 'allowed') return;
  throw new AppError('denied', 'limit-all');
}
