/** Set by the build (web/vite/about.ts). */
declare const MILEPOST_VERSION: string;
/** Name with version, and licence. */
declare const MILEPOST_LIBRARIES: [name: string, licence: string][];
