// The pages begin here.
import { createRoot } from 'react-dom/client';
import './style.css';

const root = document.getElementById('root');
if (root) createRoot(root).render(<main>Hookline</main>);
