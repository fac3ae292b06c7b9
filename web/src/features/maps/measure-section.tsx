import { ActionIcon, Button, Group, Text } from '@mantine/core';
import { useHotkeys } from '@mantine/hooks';
import { IconArrowBackUp, IconPolygon, IconRuler2, IconTrash } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { formatDistance } from '../../text/format.ts';
import { formatSettings, localeOf } from '../../text/format-settings.ts';
import { areaM2, lengthM } from '../../ui/map/geodesy.ts';
import { Tooltip } from '../../ui/tooltip/tooltip.tsx';
import { areaParts } from '../../text/area-parts.ts';
import { chooseMode, dropLast, type Measure, type MeasureMode, NO_MEASURE } from './measure.ts';
import classes from './maps-page.module.css';
import { Section } from '../../ui/section/section.tsx';

interface Props {
  measure: Measure;
  onChange: (measure: Measure) => void;
  /** Sets a point in the centre of the map: for people who do not use a pointer. */
  atCentre: () => void;
}

const MODES: readonly { mode: MeasureMode; Icon: typeof IconRuler2 }[] = [
  { mode: 'distance', Icon: IconRuler2 },
  { mode: 'area', Icon: IconPolygon },
];

/** Distances and areas on the sphere, point by point. */
export function MeasureSection({ measure, onChange, atCentre }: Props) {
  const { t } = useTranslation();
  const { mode, places } = measure;
  useHotkeys(
    mode === null
      ? []
      : [
          ['Escape', () => onChange(NO_MEASURE)],
          ['Backspace', () => onChange(dropLast(measure))],
        ],
  );
  return (
    <Section title={t('maps.measure.title')}>
      <Group gap={8} grow>
        {MODES.map(({ mode: one, Icon }) => (
          <Button
            key={one}
            variant={mode === one ? 'filled' : 'default'}
            aria-pressed={mode === one}
            leftSection={<Icon size={16} stroke={1.6} aria-hidden />}
            onClick={() => onChange(chooseMode(measure, one))}
          >
            {t(`maps.measure.${one}`)}
          </Button>
        ))}
      </Group>
      {mode !== null && (
        <>
          <div className={classes['result']} role="status">
            <Result mode={mode} places={places} />
          </div>
          <Group gap={4} justify="space-between">
            <Button variant="subtle" size="compact-sm" onClick={atCentre}>
              {t('maps.measure.at-centre')}
            </Button>
            <Group gap={4}>
              <Tooltip text={t('maps.measure.undo')}>
                <ActionIcon
                  size={28}
                  aria-label={t('maps.measure.undo')}
                  disabled={places.length === 0}
                  onClick={() => onChange(dropLast(measure))}
                >
                  <IconArrowBackUp size={18} stroke={1.6} />
                </ActionIcon>
              </Tooltip>
              <Tooltip text={t('maps.measure.clear')}>
                <ActionIcon
                  size={28}
                  aria-label={t('maps.measure.clear')}
                  disabled={places.length === 0}
                  onClick={() => onChange({ ...measure, places: [] })}
                >
                  <IconTrash size={18} stroke={1.6} />
                </ActionIcon>
              </Tooltip>
            </Group>
          </Group>
        </>
      )}
    </Section>
  );
}

function Result({ mode, places }: { mode: MeasureMode; places: Measure['places'] }) {
  const { t } = useTranslation();
  const needed = mode === 'area' ? 3 : 2;
  const [first] = places;
  if (places.length < needed || !first) return <Text c="dimmed">{t(`maps.measure.hint-${mode}`)}</Text>;
  if (mode === 'distance') return <strong>{formatDistance(lengthM(places))}</strong>;
  const { units, language } = formatSettings();
  const { value, unit } = areaParts(areaM2(places), units);
  const number = new Intl.NumberFormat(localeOf(language), { maximumFractionDigits: value < 100 ? 2 : 0 }).format(
    value,
  );
  return (
    <>
      <strong>{t(`maps.area.${unit}`, { value: number })}</strong>
      <Text c="dimmed">{t('maps.measure.around', { length: formatDistance(lengthM([...places, first])) })}</Text>
    </>
  );
}
