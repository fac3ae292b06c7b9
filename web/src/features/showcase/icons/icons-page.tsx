import { Loader, Paper, SegmentedControl, Text, Title } from '@mantine/core';
import { useDeferredValue, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { used } from 'virtual:icons/used';
import { formatNumber } from '../../../text/format.ts';
import { SearchBox } from '../../../ui/data-table/search-box.tsx';
import { EmptyNote } from '../../../ui/empty-note.tsx';
import { NumberInput } from '../../../ui/form/number-input.tsx';
import { Pagination } from '../../../ui/pagination/pagination.tsx';
import { Drawing } from './drawing.tsx';
import { findIcons } from './find-icons.ts';
import { IconTile } from './icon-tile.tsx';
import classes from './icons-page.module.css';
import { useIconPart, useWholeSet } from './use-whole-set.ts';

const PAGE_SIZE = 96;
const USED = used.map((icon) => ({ ...icon, words: '' }));

/** The root segment `icons`: the icons that the application uses, and the whole set that they come from. */
export default function IconsPage() {
  const { t } = useTranslation();
  const [search, setSearch] = useState('');
  const [whole, setWhole] = useState(false);
  const [page, setPage] = useState(1);
  const [size, setSize] = useState(24);
  const [stroke, setStroke] = useState(1.6);
  const set = useWholeSet(whole);
  const wanted = useDeferredValue(search);
  const ours = findIcons(USED, wanted);
  const all = findIcons(set.data?.icons ?? [], wanted);
  const total = whole ? all.length : ours.length;
  const start = (page - 1) * PAGE_SIZE;
  const shown = <Item,>(items: readonly Item[]) => items.slice(start, start + PAGE_SIZE);
  const code = (name: string) => `<${name} size={${size}} stroke={${stroke}} aria-hidden />`;

  return (
    <div className={classes['page']}>
      <header>
        <Title order={1} size={20}>
          {t('icons.title')}
        </Title>
        <Text c="dimmed" maw={720}>
          {t('icons.text')}
        </Text>
      </header>
      <Paper withBorder radius="lg">
        <div className={classes['tools']}>
          <SearchBox
            label={t('icons.search')}
            value={search}
            onChange={(next) => {
              setSearch(next);
              setPage(1);
            }}
          />
          <SegmentedControl
            aria-label={t('icons.which')}
            value={whole ? 'whole' : 'used'}
            onChange={(value) => {
              setWhole(value === 'whole');
              setPage(1);
            }}
            data={[
              { value: 'used', label: t('icons.used', { count: used.length }) },
              { value: 'whole', label: t('icons.whole') },
            ]}
          />
          <Knob label="size" value={size} min={12} max={48} step={2} onChange={setSize} />
          <Knob label="stroke" value={stroke} min={0.5} max={3} step={0.1} onChange={setStroke} />
          <Text c="dimmed" size="sm" role="status" ms="auto">
            {t('icons.found', { count: total, shown: formatNumber(total) })}
          </Text>
        </div>
        {whole && set.isPending ? (
          <div className={classes['nothing']}>
            <Loader size="sm" />
          </div>
        ) : total === 0 ? (
          <div className={classes['nothing']}>
            <EmptyNote title={t('table.no-match')} text={t('icons.no-match-text')} />
          </div>
        ) : (
          <div className={classes['grid']}>
            {whole
              ? shown(all).map(({ name }) => (
                  <IconTile key={name} name={name} code={code(name)}>
                    <DrawnIcon name={name} part={set.data?.partOf[name]} size={size} stroke={stroke} />
                  </IconTile>
                ))
              : shown(ours).map(({ name, files, filled, nodes }) => (
                  <IconTile key={name} name={name} code={code(name)} note={t('icons.files', { count: files })}>
                    <Drawing nodes={nodes} filled={filled} size={size} stroke={stroke} />
                  </IconTile>
                ))}
          </div>
        )}
        {total > PAGE_SIZE && (
          <Pagination
            className={classes['pages']}
            total={total}
            pageSize={PAGE_SIZE}
            page={page}
            onPageChange={setPage}
          />
        )}
      </Paper>
    </div>
  );
}

interface KnobProps {
  label: string;
  value: number;
  min: number;
  max: number;
  step: number;
  onChange: (value: number) => void;
}

function Knob({ label, onChange, ...range }: KnobProps) {
  return (
    <NumberInput
      {...range}
      aria-label={label}
      prefix={`${label} `}
      w={112}
      decimals={1}
      onChange={(value) => typeof value === 'number' && onChange(value)}
    />
  );
}

interface Props {
  name: string;
  part: number | undefined;
  size: number;
  stroke: number;
}

/** An icon of the whole set, drawn once its part is loaded. */
function DrawnIcon({ name, part, ...look }: Props) {
  return <Drawing nodes={useIconPart(part).data?.[name] ?? []} {...look} />;
}
