import tailwind from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vite'

// In development the console runs on its own port and hands everything that is not its own to the server.
const server = `http://127.0.0.1:${process.env['PORT'] ?? 3000}`

/** How the console is built and served in development. */
export default defineConfig({
  root: fileURLToPath(new URL('.', import.meta.url)),
  plugins: [react(), tailwind()],
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    manifest: true,
    target: 'esnext',
    // A script or font written into another file would need a looser content security policy.
    assetsInlineLimit: 0,
    sourcemap: false,
  },
  server: {
    host: '127.0.0.1',
    proxy: Object.fromEntries(['/api', '/v1', '/v1beta', '/health'].map((path) => [path, server])),
  },
})
