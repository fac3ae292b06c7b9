const MARK = 'same-page';

/**
 * Given to a navigation that only changes how the page in sight is looked at: a record opened beside its list, letters
 * typed into a search, a part of a day. The page then stays where it is scrolled to; every other navigation begins at
 * the top.
 */
export const SAME_PAGE = { state: MARK } as const;

export const isSamePage = (state: unknown): boolean => state === MARK;
