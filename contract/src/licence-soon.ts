// This file does not import zod, because the browser uses it to mark licences.

/** A licence that expires within fewer days is marked and listed as expiring soon. */
export const LICENCE_SOON_DAYS = 60;
