import { IconTruck } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { formatDistance } from '../../../../text/format.ts';
import { Carousel } from '../../../../ui/carousel/carousel.tsx';
import { CAROUSEL_DEFAULTS } from '../../../../ui/carousel/slides.ts';
import { jsxCode } from '../../frame/jsx-code.ts';
import { number, onOff } from '../../frame/knobs.ts';
import { Specimen } from '../../frame/specimen.tsx';
import classes from '../widget-page.module.css';

const KNOBS = {
  intervalMs: number(CAROUSEL_DEFAULTS.intervalMs, 0, 60_000, 500),
  wrap: onOff(CAROUSEL_DEFAULTS.wrap),
  keyboard: onOff(CAROUSEL_DEFAULTS.keyboard),
  pauseOnHover: onOff(CAROUSEL_DEFAULTS.pauseOnHover),
};

const WEEK = [
  { plate: 'SBA 1203', distanceM: 1_284_000, status: 'running' },
  { plate: 'SBC 4471', distanceM: 962_400, status: 'idle' },
  { plate: 'STP 0936', distanceM: 941_800, status: 'stopped' },
];

export function CarouselSpecimen() {
  const { t } = useTranslation();
  const label = t('widget.carousel.label');
  return (
    <Specimen
      id="carousel"
      title={t('widget.carousel.title')}
      text={t('widget.carousel.text')}
      knobs={KNOBS}
      code={(changed) =>
        jsxCode(
          'Carousel',
          { label, ...changed },
          '{vehicles.map((one) => (\n  <VehicleSlide key={one.id} vehicle={one} />\n))}',
        )
      }
    >
      {(knobs) => (
        <Carousel label={label} {...knobs}>
          {WEEK.map(({ plate, distanceM, status }) => (
            <div
              key={plate}
              className={classes.slide}
              style={{ background: `var(--status-${status}-soft)`, color: `var(--status-${status})` }}
            >
              <IconTruck size={44} stroke={1.3} aria-hidden />
              <strong>{plate}</strong>
              <span>
                {formatDistance(distanceM)} {t('widget.carousel.driven')}
              </span>
            </div>
          ))}
        </Carousel>
      )}
    </Specimen>
  );
}
