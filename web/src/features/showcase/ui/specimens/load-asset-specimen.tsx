import { Button, Group, Text } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ASSET_NAMES, type AssetName, loadAsset, type LoadedAsset } from '../../../../ui/load-asset/load-asset.ts';
import { choice } from '../../frame/knobs.ts';
import { Specimen } from '../../frame/specimen.tsx';

const KNOBS = { script: choice(ASSET_NAMES, 'tinymce') };

/** The scripts of the specification, loaded by name. */
export function LoadAssetSpecimen() {
  const { t } = useTranslation();
  const [answer, setAnswer] = useState<LoadedAsset | null>(null);
  const load = async (script: AssetName) => setAnswer(await loadAsset(script));
  return (
    <Specimen
      id="load-asset"
      title={t('ui.load-asset.title')}
      text={t('ui.load-asset.text')}
      knobs={KNOBS}
      code={({ script = 'tinymce' }) => `const { loaded, status } = await loadAsset('${String(script)}');`}
    >
      {({ script }) => (
        <Group>
          <Button variant="default" onClick={() => void load(script)}>
            {t('ui.load-asset.load', { script })}
          </Button>
          <Text role="status" className="mono" dir="ltr">
            {answer && JSON.stringify(answer)}
          </Text>
        </Group>
      )}
    </Specimen>
  );
}
