import { Group, Image, UnstyledButton } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { LightBox } from '../../../../ui/light-box/light-box.tsx';
import { expression, jsxCode } from '../../frame/jsx-code.ts';
import { Specimen } from '../../frame/specimen.tsx';

/** Pictures that open full-screen. */
export function LightBoxSpecimen() {
  const { t } = useTranslation();
  const [open, setOpen] = useState<number | null>(null);
  const pictures = SAMPLE_PICTURES.map(({ key, src }) => ({ src, alt: t(`ui.light-box.${key}`) }));
  return (
    <Specimen
      id="light-box"
      title={t('ui.light-box.title')}
      text={t('ui.light-box.text')}
      code={() =>
        jsxCode('LightBox', {
          pictures: expression('pictures'),
          index: expression('open'),
          onIndex: expression('setOpen'),
        })
      }
    >
      {() => (
        <>
          <Group gap="sm" justify="center">
            {pictures.map(({ src, alt }, index) => (
              <UnstyledButton key={alt} onClick={() => setOpen(index)} aria-label={t('light-box.open', { name: alt })}>
                <Image src={src} alt="" w={150} h={100} radius="md" />
              </UnstyledButton>
            ))}
          </Group>
          <LightBox pictures={pictures} index={open} onIndex={setOpen} />
        </>
      )}
    </Specimen>
  );
}

interface Scene {
  sky: string;
  hill: string;
  road: string;
  sun: number;
}

/** A drawn landscape with a road, as a sample picture. */
function drawn({ sky, hill, road, sun }: Scene): string {
  const svg = [
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 960 640" width="960" height="640">',
    `<rect width="960" height="640" fill="${sky}"/><circle cx="${sun}" cy="170" r="60" fill="#fff" opacity=".8"/>`,
    `<path d="M0 420Q220 260 480 400T960 360V640H0Z" fill="${hill}"/>`,
    `<path d="M430 640Q470 480 620 420T960 372L960 392Q720 420 640 480T640 640Z" fill="${road}"/>`,
    '<path d="M540 640Q560 500 660 446T960 383" fill="none" stroke="#fff" stroke-width="4" stroke-dasharray="26 22"/>',
    '</svg>',
  ].join('');
  return `data:image/svg+xml,${encodeURIComponent(svg)}`;
}

/** The pictures of the light box's specimen, by the key of their names. */
const SAMPLE_PICTURES: readonly { key: string; src: string }[] = [
  { key: 'morning', src: drawn({ sky: '#f4c9a0', hill: '#6d8a5f', road: '#4a4f57', sun: 240 }) },
  { key: 'noon', src: drawn({ sky: '#9cc9ee', hill: '#4f8a57', road: '#565c66', sun: 520 }) },
  { key: 'night', src: drawn({ sky: '#16233d', hill: '#1f3a34', road: '#2b313b', sun: 760 }) },
];
