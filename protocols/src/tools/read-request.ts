/** Requests over HTTP: their parameters, and the answers to those that cannot be read. */
import type { HttpDecoded, HttpFrame } from '../types.ts';
import { BadFrame, withoutUnsetClocks } from './bad-frame.ts';
import { RequestFault } from './phone-values.ts';

type RequestContent = Pick<HttpDecoded, 'identities' | 'messages' | 'unknownType'>;

/** Query parameters, as received. */
export function parametersOf({ url }: Pick<HttpFrame, 'url'>): URLSearchParams {
  const question = url.indexOf('?');
  return new URLSearchParams(question < 0 ? '' : url.slice(question + 1));
}

/** Query parameters, then those of a form in the body. */
export function parametersAndForm(request: Pick<HttpFrame, 'url' | 'body'>): URLSearchParams {
  const parameters = parametersOf(request);
  for (const [name, value] of new URLSearchParams(request.body.trim())) parameters.append(name, value);
  return parameters;
}

/** Decodes a request and answers it with `body`; one that cannot be read is answered with the reason. */
export function answered(read: () => RequestContent, body = ''): HttpDecoded {
  try {
    return { ...withoutUnsetClocks(read()), reply: { status: 200, body } };
  } catch (error) {
    if (!(error instanceof RequestFault || error instanceof BadFrame)) throw error;
    return { identities: [], messages: [], reply: { status: 400, body: error.message }, fault: error.message };
  }
}
