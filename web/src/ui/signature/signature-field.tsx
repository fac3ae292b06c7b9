import { SIGNATURE_HEIGHT, SIGNATURE_WIDTH } from '@milepost/contract/inspection-kinds';
import { Button, Group, Input } from '@mantine/core';
import { type PointerEvent, type ReactNode, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { begun, drawn, NAME_LINE, pointIn } from './draw.ts';
import { SignatureLines, type Strokes } from './signature-view.tsx';
import classes from './signature.module.css';

interface Props {
  label: string;
  value: Strokes;
  onChange: (strokes: Strokes) => void;
  error?: ReactNode;
}

/** Captures a signature by finger, pen or mouse. People who cannot draw sign with their name. */
export function SignatureField({ label, value, onChange, error }: Props) {
  const { t } = useTranslation();
  const pad = useRef<SVGSVGElement>(null);
  const drawing = useRef(false);
  const at = ({ clientX, clientY }: PointerEvent) =>
    pointIn(pad.current?.getBoundingClientRect() ?? { left: 0, top: 0, width: 1 }, clientX, clientY);
  function begin(event: PointerEvent) {
    drawing.current = true;
    pad.current?.setPointerCapture(event.pointerId);
    onChange(begun(value, at(event)));
  }
  function move(event: PointerEvent) {
    if (drawing.current) onChange(drawn(value, at(event)));
  }
  const end = () => {
    drawing.current = false;
  };
  return (
    <Input.Wrapper label={label} error={error} labelElement="div">
      <svg
        ref={pad}
        viewBox={`0 0 ${SIGNATURE_WIDTH} ${SIGNATURE_HEIGHT}`}
        role="img"
        aria-label={label}
        className={classes['pad']}
        data-error={error ? true : undefined}
        onPointerDown={begin}
        onPointerMove={move}
        onPointerUp={end}
        onPointerCancel={end}
      >
        <SignatureLines strokes={value} />
      </svg>
      <Group gap={8} mt={6}>
        <Button size="xs" variant="default" disabled={value.length === 0} onClick={() => onChange([])}>
          {t('maintenance.inspect.clear')}
        </Button>
        <Button size="xs" variant="subtle" onClick={() => onChange(NAME_LINE)}>
          {t('maintenance.inspect.by-name')}
        </Button>
      </Group>
    </Input.Wrapper>
  );
}
