import { inBase } from './base-path.ts';

/** The address of a stored file. */
export const filePath = (id: number): string => inBase(`/files/${id}`);
export const thumbPath = (id: number): string => inBase(`/files/${id}?size=thumb`);
/** The address of a stored file as a download. */
export const downloadPath = (id: number): string => inBase(`/files/${id}?download=1`);
