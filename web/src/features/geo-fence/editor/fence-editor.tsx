import type { Fence } from '@milepost/contract/fence-operations';
import type { FenceKind } from '@milepost/contract/fence-shape-types';
import { Stack, TagsInput, Textarea, TextInput } from '@mantine/core';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { useTranslation } from 'react-i18next';
import { call } from '../../../api/call.ts';
import { useMay } from '../../../api/setup.ts';
import type { MapLibreMap } from '../../../map/map-library.ts';
import { formatSettings } from '../../../text/format-settings.ts';
import { ColorField } from '../../../ui/color-field/color-field.tsx';
import { deleteWithUndo } from '../../../ui/form/delete-with-undo.tsx';
import { RecordForm } from '../../../ui/form/record-form.tsx';
import { useRecordForm } from '../../../ui/form/use-record-form.ts';
import { useVersion } from '../../../ui/form/use-version.ts';
import { notify } from '../../../ui/toast/notify.ts';
import { NEW_RADIUS_M } from '../../../map/draw/drawing-defaults.ts';
import { shapeBox } from '../../../map/fences/shape-features.ts';
import { refreshFenceLists, refreshFences } from '../use-fences.ts';
import { AlarmFields } from './alarm-fields.tsx';
import { BetweenFixesField } from './between-fixes-field.tsx';
import { checkValues, faultOf, faultWords } from './check-values.ts';
import { DrawBar } from '../../../ui/draw-bar/draw-bar.tsx';
import classes from './editor.module.css';
import { type FenceValues, startValues, toInput } from './fence-values.ts';
import { fenceWords } from './fence-words.ts';
import { HolderFields } from './holder-fields.tsx';
import { OrganisationField } from './organisation-field.tsx';
import { PlaceSearch } from '../../../ui/place-search/place-search.tsx';
import { ScheduleField } from './schedule-field.tsx';
import { Section } from '../../../ui/section/section.tsx';
import { ShapeFields } from './shape-fields.tsx';
import { simplified } from './simplified.ts';
import { TripDialog } from './trip-dialog.tsx';
import { useDrawing } from '../../../map/draw/use-drawing.ts';

interface Props {
  /** Null for a new geofence. */
  fence: Fence | null;
  kind: FenceKind;
  map: MapLibreMap | null;
  /** The element over the map for the drawing tools. */
  bar: HTMLElement | null;
  tags: readonly string[];
  onFit: (box: readonly [number, number, number, number]) => void;
  onSaved: (id: number) => void;
  onClose: () => void;
}

