import './zod-config.ts';
import '@fontsource-variable/inter/index.css';
// The browser downloads these fonts only when it renders a letter that no font of the system has.
import './app/scripts.css';
import '@mantine/core/styles.css';
import './app/colors.css';
import './app/appearance/skins.css';
import './app/base.css';
import { createRoot } from 'react-dom/client';
import { App } from './app/app.tsx';
import { BASE_PATH, inBase } from './api/base-path.ts';
import { applyFormat } from './api/language.ts';
import { formatSettings } from './text/format-settings.ts';
import { startTexts } from './text/i18n.ts';
import { bestLanguage } from './text/languages.ts';
import { handleListEnter } from './ui/form/handle-list-enter.ts';

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no element #root');
// The page was opened without the proxy, whose path is the prefix of every address of ours.
if (BASE_PATH !== '' && !`${location.pathname}/`.startsWith(`${BASE_PATH}/`)) {
  location.replace(inBase(location.pathname + location.search + location.hash));
}
startTexts();
// A page that Back restores from the browser's cache can belong to a session that is over.
addEventListener('pageshow', (event) => {
  if (event.persisted) location.reload();
});
document.addEventListener('keydown', handleListEnter);
/** The maximum wait of the first page for its texts. */
const TEXTS_MS = 5000;
void show(root);

/** Uses the browser's language until the person is known; the English texts are in the bundle. */
async function show(container: HTMLElement): Promise<void> {
  const language = bestLanguage(navigator.languages);
  try {
    if (language !== 'en') {
      // English is better than an empty window; the language is switched when its texts arrive.
      await Promise.race([
        applyFormat({ ...formatSettings(), language }),
        new Promise((go) => setTimeout(go, TEXTS_MS)),
      ]);
    }
  } catch (error) {
    console.error(error);
  }
  createRoot(container).render(<App />);
}
