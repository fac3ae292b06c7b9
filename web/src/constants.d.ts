/** Set by the build (web/vite/about.ts). */
declare const __MILEPOST_VERSION__: string;
/** Name with version, and licence. */
declare const __MILEPOST_LIBRARIES__: [name: string, licence: string][];
