const IMEI = /^\d{15}$/;

/** True when a text is an IMEI: 15 digits (3GPP TS 23.003, 6.2.1). The last one, a checksum, is not verified. */
export const isImei = (text: string): boolean => text.length === 15 && IMEI.test(text);
