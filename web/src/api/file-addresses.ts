import { inBase } from './base-path.ts';

/** Where the bytes of a kept file are. */
export const filePath = (id: number): string => inBase(`/files/${id}`);
export const thumbPath = (id: number): string => inBase(`/files/${id}?size=thumb`);
/** The same as a file to keep. */
export const downloadPath = (id: number): string => inBase(`/files/${id}?download=1`);
