import type { AlarmKind } from '../../alarm-condition.ts';

/**
 * The texts of each kind of alarm condition: its name in lists and reports, its clause in the form ("the vehicle …"),
 * the summary of a rule, and the message about an alarm.
 */
export const CONDITIONS = {
  overspeed: {
    name: 'Overspeed',
    clause: 'is faster than',
    summary: 'Faster than {{speed}}',
    'summary-there': 'Faster than the limit of the geofence',
    message: '{{speed}}, the limit is {{limit}}',
    'message-in-fence': '{{speed}}, the limit in {{fence}} is {{limit}}',
  },
  roadSpeed: {
    name: 'Above the road’s speed limit',
    clause: "exceeds the road's speed limit",
    summary: 'Above the road’s speed limit',
    'summary-by': 'More than {{speed}} above the road’s speed limit',
    message: '{{speed}}, the road’s limit is {{limit}}',
  },
  overStay: {
    name: 'Stopped too long',
    clause: 'is stopped',
    summary: 'Stopped for longer than {{time}}',
    message: 'stopped for {{time}}',
  },
  idling: {
    name: 'Idling',
    clause: 'idles',
    summary: 'Idling for longer than {{time}}',
    message: 'idling for {{time}}',
  },
  geofenceEnter: {
    name: 'Geofence entered',
    clause: 'enters',
    summary: 'Enters {{fence}}',
    message: 'entered {{fence}}',
  },
  geofenceExit: {
    name: 'Geofence left',
    clause: 'leaves',
    summary: 'Leaves {{fence}}',
    message: 'left {{fence}}',
  },
  geofenceDwell: {
    name: 'Too long in a geofence',
    clause: 'is in',
    summary: 'In {{fence}} for longer than {{time}}',
    message: 'in {{fence}} for {{time}}',
  },
  routeDeviation: {
    name: 'Off the route',
    clause: 'leaves the route',
    summary: 'Off {{fence}} for longer than {{time}}',
    message: 'off its route',
  },
  unauthorisedMovement: {
    name: 'Driven outside allowed hours',
    clause: 'drives outside these hours',
    summary: 'Drives outside {{hours}}',
    message: 'driving outside its hours',
  },
  tow: {
    name: 'Towing',
    clause: 'is towed',
    summary: 'Towing: moved with its engine off',
    message: 'moving with the engine off',
  },
  noData: {
    name: 'No data',
    clause: 'stops reporting',
    summary: 'Stops reporting for {{time}}',
    message: 'silent for {{time}}',
  },
  device: {
    name: 'Reported by the device',
    clause: 'reports',
    summary: 'Reports {{codes}}',
  },
  driverWithoutTag: {
    name: 'Driven without a tag',
    clause: 'is driven without a tag',
    summary: "Driven for {{time}} without a driver's tag",
    message: 'no driver signed in with a tag',
  },
  fuelDrop: {
    name: 'Fuel loss',
    clause: 'fuel level drops by at least',
    summary: 'Fuel level drops by {{litres}} l within {{time}}',
    message: 'fuel level down by {{litres}} l',
  },
  temperature: {
    name: 'Temperature',
    clause: 'temperature is',
    'summary-above': 'Warmer than {{max}}',
    'summary-below': 'Colder than {{min}}',
    'summary-outside': 'Outside {{min}} to {{max}}',
  },
  lowBattery: {
    name: 'Low battery',
    clause: 'battery is below',
    summary: 'Battery below {{percent}} %',
    message: 'battery below {{percent}} %',
  },
  sensor: {
    name: 'Sensor',
    clause: 'sensor reading is',
    'summary-above': '{{sensor}} above {{max}}',
    'summary-below': '{{sensor}} below {{min}}',
    'summary-outside': '{{sensor}} outside {{min}} to {{max}}',
    'summary-on': '{{sensor}} on',
    'summary-off': '{{sensor}} off',
    'summary-driving': '{{what}}, while driving',
    'summary-outside-fence': '{{what}}, outside {{fence}}',
    'message-on': '{{sensor}}: on',
    'message-off': '{{sensor}}: off',
  },
  notInArea: {
    name: 'Not in a geofence at a set time',
    clause: 'is not in',
    summary: 'Not in {{fence}} at {{time}}, {{days}}',
    'summary-late': 'Not in {{fence}} at {{time}} or up to {{late}} later, {{days}}',
    message: 'not in {{fence}} at {{time}}',
  },
  tripStart: {
    name: 'Trip started',
    clause: 'starts a trip',
    summary: 'Starts a trip',
    message: 'started a trip',
  },
  tripEnd: {
    name: 'Trip ended',
    clause: 'ends a trip',
    summary: 'Ends a trip',
    message: 'ended a trip',
  },
  ignitionOn: {
    name: 'Ignition on',
    clause: 'has its ignition switched on',
    summary: 'Ignition switched on',
    message: 'ignition on',
  },
  ignitionOff: {
    name: 'Ignition off',
    clause: 'has its ignition switched off',
    summary: 'Ignition switched off',
    message: 'ignition off',
  },
} as const satisfies Readonly<Record<AlarmKind, { name: string; clause: string } & Readonly<Record<string, string>>>>;

/** The labels of fields of conditions. */
export const CONDITION_FIELDS = {
  limitKph: 'Speed limit',
  overKph: 'Above the speed limit of the road',
  minC: 'Lowest temperature',
  maxC: 'Highest temperature',
  belowPercent: 'Charge',
  dropL: 'Litres',
  min: 'Lowest value',
  max: 'Highest value',
  hysteresis: 'Back to normal this far within the range',
  hysteresisC: 'Back to normal this far within the range',
};
