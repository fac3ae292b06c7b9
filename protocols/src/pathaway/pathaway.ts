/**
 * PathAway GPS, an app: its location format in a query parameter, over HTTP. Source: "Remote Send/Receive Formats" in
 * its help.
 */
import { Fields } from '../tools/fields.ts';
import { checkIdentity, fixOf, RequestFault } from '../tools/phone-values.ts';
import { answered, parametersAndForm } from '../tools/read-request.ts';
import { dayFirst, KNOT_KPH } from '../tools/units.ts';
import type { Fix, HttpDecoded, HttpFrame, HttpProtocol } from '../types.ts';

const MAX_FRAME_BYTES = 8192;
const HEAD = '$PWS,';
const FOOT_M = 0.3048;
/** Names and comments may contain commas; they are not used. */
const QUOTED = /"[^"]*"/g;

/**
 * Reads these fields in order: version, name, icon, colour, ddmmyy, hhmmss.ss, latitude, longitude, feet above sea
 * level, knots, course, comment.
 */
function place(text: string): Fix | null {
  const fields = new Fields(text.slice(HEAD.length).replaceAll(QUOTED, ''));
  fields.skip(4);
  const time = dayFirst(fields.text(), fields.text());
  const [lat, lon] = [fields.number(), fields.number()];
  const feet = fields.numberIfAny();
  const altitudeM = feet === undefined ? null : feet * FOOT_M;
  // An unknown course is -1.
  const [speedKph, courseDeg] = [(fields.numberIfAny() ?? 0) * KNOT_KPH, fields.numberIfAny() ?? 0];
  return fixOf({ time, valid: true, lat, lon, altitudeM, speedKph, courseDeg });
}

function read(request: HttpFrame): Pick<HttpDecoded, 'identities' | 'messages'> {
  const parameters = parametersAndForm(request);
  const identities = [checkIdentity('UserName', parameters.get('UserName'))];
  const text = parameters.get('LOC') ?? '';
  if (!text.startsWith(HEAD)) throw new RequestFault('LOC is not a location of PathAway');
  const fix = place(text);
  return { identities, messages: [{ kind: 'report', deviceTime: fix?.time ?? null, fix, attributes: {} }] };
}

export const pathaway: HttpProtocol = {
  kind: 'http',
  name: 'pathaway',
  title: 'PathAway GPS',
  defaultPort: 5099,
  maxFrameBytes: MAX_FRAME_BYTES,
  decode: (request) => answered(() => read(request)),
};
