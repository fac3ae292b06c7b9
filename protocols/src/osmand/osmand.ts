/**
 * Phones that report over HTTP: OsmAnd's live tracking, Traccar Client old and new, and apps with a configurable
 * address template, such as GPSLogger and PhoneTrack.
 */
import type { HttpDecoded, HttpFrame, HttpProtocol } from '../types.ts';
import { readJsonBody } from './json-body.ts';
import { readIdentity, readParameters } from './parameters.ts';
import { answered, parametersAndForm } from '../tools/read-request.ts';

const MAX_FRAME_BYTES = 65_536;

function header(request: HttpFrame, wanted: string): string {
  for (const [name, value] of Object.entries(request.headers)) if (name.toLowerCase() === wanted) return value ?? '';
  return '';
}

function isJson(request: HttpFrame): boolean {
  return header(request, 'content-type').includes('json') || /^\s*[[{]/.test(request.body);
}

function read(request: HttpFrame, now: Date): Pick<HttpDecoded, 'identities' | 'messages'> {
  if (request.body.trim() !== '' && isJson(request)) {
    const { identity, messages } = readJsonBody(request.body, now);
    return { identities: [identity], messages };
  }
  const parameters = parametersAndForm(request);
  return { identities: [readIdentity(parameters)], messages: [readParameters(parameters, now)] };
}

export const osmand: HttpProtocol = {
  kind: 'http',
  name: 'osmand',
  title: 'OsmAnd, Traccar Client, GPSLogger, PhoneTrack',
  defaultPort: 5055,
  maxFrameBytes: MAX_FRAME_BYTES,
  setup: ({ host, port }) => [
    { step: 'traccar-address', value: `http://${host}:${port}` },
    {
      step: 'terminal',
      value: `curl "http://${host}:${port}/?id=my-phone&lat=-34.9055&lon=-56.1851&speed=12"`,
    },
  ],
  decode: (request, receivedAt) => answered(() => read(request, receivedAt)),
};
