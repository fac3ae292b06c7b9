export function DevicesPage() {
  return null;
}
export function ConnectDevicePage() {
  return null;
}
