/** Apps that report to an OpenGTS server, such as GPSLogger: an RMC sentence in a query parameter, over HTTP. */
import { Fields } from '../tools/fields.ts';
import { recommendedMinimum } from '../tools/nmea.ts';
import { checkIdentity, fixOf, optionalNumber, RequestFault } from '../tools/phone-values.ts';
import { answered, parametersAndForm } from '../tools/read-request.ts';
import type { AlarmCode, Attributes, HttpDecoded, HttpFrame, HttpProtocol } from '../types.ts';

const MAX_FRAME_BYTES = 8192;
const HEAD = '$GPRMC,';
const STATUS_CODE = /^0x[0-9a-f]{4}$/i;

/** Returns the identity, or account and device. */
function identityIn(parameters: URLSearchParams): string {
  const id = parameters.get('id');
  const [account, device] = [parameters.get('acct'), parameters.get('dev')];
  if (id === null && account !== null && device !== null) return checkIdentity('dev', `${account}/${device}`);
  return checkIdentity('id', id);
}

function attributesIn(parameters: URLSearchParams): Attributes {
  const attributes: Attributes = {};
  const percent = optionalNumber(parameters.get('batt'));
  // Apps that do not know it send 0, because the server requires a value.
  if (percent !== null && percent > 0 && percent <= 100) attributes.batteryPercent = percent;
  const code = parameters.get('code') ?? '';
  if (STATUS_CODE.test(code)) {
    attributes.event = code;
    const alarm = ALARMS[Number(code)];
    if (alarm !== undefined) attributes.alarm = [alarm];
  }
  return attributes;
}

function read(request: HttpFrame): Pick<HttpDecoded, 'identities' | 'messages'> {
  const parameters = parametersAndForm(request);
  const identities = [identityIn(parameters)];
  const sentence = parameters.get('gprmc') ?? '';
  if (!sentence.startsWith(HEAD)) throw new RequestFault('gprmc is not an RMC sentence');
  const reported = recommendedMinimum(new Fields(sentence.slice(HEAD.length)), optionalNumber(parameters.get('alt')));
  const fix = reported && fixOf(reported);
  const attributes = attributesIn(parameters);
  return { identities, messages: [{ kind: 'report', deviceTime: fix?.time ?? null, fix, attributes }] };
}

export const opengts: HttpProtocol = {
  kind: 'http',
  name: 'opengts',
  title: 'OpenGTS (GPSLogger and other apps)',
  defaultPort: 5159,
  maxFrameBytes: MAX_FRAME_BYTES,
  decode: (request) => answered(() => read(request)),
};

/** Status codes of OpenGTS ("GTS Status Codes and Description") that are alarms. */
const ALARMS: Readonly<Record<number, AlarmCode>> = {
  0xf118: 'idle',
  0xf11a: 'overspeed',
  0xf841: 'sos',
  0xf847: 'general',
  0xf871: 'tow',
  0xfd10: 'lowBattery',
  0xfd13: 'powerCut',
  0xfd15: 'powerRestored',
};
