/** Requests over HTTP: their parameters, and what is answered to those that cannot be read. */
import type { HttpDecoded, HttpFrame } from '../types.ts';
import { BadFrame, withoutUnsetClocks } from './bad-frame.ts';
import { RequestFault } from './phone-values.ts';

type RequestContent = Pick<HttpDecoded, 'identities' | 'messages' | 'unknownType'>;

/** Parameters of the address, as they came. */
export function parametersOf({ url }: Pick<HttpFrame, 'url'>): URLSearchParams {
  const question = url.indexOf('?');
  return new URLSearchParams(question < 0 ? '' : url.slice(question + 1));
}

/** Parameters of the address, then those of a form in the body. */
export function parametersAndForm(request: Pick<HttpFrame, 'url' | 'body'>): URLSearchParams {
  const parameters = parametersOf(request);
  for (const [name, value] of new URLSearchParams(request.body.trim())) parameters.append(name, value);
  return parameters;
}

/** What a request says, answered with `body`; one that cannot be read is answered with the reason. */
export function answered(read: () => RequestContent, body = ''): HttpDecoded {
  try {
    return { ...withoutUnsetClocks(read()), reply: { status: 200, body } };
  } catch (error) {
    if (!(error instanceof RequestFault || error instanceof BadFrame)) throw error;
    return { identities: [], messages: [], reply: { status: 400, body: error.message }, fault: error.message };
  }
}
