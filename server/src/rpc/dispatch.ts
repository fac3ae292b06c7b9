import type { Failure } from '@milepost/contract/body-status';
import type { RouteSpec } from '@milepost/contract/route';
import { isRouteName, type RouteName, ROUTES } from '@milepost/contract/routes';
import { authenticate } from '../auth/sessions.ts';
import { AppError } from '../errors.ts';
import type { HttpServices } from '../http/services.ts';
import { readBody } from './body.ts';
import { toFailure } from './failure.ts';
import { checkAccess, checkTokens, type TokenHeaders } from './guards.ts';
import type { CallContext, Client, OpenContext } from './handler.ts';
import { HANDLERS, OPEN_HANDLERS } from './handlers/table.ts';
import { parseInput } from './input.ts';

export interface Call {
  body: unknown;
  cookieHeader: string | undefined;
  tokens: TokenHeaders;
  /** Whether the request came from the application's own pages. */
  sameOrigin: boolean;
  client: Client;
}

type CallAnswer = ({ status: 200 } & Record<string, unknown>) | Failure;

/** Answers one call; never throws. */
export async function dispatch(services: HttpServices, call: Call): Promise<CallAnswer> {
  let route: unknown;
  try {
    const body = readBody(call.body);
    route = typeof body.route === 'string' ? body.route.slice(0, 100) : body.route;
    if (!isRouteName(route)) throw new AppError('not-found', 'There is no such route.');
    return { status: 200, ...(await answer(services, call, route, body.input)) };
  } catch (error) {
    return toFailure(error, services.logger, route);
  }
}

async function answer(
  services: HttpServices,
  call: Call,
  route: RouteName,
  body: Record<string, unknown>,
): Promise<object> {
  const spec: RouteSpec = ROUTES[route];
  if (!call.sameOrigin) throw new AppError('denied', 'This call came from another site.');
  const caller = await authenticate(services.database, call.cookieHeader);
  if (spec.access !== 'anyone') checkAccess('signedIn', caller);
  checkTokens(spec.csrf, call.tokens, call.client, caller);
  checkAccess(spec.access, caller);
  const input = parseInput(spec.input, body);
  const output = await handle(route, input, { services, caller, client: call.client });
  return services.config.production ? output : checkedOutput(spec, output);
}

/** The handler of a route takes the input that the route's schema makes, which TypeScript cannot follow by name. */
function handle(route: RouteName, input: unknown, context: OpenContext): Promise<object> {
  if (route in OPEN_HANDLERS) {
    const handler = OPEN_HANDLERS[route as keyof typeof OPEN_HANDLERS];
    return (handler as (input: unknown, context: OpenContext) => Promise<object>)(input, context);
  }
  const handler = HANDLERS[route as keyof typeof HANDLERS];
  return (handler as (input: unknown, context: CallContext) => Promise<object>)(input, context as CallContext);
}

function checkedOutput(spec: RouteSpec, output: object): object {
  const parsed = spec.output.safeParse(output);
  if (!parsed.success) throw new Error('an answer does not match its schema', { cause: parsed.error });
  return output;
}
