import type { ParsedInput, OperationOutput } from '@milepost/contract/operation';
import type { OperationName, Operations } from '@milepost/contract/operations';
import type { BusEvents } from '../bus/bus.ts';
import type { Caller } from '../store/people/callers.ts';
import type { HttpServices } from '../http/services.ts';
import { makeRunsJob } from '../jobs/distribution-jobs.ts';
import type { Actor } from '../store/audit/audit.ts';

/** The browser behind a call, as far as handlers need it. */
export interface Client {
  address: string;
  userAgent: string;
  /**
   * The base of links in mails when no address is configured; null when the request does not certainly come from this
   * machine.
   */
  loopbackBase: string | null;
  /**
   * The address under which the caller's own browser reaches the application; null for a script. Only for texts shown
   * to the caller.
   */
  pageBase: string | null;
  cookies: Readonly<Record<string, string | undefined>>;
  /** Trusts the proxy in front as this request shows it. */
  confirmProxy(): void;
  /** Aborted when the caller disconnects before the reply; for long work. */
  gone(): AbortSignal;
  /** Resolves when the reply is received to its last byte, or the caller has disconnected. */
  sent(): Promise<void>;
  /** The same for a long reply; resolves immediately when it turns out to be short. */
  sentLong(): Promise<void>;
  /** Sets a cookie; `script` makes it readable by the page's scripts, `ageS` is its lifetime in seconds. */
  setCookie(name: string, value: string, options?: { script?: boolean; ageS?: number }): void;
  clearCookie(name: string): void;
}

/** The context of a handler for which no sign-in is needed. */
export interface OpenContext {
  services: HttpServices;
  caller: Caller | null;
  client: Client;
}

export interface CallContext extends OpenContext {
  caller: Caller;
  /** The caller as an actor of the audit log. */
  actor: Actor;
}

type Handler<Name extends OperationName, Context> = (
  input: ParsedInput<Operations[Name]>,
  context: Context,
) => Promise<OperationOutput<Operations[Name]>>;

/** The operations whose access is `anyone`. */
export type OpenOperationName = {
  [Name in OperationName]: Operations[Name]['access'] extends 'anyone' ? Name : never;
}[OperationName];

export type OpenHandlers = { [Name in OpenOperationName]: Handler<Name, OpenContext> };
export type Handlers = { [Name in Exclude<OperationName, OpenOperationName>]: Handler<Name, CallContext> };

/** Announces to the other processes, after the commit, that an organisation's vehicles or devices changed. */
export function fleetChanged({ services }: OpenContext, organisationId: number): void {
  services.bus.publish('fleet-changed', { organisationId });
}

/** Recreates the future runs, after the commit of a change to which vehicles and drivers are available. */
export async function availabilityChanged(context: OpenContext, organisationId: number): Promise<void> {
  fleetChanged(context, organisationId);
  await context.services.queue.add(makeRunsJob, { organisationId });
}

/**
 * Announces, after the commit, a change to something that an organisation's facts depend on, such as its sensors.
 * @param marks installations whose past must be recomputed
 */
export function trackingChanged(
  { services: { bus } }: OpenContext,
  organisationId: number,
  marks: BusEvents['past-changed']['marks'] = [],
): void {
  bus.publish('tracking-changed', { organisationId });
  if (marks.length > 0) bus.publish('past-changed', { marks });
}
