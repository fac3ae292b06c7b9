/**
 * The alarm codes that devices report, or the gateway for them, and that have no rule kind of their own, with their
 * names in the catalogue `alarm`.
 */
export const DEVICE_CODES = [
  'sos',
  'powerCut',
  'powerRestored',
  'lowPower',
  'lowBattery',
  'powerOff',
  'powerOn',
  'hardAcceleration',
  'hardBraking',
  'hardCornering',
  'laneChange',
  'fatigueDriving',
  'accident',
  'vibration',
  'movement',
  'fallDown',
  'tow',
  'highRpm',
  'temperature',
  'door',
  'lock',
  'unlock',
  'bonnet',
  'footBrake',
  'gpsAntennaCut',
  'jamming',
  'tampering',
  'removing',
  'fuelLeak',
  'parking',
  'twoSenders',
  'lowspeed',
  'fault',
  'general',
] as const;

export const HARSH_CODES = ['hardAcceleration', 'hardBraking', 'hardCornering', 'laneChange'] as const;
