const MARK = 'same-page';

/**
 * The state of a navigation that only changes the view of the current page: a record opened beside its list, letters
 * typed into a search, a part of a day. The page then keeps its scroll position; every other navigation begins at the
 * top.
 */
export const SAME_PAGE = { state: MARK } as const;

export const isSamePage = (state: unknown): boolean => state === MARK;