/** The form of a geofence, beside the map on which its shape is drawn. */
export function FenceEditor({ fence, kind: startKind, map, bar, tags, onFit, onSaved, onClose }: Props) {
  const { t } = useTranslation();
  const { units } = formatSettings();
  const maySave = useMay('geo-fence', fence ? 'edit' : 'create');
  const mayDelete = useMay('geo-fence', 'delete');
  const mayTrips = [useMay('history', 'view'), useMay('live-map', 'view'), useMay('vehicles', 'view')].every(Boolean);
  const [tripping, setTripping] = useState(false);
  /** As last loaded. */
  const stored = useRef(fence);
  const version = useVersion(
    fence ?? undefined,
    async (id) => {
      const { fence: theirs } = await call('get-fence-by-id', { id });
      stored.current = theirs;
      return theirs;
    },
    (saved) => startValues(saved, null, units),
  );
  const record = useRecordForm({
    initialValues: startValues(fence, null, units),
    validate: (values: FenceValues) => checkValues(t, values),
    save: (values) => call('save-fence', { ...toInput(values, stored.current, units), ...version.sent() }),
    readAgain: version.readAgain,
    onSaved({ fence: saved }) {
      refreshFences();
      notify(t('form.saved', { name: saved.name }));
      onSaved(saved.id);
    },
  });
  const { form } = record;
  const drawing = useDrawing({
    map,
    start: fence?.shape ?? null,
    kind: startKind,
    colour: form.values.colour,
    readOnly: !maySave,
    onShape: (shape) => form.setFieldValue('shape', shape),
  });
  const { shape, kind, draft } = drawing;
  // A shape that somebody else drew meanwhile is drawn here, too, if the form contains it.
  const clashes = record.meanwhile?.clashes;
  const drawHeld = useEffectEvent(() => {
    const held = form.getValues().shape;
    if (held && JSON.stringify(held) !== JSON.stringify(shape)) drawing.set(held);
  });
  useEffect(() => {
    if (clashes) drawHeld();
  }, [clashes]);
  const fault = faultOf(draft ?? shape);
  // An unfinished drawing lacks corners; only a self-intersection is worth reporting immediately.
  const shownFault = fault && (draft === null || fault.code === 'crosses') ? faultWords(t, fault) : null;

  function remove({ id, name }: Fence) {
    deleteWithUndo(t, {
      name,
      consequence: t('geo-fence.delete-text'),
      remove: () => call('delete-fences', { ids: [id] }),
      restore: () => call('restore-fences', { ids: [id] }),
      onChanged: refreshFenceLists,
      onRemoved() {
        record.release();
        onClose();
      },
    });
  }
  const hint = drawing.drawing ? t(`geo-fence.hint.draw-${kind}`) : t(`geo-fence.hint.edit-${kind}`);

  return (
    <div className={classes['panel']} data-testid="fence-editor">
      <h2 className={classes['title']}>
        {fence ? t('geo-fence.edit-title', { name: fence.name }) : t('geo-fence.new')}
      </h2>
      <RecordForm
        record={record}
        fieldWords={fenceWords(t)}
        readOnly={!maySave}
        onCancel={onClose}
        onDelete={fence && mayDelete ? () => remove(fence) : undefined}
      >
        <div>
          <Stack gap="sm" pb="sm">
            <TextInput
              {...form.getInputProps('name')}
              label={t('geo-fence.name')}
              withAsterisk
              required
              maxLength={80}
              data-autofocus
            />
            <ColorField
              label={t('geo-fence.colour')}
              value={form.values.colour}
              onChange={(colour) => form.setFieldValue('colour', colour)}
            />
          </Stack>
          <Section level={3} title={t('geo-fence.shape')}>
            {maySave && (
              <PlaceSearch
                onPlace={({ lat, lon }) => {
                  const around = { kind: 'circle', centre: { lat, lon }, radiusM: NEW_RADIUS_M } as const;
                  // Searching for a place does not discard an existing drawing.
                  if (shape === null && kind === 'circle') drawing.set(around);
                  const box = shapeBox(around);
                  if (box) onFit(box);
                }}
              />
            )}
            <ShapeFields
              shape={draft ?? (drawing.drawing ? null : shape)}
              kind={kind}
              fault={shownFault ?? form.errors['shape']}
              disabled={!maySave}
              onShape={drawing.set}
              onDraw={drawing.draw}
              onFromTrip={mayTrips ? () => setTripping(true) : undefined}
              onSimplify={() => shape && drawing.set(simplified(shape))}
            />
            <BetweenFixesField form={form} />
          </Section>
          <Section level={3} title={t('geo-fence.details')}>
            <TagsInput
              {...form.getInputProps('tags')}
              label={t('geo-fence.tags')}
              data={[...tags]}
              maxTags={12}
              clearable
            />
            <Textarea
              {...form.getInputProps('description')}
              label={t('geo-fence.description')}
              maxLength={500}
              autosize
              minRows={2}
            />
            {!fence && (
              <OrganisationField
                value={form.values.organisationId}
                onChange={(id) => form.setFieldValue('organisationId', id)}
                error={form.errors['organisationId']}
              />
            )}
          </Section>
          <Section level={3} title={t('geo-fence.alarms')}>
            <AlarmFields form={form} />
          </Section>
          <Section level={3} title={t('geo-fence.hours')}>
            <ScheduleField
              value={form.values.schedule}
              onChange={(hours) => form.setFieldValue('schedule', hours)}
              error={form.errors['schedule']}
            />
          </Section>
          <Section level={3} title={t('geo-fence.holds-for')}>
            <HolderFields form={form} fence={fence} />
          </Section>
        </div>
      </RecordForm>
      {bar &&
        maySave &&
        createPortal(
          <DrawBar
            hint={hint}
            canUndo={drawing.canUndo}
            canRedo={drawing.canRedo}
            onUndo={drawing.undo}
            onRedo={drawing.redo}
            onFinish={drawing.drawing && kind !== 'circle' && draft !== null ? drawing.finish : undefined}
          />,
          bar,
        )}
      {tripping && (
        <TripDialog
          onClose={() => setTripping(false)}
          onShape={(next) => {
            setTripping(false);
            drawing.set(next);
            const box = shapeBox(next);
            if (box) onFit(box);
          }}
        />
      )}
    </div>
  );
}
