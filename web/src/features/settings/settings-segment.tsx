// The chunk of the root segment `settings`.
export { AlarmRulesPage } from './alarm-rules/alarm-rules-page.tsx';
export { ConnectDevicePage } from './connect-device/connect-device-page.tsx';
export { DevicesPage } from './devices/devices-page.tsx';
export { TerritorySettingsPage } from './territory-settings-page.tsx';
export { WebhooksPage } from './webhooks/webhooks-page.tsx';
