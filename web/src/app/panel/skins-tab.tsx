import { Radio, SegmentedControl, Stack, Text } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { chooseAppearance, followSystem, useAppearance } from '../../ui/appearance/appearance-store.ts';
import { SKINS, type Tone } from '../../ui/appearance/skins.ts';
import classes from './panel.module.css';

/** Sidebar colour, theme colour and skin. */
export function SkinsTab() {
  const { t } = useTranslation();
  const { theme, auto, sidebar, skin } = useAppearance();
  return (
    <Stack gap="lg">
      <ToneChoice label={t('panel.sidebar')} value={sidebar} onChange={(tone) => chooseAppearance({ sidebar: tone })} />
      <ToneChoice
        label={t('panel.theme')}
        value={auto ? 'auto' : theme}
        onChange={(tone) => chooseAppearance({ theme: tone })}
        onAuto={followSystem}
      />
      <Radio.Group label={t('panel.skin-colour')} value={skin} onChange={(name) => chooseAppearance({ skin: name })}>
        <div className={classes['skins']}>
          {SKINS.map((name) => (
            <Radio.Card key={name} value={name} className={classes['skin']} aria-label={t(`panel.skin.${name}`)}>
              <span className={classes['dot']} data-colour={name}>
                {name === skin && <IconCheck size={16} stroke={2.4} aria-hidden />}
              </span>
              {t(`panel.skin.${name}`)}
            </Radio.Card>
          ))}
        </div>
      </Radio.Group>
    </Stack>
  );
}

interface ToneProps {
  label: string;
  value: Tone | 'auto';
  onChange: (tone: Tone) => void;
  /** The automatic choice is offered if this is given. */
  onAuto?: () => void;
}

function ToneChoice({ label, value, onChange, onAuto }: ToneProps) {
  const { t } = useTranslation();
  const id = useId();
  return (
    <div>
      <Text id={id} size="sm" fw={500} mb={4}>
        {label}
      </Text>
      <SegmentedControl
        aria-labelledby={id}
        fullWidth
        value={value}
        onChange={(tone) => (tone === 'auto' ? onAuto?.() : onChange(tone === 'dark' ? 'dark' : 'light'))}
        data={[
          { value: 'light', label: t('panel.light') },
          { value: 'dark', label: t('panel.dark') },
          ...(onAuto ? [{ value: 'auto', label: t('panel.auto') }] : []),
        ]}
      />
    </div>
  );
}
