import { useTranslation } from 'react-i18next';
import { formatSettings } from '../text/format-settings.ts';
import { zonesText } from '../text/zone-text.ts';

interface Props {
  /** The zone of the times, and that of the days if it differs; the person's and the organisation's by default. */
  zones?: { timeZone: string; dayZone: string };
  className?: string | undefined;
}

/** States the time zone of a screen's times, and that of its days if it differs. */
export function ZoneNote({ zones = formatSettings(), className }: Props) {
  const { t } = useTranslation();
  const text = zonesText(t, zones);
  return (
    <small className={className} title={text} data-zones>
      {text}
    </small>
  );
}
