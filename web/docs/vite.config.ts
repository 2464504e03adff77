// Build of the docs into web/dist/docs: static pages, and one script and one stylesheet for all of them.
import tailwindcss from '@tailwindcss/vite';
import { defineConfig } from 'vite';
import { precompress } from '../precompress.ts';
import { docsPages } from './build/plugin.ts';

export default defineConfig({
  root: import.meta.dirname,
  base: '/docs/',
  publicDir: false,
  // Pages are compressed when they are served, since the public URL is filled in then.
  plugins: [tailwindcss(), docsPages(), precompress('assets/*.{js,css}')],
  build: {
    target: 'es2023',
    outDir: '../dist/docs',
    emptyOutDir: true,
    assetsInlineLimit: 0,
    modulePreload: false,
    rolldownOptions: { input: `${import.meta.dirname}/client/site.ts`, checks: { pluginTimings: false } },
  },
});
