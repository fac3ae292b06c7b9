/**
 * Options of a call whose answer a form begins with: never from the cache, which the form would write back over what
 * others changed; and never again under the typing.
 */
export const FOR_A_FORM = { gcTime: 0, refetchOnWindowFocus: false, refetchOnReconnect: false } as const;
