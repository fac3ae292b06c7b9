/** The settings of a phone: the address to report to, and its identity. */
export interface PhoneSettings {
  host: string;
  port: number;
  identity: string;
}

const serverAddress = ({ host, port }: PhoneSettings) => `http://${host.includes(':') ? `[${host}]` : host}:${port}/`;

/**
 * The link that Traccar Client accepts as a QR code, or opened on the phone: `url` and `id` of its
 * `ConfigurationService`. Any host but `action` means settings.
 */
export function traccarLink(settings: PhoneSettings): string {
  const parameters = new URLSearchParams({ url: serverAddress(settings), id: settings.identity });
  return `org.traccar.client://config?${parameters.toString()}`;
}

/** The web address for OsmAnd's online tracking, which fills in the parts in braces. */
export function osmandAddress(settings: PhoneSettings): string {
  const values = 'lat={0}&lon={1}&timestamp={2}&hdop={3}&altitude={4}&speed={5}';
  return `${serverAddress(settings)}?id=${settings.identity}&${values}`;
}

/** The web address for GPSLogger's "Log to custom URL", which fills in the parts that begin with %. */
export function gpsLoggerAddress(settings: PhoneSettings): string {
  return `${templateAddress(settings)}&hdop=%HDOP&charging=%ISCHARGING`;
}

/** The target address of a custom log job of PhoneTrack. */
export const phoneTrackAddress = (settings: PhoneSettings): string => templateAddress(settings);

/** The parameters common to both; their speed is in metres a second. */
function templateAddress(settings: PhoneSettings): string {
  const place = 'lat=%LAT&lon=%LON&timestamp=%TIMESTAMP&altitude=%ALT&speedMps=%SPD&bearing=%DIR';
  return `${serverAddress(settings)}?id=${settings.identity}&${place}&accuracy=%ACC&sat=%SAT&batt=%BATT`;
}
