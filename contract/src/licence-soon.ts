// Without zod, since the browser marks licences by it.

/** A licence that expires within fewer days is marked and listed as expiring soon. */
export const LICENCE_SOON_DAYS = 60;
