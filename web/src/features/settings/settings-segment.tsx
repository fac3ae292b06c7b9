// The chunk of the root segment `settings`.
export { ConnectDevicePage } from './connect-device/connect-device-page.tsx';
export { DevicesPage } from './devices/devices-page.tsx';
export { TerritorySettingsPage } from './territory-settings-page.tsx';
