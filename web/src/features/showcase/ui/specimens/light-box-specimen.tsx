import { Group, Image, UnstyledButton } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { LightBox } from '../../../../ui/light-box/light-box.tsx';
import { expression, jsxCode } from '../../frame/jsx-code.ts';
import { Specimen } from '../../frame/specimen.tsx';
import { SAMPLE_PICTURES } from '../sample-pictures.ts';

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
