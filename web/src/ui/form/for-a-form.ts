/**
 * Options of a call whose reply fills a form: never from the cache, because the form would write old values over the
 * changes of others; and never reloaded while somebody types.
 */
export const FOR_A_FORM = { gcTime: 0, refetchOnWindowFocus: false, refetchOnReconnect: false } as const;
