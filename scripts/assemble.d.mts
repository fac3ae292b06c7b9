export const ROOMS: readonly string[];
export function isShipped(file: string): boolean;
