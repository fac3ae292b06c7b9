import { RichTextEditor as MantineEditor } from '@mantine/tiptap';
import '@mantine/tiptap/styles.css';
import { useEditor } from '@tiptap/react';
import { StarterKit } from '@tiptap/starter-kit';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import type { RichTextProps } from './rich-text.tsx';
import classes from './rich-text.module.css';

const CONTROLS = [
  ['Bold', 'Italic', 'Underline', 'Strikethrough', 'ClearFormatting'],
  ['H2', 'H3', 'BulletList', 'OrderedList', 'Blockquote', 'Hr'],
  ['Link', 'Unlink'],
  ['Undo', 'Redo'],
] as const;

/** The labels of the controls by the editor's own keys, with our texts. */
const LABELS = {
  boldControlLabel: 'bold',
  italicControlLabel: 'italic',
  underlineControlLabel: 'underline',
  strikeControlLabel: 'strike',
  clearFormattingControlLabel: 'clear',
  h2ControlLabel: 'h2',
  h3ControlLabel: 'h3',
  bulletListControlLabel: 'bullets',
  orderedListControlLabel: 'numbers',
  blockquoteControlLabel: 'quote',
  hrControlLabel: 'line',
  linkControlLabel: 'link',
  unlinkControlLabel: 'unlink',
  undoControlLabel: 'undo',
  redoControlLabel: 'redo',
  linkEditorInputLabel: 'link-address',
  linkEditorInputPlaceholder: 'link-placeholder',
  linkEditorExternalLink: 'link-new-tab',
  linkEditorInternalLink: 'link-same-tab',
  linkEditorSave: 'link-save',
} as const;

/** The editor with its library. Only elements of its schema survive: no script, no style. */
export default function RichTextEditor({ label, value, onChange, readOnly = false, minHeight = 160 }: RichTextProps) {
  const { t } = useTranslation();
  const editor = useEditor({
    extensions: [StarterKit.configure({ heading: { levels: [2, 3] }, link: { openOnClick: false } })],
    content: value,
    editable: !readOnly,
    editorProps: {
      attributes: {
        'aria-label': label,
        role: 'textbox',
        'aria-multiline': 'true',
        style: `min-height: ${minHeight}px`,
      },
    },
    onUpdate: ({ editor: changed }) => onChange(changed.isEmpty ? '' : changed.getHTML()),
  });
  useEffect(() => {
    if (!editor.isDestroyed) editor.setEditable(!readOnly, false);
  }, [editor, readOnly]);
  // A value from outside replaces the text, but not while it equals the text that the person is typing.
  useEffect(() => {
    // Leaving the page immediately destroys the editor.
    if (editor.isDestroyed) return;
    const shown = editor.isEmpty ? '' : editor.getHTML();
    if (shown !== value) editor.commands.setContent(value, { emitUpdate: false });
  }, [editor, value]);

  const labels = Object.fromEntries(Object.entries(LABELS).map(([name, key]) => [name, t(`rich-text.${key}`)]));
  return (
    <MantineEditor editor={editor} labels={labels} className={classes['editor']}>
      {!readOnly && (
        <MantineEditor.Toolbar>
          {CONTROLS.map((group) => (
            <MantineEditor.ControlsGroup key={group[0]}>
              {group.map((name) => {
                const Control = MantineEditor[name];
                return <Control key={name} />;
              })}
            </MantineEditor.ControlsGroup>
          ))}
        </MantineEditor.Toolbar>
      )}
      <MantineEditor.Content />
    </MantineEditor>
  );
}
