import { FileInput } from '@mantine/core';
import { IconPaperclip } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatSpeedAndUnit } from '../../../../text/format.ts';
import { ColorField } from '../../../../ui/color-field/color-field.tsx';
import { DateRange, type DateRangeValue } from '../../../../ui/date-range/date-range.tsx';
import { DropZone } from '../../../../ui/drop-zone/drop-zone.tsx';
import { RangeSlider } from '../../../../ui/range-slider/range-slider.tsx';
import { expression, jsxCode } from '../../frame/jsx-code.ts';
import { always, number, onOff } from '../../frame/knobs.ts';
import { Specimen } from '../../frame/specimen.tsx';
import classes from '../forms-page.module.css';
import { FieldSpecimen } from './field-specimen.tsx';

export function OtherFields() {
  const { t } = useTranslation();
  const [days, setDays] = useState<DateRangeValue>([null, null]);
  const [file, setFile] = useState<File | null>(null);
  const [colour, setColour] = useState('#2563d9');
  return (
    <>
      <FieldSpecimen id="date-range" component="DateRange" knobs={{ clearable: always(onOff(true)) }}>
        {(props) => <DateRange {...props} value={days} onChange={setDays} />}
      </FieldSpecimen>
      <FieldSpecimen id="color-field" component="ColorField" knobs={{ alpha: onOff(false) }}>
        {(props) => <ColorField {...props} value={colour} onChange={setColour} />}
      </FieldSpecimen>
      <FieldSpecimen id="file-field" component="FileInput" knobs={{ clearable: always(onOff(true)) }}>
        {(props) => (
          <FileInput
            {...props}
            value={file}
            onChange={setFile}
            placeholder={t('forms.file-field.placeholder')}
            leftSection={<IconPaperclip size={16} stroke={1.6} aria-hidden />}
            clearButtonProps={{ 'aria-label': t('forms.clear') }}
          />
        )}
      </FieldSpecimen>
      <Files />
      <Speeds />
    </>
  );
}

function Files() {
  const { t } = useTranslation();
  const [files, setFiles] = useState<File[]>([]);
  const label = t('forms.drop-zone.label');
  return (
    <Specimen
      id="drop-zone"
      title={t('forms.drop-zone.title')}
      text={t('forms.drop-zone.text')}
      knobs={{
        maxFiles: number(5, 1, 20),
        maxBytes: number(10_000_000, 1000, 1_000_000_000, 1000),
        disabled: onOff(false),
      }}
      code={(changed) =>
        jsxCode('DropZone', { label, files: expression('files'), onChange: expression('setFiles'), ...changed })
      }
    >
      {(knobs) => <DropZone label={label} files={files} onChange={setFiles} {...knobs} />}
    </Specimen>
  );
}

function Speeds() {
  const { t } = useTranslation();
  const [speeds, setSpeeds] = useState<[number, number]>([30, 80]);
  const label = t('forms.range-slider.label');
  return (
    <Specimen
      id="range-slider"
      title={t('forms.range-slider.title')}
      text={t('forms.range-slider.text')}
      knobs={{ min: number(0, 0, 50), max: number(120, 60, 250), step: number(5, 1, 20), disabled: onOff(false) }}
      code={(changed) =>
        jsxCode('RangeSlider', {
          label,
          value: expression('speeds'),
          onChange: expression('setSpeeds'),
          min: 0,
          max: 120,
          step: 5,
          ...changed,
        })
      }
    >
      {(knobs) => (
        <div className={classes.field}>
          <RangeSlider
            {...knobs}
            label={label}
            value={speeds}
            onChange={setSpeeds}
            format={(speed) => formatSpeedAndUnit(speed)}
          />
        </div>
      )}
    </Specimen>
  );
}
