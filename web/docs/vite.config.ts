// Build of the docs into web/dist/docs: static pages, and one script and one stylesheet for all of them.
import tailwindcss from '@tailwindcss/vite';
import { defineConfig } from 'vite';
import { docsPages } from './build/plugin.ts';

export default defineConfig({
  root: import.meta.dirname,
  base: '/docs/',
  publicDir: false,
  plugins: [tailwindcss(), docsPages()],
  build: {
    target: 'es2023',
    outDir: '../dist/docs',
    emptyOutDir: true,
    assetsInlineLimit: 0,
    modulePreload: false,
    rolldownOptions: { input: `${import.meta.dirname}/client/site.ts`, checks: { pluginTimings: false } },
  },
});
