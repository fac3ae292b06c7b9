import { AsyncLocalStorage } from 'node:async_hooks';
import { Client, Pool } from 'pg';
import { reasonOf } from '../fault.ts';
import { currentSpan, type Span, startSpan } from './trace.ts';

// oxlint-disable-next-line typescript/no-explicit-any -- the driver's overloads
type AnyFunction = (...parameters: any[]) => any;

/** Wraps the statements of the driver, so that those of a traced call are spans of it; returns what undoes it. */
export function traceQueries(): () => void {
  const { query } = Client.prototype;
  const { connect } = Pool.prototype;
  const originalQuery: AnyFunction = query;
  const originalConnect: AnyFunction = connect;
  const wrappedQuery: AnyFunction = function (this: Client, ...parameters) {
    const span = spanOf(parameters[0]);
    if (!span) return originalQuery.apply(this, parameters);
    const last: unknown = parameters.at(-1);
    if (typeof last === 'function') {
      parameters[parameters.length - 1] = function (this: unknown, error: unknown, ...results: unknown[]) {
        finish(span, error);
        return Reflect.apply(last, this, [error, ...results]);
      };
      return originalQuery.apply(this, parameters);
    }
    const pending: Promise<unknown> = originalQuery.apply(this, parameters);
    pending.then(
      () => finish(span, null),
      (error: unknown) => finish(span, error),
    );
    return pending;
  };
  // Whoever waits for a connection is called by the one who releases it, in the context of that other call.
  const wrappedConnect: AnyFunction = function (this: Pool, callback?: AnyFunction) {
    return originalConnect.call(this, callback && AsyncLocalStorage.bind(callback));
  };
  Client.prototype.query = wrappedQuery;
  Pool.prototype.connect = wrappedConnect;
  return () => {
    Client.prototype.query = query;
    Pool.prototype.connect = connect;
  };
}

/**
 * The statement's text has parameters, not their values. Streams of rows, which submit themselves, are left out: they end
 * elsewhere.
 */
function spanOf(statement: unknown): Span | null {
  const parent = currentSpan();
  if (typeof statement === 'object' && statement !== null && 'submit' in statement) return null;
  const text = typeof statement === 'object' && statement !== null && 'text' in statement ? statement.text : statement;
  if (!parent || typeof text !== 'string') return null;
  const [operation = 'SQL'] = /[A-Za-z]+/.exec(text) ?? [];
  return startSpan(operation.toUpperCase(), {
    kind: 'client',
    parent: parent.context,
    always: true,
    attributes: { 'db.system.name': 'postgresql', 'db.query.text': text.replace(/\s+/g, ' ').trim() },
  });
}

function finish(span: Span, error: unknown): void {
  if (error) span.fail(reasonOf(error));
  span.end();
}
