// Build of the package: one file without dependencies, so that it installs and starts fast.
import { defineConfig } from 'vite';

export default defineConfig({
  ssr: { noExternal: true },
  build: {
    ssr: 'src/main.ts',
    target: 'node22',
    minify: true,
    rolldownOptions: { output: { entryFileNames: 'hookline.js', codeSplitting: false, banner: '#!/usr/bin/env node' } },
  },
});
