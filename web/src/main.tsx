import './zod-config.ts';
import '@fontsource-variable/inter/index.css';
import '@mantine/core/styles.css';
import './app/colors.css';
import './app/appearance/skins.css';
import './app/base.css';
import { createRoot } from 'react-dom/client';
import { App } from './app/app.tsx';
import { startTexts } from './text/i18n.ts';

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no element #root');
startTexts();
// A page that Back takes out of the browser's cache may belong to a session that is over.
addEventListener('pageshow', (event) => {
  if (event.persisted) location.reload();
});
createRoot(root).render(<App />);
