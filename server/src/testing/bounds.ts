/**
 * Why a list of an answer does not grow without an end: what bounds it, in words, or the most that is given. In that case
 * the answer says beside it how many there are: `total` of `rows`, `groupsTotal` of `groups`.
 */
export type Bound = number | string;

export const INPUT = 'one for each id that the call names';
export const CODE = 'kinds that the code knows';
export const NETWORKS = 'fifty, by the input';
