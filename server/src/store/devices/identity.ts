/**
 * The form in which a device's identity is stored and compared. GT06 sends an IMEI as 16 digits with a leading zero,
 * others as its 15 digits: both are the same device.
 */
export function normalIdentity(identity: string): string {
  return /^0\d{15}$/.test(identity) ? identity.slice(1) : identity;
}
