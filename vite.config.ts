/// <reference types="vitest/config" />
import type { IncomingMessage, ServerResponse } from 'node:http'
import { pathToFileURL } from 'node:url'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'

const served = ['/api/', '/v1/api/', '/v2/api/', '/gateway/', '/webhooks/', '/healthz', '/readyz', '/metrics']

/** The real gateway, and behind it the embedded service, in the development server: one process, one port. */
function gateway(): Plugin {
  return {
    name: 'switchboard-gateway',
    apply: 'serve',
    async configureServer(server) {
      if (process.env.VITEST) return
      // Not a plain import: what the configuration file imports statically would be bundled into it.
      const start = (await import(pathToFileURL('src/server/gateway/start.ts').href)) as {
        startForDevelopment: () => Promise<{
          listener: (request: IncomingMessage, response: ServerResponse) => unknown
          close: () => Promise<void>
        }>
      }
      const switchboard = await start.startForDevelopment()
      server.httpServer?.once('close', () => void switchboard.close())
      server.middlewares.use((request, response, next) =>
        served.some((path) => request.url?.startsWith(path)) ? switchboard.listener(request, response) : next(),
      )
    },
  }
}

export default defineConfig({
  plugins: [react({ compiler: true }), tailwindcss(), gateway()],
  server: { port: Number(process.env.PORT ?? 4400), strictPort: true, host: '127.0.0.1' },
  build: {
    target: 'es2023',
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            // What every page needs is one request; what several pages share is one more, and not one for each icon.
            { name: 'frame', tags: ['$initial'], priority: 3 },
            { name: 'phone', test: /src\/phone\//, priority: 2 },
            { name: 'icons', test: /lucide-react/, priority: 1 },
          ],
        },
      },
    },
  },
  worker: { format: 'es' },
  test: { include: ['src/**/*.test.ts'], testTimeout: 20_000, pool: 'forks' },
})
