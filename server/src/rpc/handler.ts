import type { ParsedInput, RouteOutput } from '@milepost/contract/route';
import type { RouteName, RouteTable } from '@milepost/contract/routes';
import type { BusEvents } from '../bus/bus.ts';
import type { Caller } from '../store/people/callers.ts';
import type { HttpServices } from '../http/services.ts';
import { makeRunsJob } from '../jobs/make-runs-job.ts';
import type { Actor } from '../store/audit/audit.ts';

/** The browser behind a call, as far as handlers need it. */
export interface Client {
  address: string;
  userAgent: string;
  /**
   * The base of links in mails when no address is configured; null when the request is not surely from this machine.
   */
  loopbackBase: string | null;
  /** The address at which the caller's own browser has the application; null for a script. Only for what is shown to the caller. */
  pageBase: string | null;
  cookies: Readonly<Record<string, string | undefined>>;
  /** Takes what this request shows of the proxy in front for true. */
  confirmProxy(): void;
  /** Aborted when the caller disconnects before the answer; for long work. */
  gone(): AbortSignal;
  /** Until the answer is taken to its last byte, or nobody takes it any more. */
  sent(): Promise<void>;
  /** The same of a long answer; at once where it turns out to be short. */
  sentLong(): Promise<void>;
  /** Sets a cookie; `script` lets the page's scripts read it, `ageS` is its lifetime in seconds. */
  setCookie(name: string, value: string, options?: { script?: boolean; ageS?: number }): void;
  clearCookie(name: string): void;
}

/** What a handler gets besides its input when no sign-in is needed. */
export interface OpenContext {
  services: HttpServices;
  caller: Caller | null;
  client: Client;
}

export interface CallContext extends OpenContext {
  caller: Caller;
  /** The caller, as the audit log names it. */
  actor: Actor;
}

type Handler<Name extends RouteName, Context> = (
  input: ParsedInput<RouteTable[Name]>,
  context: Context,
) => Promise<RouteOutput<RouteTable[Name]>>;

/** The routes whose access is `anyone`. */
export type OpenRouteName = {
  [Name in RouteName]: RouteTable[Name]['access'] extends 'anyone' ? Name : never;
}[RouteName];

export type OpenHandlers = { [Name in OpenRouteName]: Handler<Name, OpenContext> };
export type Handlers = { [Name in Exclude<RouteName, OpenRouteName>]: Handler<Name, CallContext> };

/** Announces to the other processes, after the commit, that an organisation's vehicles or devices changed. */
export function fleetChanged({ services }: OpenContext, organisationId: number): void {
  services.bus.publish('fleet-changed', { organisationId });
}

/** Makes the runs that lie ahead anew, after the commit of what changes which vehicles and drivers may be used. */
export async function availabilityChanged(context: OpenContext, organisationId: number): Promise<void> {
  fleetChanged(context, organisationId);
  await context.services.queue.add(makeRunsJob, { organisationId });
}

/**
 * Announces likewise that what an organisation's facts depend on changed, such as its sensors.
 * @param marks installations whose past is to be made again by it
 */
export function trackingChanged(
  { services: { bus } }: OpenContext,
  organisationId: number,
  marks: BusEvents['past-changed']['marks'] = [],
): void {
  bus.publish('tracking-changed', { organisationId });
  if (marks.length > 0) bus.publish('past-changed', { marks });
}
