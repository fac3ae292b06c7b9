// Without zod: the browser marks licences by it.

/** A licence that runs out within fewer days is marked and listed as running out soon. */
export const LICENCE_SOON_DAYS = 60;
