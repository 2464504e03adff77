// Build of the web app into web/dist.
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import { precompress } from './precompress.ts';

const at = (path: string) => new URL(path, import.meta.url).pathname;

/**
 * Removes Vite's preload helper and its list of chunks for dynamic imports: 2 KB on every page, to save one round trip on a
 * few.
 */
function plainDynamicImports(): Plugin {
  return {
    name: 'plain-dynamic-imports',
    enforce: 'pre',
    load: (id) => (id.endsWith('vite/preload-helper.js') ? 'export const __vitePreload = (load) => load();' : null),
  };
}

// Shared code is in a few chunks that stay cached while pages change; code shared by fewer than nine chunks is split off. The fields of
// lists, and the code that shows filters, are small and used together, so one chunk of each compresses better.
const groups = [
  {
    name: 'base',
    test: /node_modules\/(?!minisearch\/|swr\/dist\/infinite|@tanstack)|preload-helper|sdk\/src\/errors|shell\/(mark|keyboard|shortcuts\/help)|page\/shortcuts/,
    priority: 3,
  },
  { name: 'sdk', test: /sdk\/src\/(?!index|sha256|verify-webhook|filter-)/, priority: 2 },
  {
    name: 'fields',
    test: /web\/src\/kit\/forms\/(search-field|commit-field|date-field|toggle)\.tsx$/,
    priority: 1,
    includeDependenciesRecursively: false,
  },
  {
    name: 'filters',
    test: /(sdk\/src\/filter-\w+|features\/filters\/(filter-text|filter-line|hook-filters|use-collection-names))\.tsx?$/,
    priority: 1,
    includeDependenciesRecursively: false,
  },
  {
    name: 'kit',
    test: /web\/src\/(api|shell|kit\/\w+)\/(?!combobox|confirm-dialog|form\.|chart|marks|readout|scale|gauge|sparkline|example|palette|plan-text|table|use-pages|virtual-rows|filter-bar)[\w-]+\.tsx?$/,
    minShareCount: 9,
  },
];

export default defineConfig({
  root: at('.'),
  plugins: [plainDynamicImports(), react(), tailwindcss(), precompress('{.,assets}/*.{js,css,html,svg}')],
  resolve: {
    alias: [
      { find: '@hookline/sdk', replacement: at('../sdk/src/index.ts') },
      // Built into React since version 18, so the shim is not bundled.
      { find: /^use-sync-external-store\/shim(\/index\.js)?$/, replacement: 'react' },
    ],
  },
  build: {
    target: 'es2023',
    manifest: true,
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false, resolveDependencies: () => [] },
    // Each page loads the names of all others, and hashes do not compress. Seven characters distinguish the builds of a file.
    rolldownOptions: { output: { codeSplitting: { groups }, chunkFileNames: 'assets/[name]-[hash:7].js' } },
  },
});
