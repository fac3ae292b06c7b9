import { useCall } from '../../api/use-call.ts';
import { formatSettings } from '../../text/format-settings.ts';

/** The reports that there are for the caller, in the caller's language. */
export const useReports = () => useCall('get-reports', { language: formatSettings().language });
