// Apart from the frames' schemas, which a browser does without.

/** WebSocket at this path, signed in by the session cookie. All frames are JSON texts. */
export const LIVE_PATH = '/live';
/** Close code when the session ended; the browser goes to sign-in instead of reconnecting. */
export const CLOSE_SESSION_ENDED = 4401;
/** Close code when the person has too many connections (IANA's registry of WebSocket close codes: try again later). */
export const CLOSE_TRY_LATER = 1013;

/**
 * Status of a vehicle in the order of the wire codes 0 to 6. `silent`: it was running or idling when its device was last
 * heard, too long ago to say so of now, and not long enough to be `inactive`.
 */
export const VEHICLE_STATUSES = ['never', 'running', 'idle', 'stopped', 'inactive', 'expired', 'silent'] as const;
export type VehicleStatus = (typeof VEHICLE_STATUSES)[number];

/** Bits of `flags` in a state. */
export const STATE_FLAG = { ignitionKnown: 1, ignitionOn: 2, fixValid: 4, online: 8, archived: 16 } as const;

/** Most devices at the gateway that one answer, or one list, holds. */
export const MAX_CONTACTS = 100;
