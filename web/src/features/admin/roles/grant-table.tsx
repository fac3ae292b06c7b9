import type { Grant } from '@milepost/contract/admin-operations';
import type { Action } from '@milepost/contract/rights';
import { Checkbox } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { menuTitle } from '../../../ui/menu/menu.ts';
import { Tooltip } from '../../../ui/tooltip/tooltip.tsx';
import classes from '../admin.module.css';
import { ACTIONS, columnState, isMeant, rowState, setBox, setColumn, setRow, type TriState } from './grant-matrix.ts';

interface Props {
  grants: readonly Grant[];
  readOnly: boolean;
  onChange: (grants: Grant[]) => void;
}

/** The permissions of the role on each menu; only those that the caller may grant can be changed. */
export function GrantTable({ grants, readOnly, onChange }: Props) {
  const { t } = useTranslation();
  const action = (name: Action) => t(`admin.roles.action.${name}`);
  return (
    <div className={classes['matrix']}>
      <table aria-label={t('admin.roles.matrix')}>
        <thead>
          <tr>
            <th scope="col">{t('admin.roles.menu')}</th>
            {ACTIONS.map((name) => (
              <th key={name} scope="col">
                <TriStateCheckbox
                  state={columnState(grants, name)}
                  label={t('admin.roles.all-of', { what: action(name) })}
                  text={action(name)}
                  readOnly={readOnly}
                  onChange={(on) => onChange(setColumn(grants, name, on))}
                />
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {grants.map((grant) => {
            const title = menuTitle(t, grant);
            return (
              <tr key={grant.menuId}>
                <th scope="row">
                  <TriStateCheckbox
                    state={rowState(grant)}
                    label={t('admin.roles.all-of', { what: title })}
                    text={title}
                    note={grant.parentTitle === null ? null : menuTitle(t, { title: grant.parentTitle })}
                    readOnly={readOnly}
                    onChange={(on) => onChange(setRow(grants, grant.menuId, on))}
                  />
                </th>
                {ACTIONS.map((name) => (
                  <td key={name}>
                    {isMeant(grant, name) && (
                      <Tooltip text={t(`grants.${grant.key}.${name}`)} placement="top">
                        <Checkbox
                          size="xs"
                          checked={grant[name]}
                          disabled={readOnly || !grant.grantable[name]}
                          aria-label={`${title}: ${action(name)}`}
                          aria-description={t(`grants.${grant.key}.${name}`)}
                          onChange={(event) =>
                            onChange(setBox(grants, grant.menuId, name, event.currentTarget.checked))
                          }
                        />
                      </Tooltip>
                    )}
                  </td>
                ))}
              </tr>
            );
          })}
        </tbody>
      </table>
    </div>
  );
}

interface TriStateCheckboxProps {
  state: TriState;
  label: string;
  text: string;
  note?: string | null;
  readOnly: boolean;
  onChange: (on: boolean) => void;
}

/** A checkbox that sets several boxes at once: checked, unchecked or indeterminate. */
function TriStateCheckbox({ state, label, text, note = null, readOnly, onChange }: TriStateCheckboxProps) {
  return (
    <Checkbox
      size="xs"
      checked={state === 'all'}
      indeterminate={state === 'some'}
      disabled={readOnly || state === null}
      aria-label={label}
      label={
        <>
          {text}
          {note !== null && (
            <>
              {' '}
              <small>{note}</small>
            </>
          )}
        </>
      }
      onChange={() => onChange(state !== 'all')}
      styles={{ label: { color: 'var(--text)', opacity: 1 } }}
    />
  );
}
