// Separate from the frames' schemas, which a browser does not need.

/** The path of the WebSocket, authenticated by the session cookie. All frames are JSON texts. */
export const LIVE_PATH = '/live';
/** Close code when the session ended; the browser goes to sign-in instead of reconnecting. */
export const CLOSE_SESSION_ENDED = 4401;
/** Close code when the person has too many connections (IANA's registry of WebSocket close codes: try again later). */
export const CLOSE_TRY_LATER = 1013;

/**
 * The status of a vehicle in the order of the wire codes 0 to 6. `silent`: running or idling at its last contact, which
 * is too old to show the present state, but too recent to be `inactive`.
 */
export const VEHICLE_STATUSES = ['never', 'running', 'idle', 'stopped', 'inactive', 'expired', 'silent'] as const;
export type VehicleStatus = (typeof VEHICLE_STATUSES)[number];

/** The bits of `flags` in a state. */
export const STATE_FLAG = {
  ignitionKnown: 1,
  ignitionOn: 2,
  fixValid: 4,
  online: 8,
  archived: 16,
  /** In private time: the coordinates and the course are the last public ones. */
  private: 32,
} as const;

/** The maximum number of devices at the gateway in one reply or list. */
export const MAX_CONTACTS = 100;
