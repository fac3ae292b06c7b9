import './zod-config.ts';
import '@fontsource-variable/inter/index.css';
import '@mantine/core/styles.css';
import '@mantine/notifications/styles.css';
import './app/colors.css';
import './app/base.css';
import { createRoot } from 'react-dom/client';
import { App } from './app/app.tsx';
import { startTexts } from './text/i18n.ts';

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no element #root');
startTexts();
createRoot(root).render(<App />);
