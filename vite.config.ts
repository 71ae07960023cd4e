/// <reference types="vitest/config" />
import { createHash } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'
import { isApi } from './src/server/gateway/http/api-paths.ts'
import { findPostgres } from './src/server/gateway/testing/find-postgres.ts'
import { guardIds } from './src/tools/guards/marks.ts'
import interfaceLines from './src/tools/lines/interface.json' with { type: 'json' }
import operations from './src/tools/lines/operations.json' with { type: 'json' }
import promises from './src/tools/lines/promises.json' with { type: 'json' }
import specification from './src/tools/lines/specification.json' with { type: 'json' }
import { slowTests } from './src/tools/slow-tests.ts'
import { hasSeveralGateways } from './src/tools/testing/several-gateways.ts'

const brotli = promisify(brotliCompress)
const zip = promisify(gzip)

/** Runs the real gateway with the embedded service in the development server: one process, one port. */
function gateway(): Plugin {
  return {
    name: 'switchboard-gateway',
    apply: 'serve',
    async configureServer(server) {
      if (process.env.VITEST) return
      // A dynamic import, because Vite bundles static imports into the configuration file.
      const start = (await import(pathToFileURL('src/server/gateway/dev.ts').href)) as {
        startForDevelopment: () => Promise<{
          listener: (request: IncomingMessage, response: ServerResponse) => unknown
          listening: (port: number) => void
          close: () => Promise<void>
        }>
      }
      const switchboard = await start.startForDevelopment()
      server.httpServer?.once('listening', () => {
        const address = server.httpServer?.address()
        if (typeof address === 'object' && address) switchboard.listening(address.port)
      })
      server.httpServer?.once('close', () => void switchboard.close())
      server.middlewares.use((request, response, next) =>
        isApi(request.url ?? '') ? switchboard.listener(request, response) : next(),
      )
    },
  }
}

/**
 * Writes the version into the page. The gateway reads it, and tells open pages about a newer one. The time comes first, so that later
 * versions compare as greater. The hash is the same if the same code is built again.
 */
function versionInPage(): Plugin {
  return {
    name: 'switchboard-version',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(html, { bundle = {} }) {
        // The names of the other files contain hashes of their contents.
        const built = createHash('sha256').update(html).update(Object.keys(bundle).toSorted().join())
        const content = `${new Date().toISOString()} ${built.digest('hex').slice(0, 8)}`
        return [{ tag: 'meta', attrs: { name: 'version', content }, injectTo: 'head' }]
      },
    },
  }
}

/** Brotli's next to highest quality: twice as fast as the highest, for files 2 % larger. `npm start` waits for it. */
const brotliQuality = { params: { [constants.BROTLI_PARAM_QUALITY]: 10 } }

/** Compresses text files at build time, so that gateways do not have to. */
function compressedFiles(): Plugin {
  return {
    name: 'switchboard-compressed',
    apply: 'build',
    async writeBundle({ dir = 'dist' }, bundle) {
      const texts = Object.keys(bundle).filter((name) => /\.(html|js|css|svg|json)$/.test(name))
      const pack = async (name: string) => {
        const bytes = await readFile(join(dir, name))
        await writeFile(join(dir, `${name}.br`), await brotli(bytes, brotliQuality))
        await writeFile(join(dir, `${name}.gz`), await zip(bytes, { level: 9 }))
      }
      await Promise.all(texts.map(pack))
    },
  }
}

export default defineConfig({
  // What is rendered rarely, or with other values each time, says 'use no memo': memoization would only make the first page heavier.
  plugins: [react({ compiler: true }), tailwindcss(), gateway(), versionInPage(), compressedFiles()],
  server: { port: Number(process.env.PORT ?? 4400), strictPort: true, host: '127.0.0.1' },
  build: {
    target: 'es2023',
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    // From this, the gateway knows which files a page needs.
    manifest: true,
    // The notices of the packages that the pages contain.
    license: true,
    rolldownOptions: {
      // Modules of schemas are included only where they are used.
      treeshake: { moduleSideEffects: [{ test: /src\/contract\//, sideEffects: false }] },
      output: {
        codeSplitting: {
          groups: [
            // One file for what every page needs and one for what the first page adds, then a few that pages share. What is loaded after
            // the first rows (popups, numbering plans) is in none that a page needs.
            { name: 'frame', tags: ['$initial'], priority: 5 },
            // What the first pages of the roles and the lists share: without it, each would load the overview.
            {
              name: 'shared',
              test: /src\/(ui\/(layout\/(skeleton|gliding)|status\/progress-bar|use-is-pointed-at)|kit\/(data\/data-view|permissions|page\/attention-line)|api\/first-reads|components\/(batches\/(stop-batches-button|approvals|prepared-batches|scheduled-start)|calls\/(wall|ticking-duration|call-status)|decisions\/(decision-lines|draft-ages))|contract\/(shared\/call-|gateway\/parts\/(audit-words|decision-states)))|phone-outgoing/,
              priority: 5,
            },
            { name: 'first', test: /features\/overview\/(?!today-)/, priority: 4 },
            { name: 'phone', test: /src\/phone\//, priority: 3 },
            // With the little that charts and the lines beside figures share, which would else load the files of all pages.
            {
              name: 'charts',
              test: /src\/(components\/charts\/|kit\/data\/read-time|features\/overview\/today-texts)/,
              priority: 3,
            },
            { name: 'popups', test: /@base-ui|@floating-ui/, minShareCount: 2, priority: 3 },
            {
              name: 'records',
              test: /src\/(components\/(records\/list|agents\/(readiness|use-readiness|texts)|phone\/(phone-number|numbering|texts)|versions\/links)|phone\/(group|formats)|ui\/save-file|contract\/shared\/search-words|kit\/list\/cells|ui\/use-debounced-value)/,
              priority: 4,
            },
            {
              name: 'parts',
              test: /lucide-react|src\/(ui|kit|api)\/(?!overlays|actions|layout\/tabs|forms\/(combobox|suggest-field|loaded-select))/,
              minShareCount: 3,
              priority: 1,
            },
          ],
        },
      },
    },
  },
  worker: { format: 'es' },
  test: {
    // A busy machine needs more than the defaults of ten seconds for hooks and one second for polls.
    testTimeout: 60_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 30_000, interval: 100 } },
    pool: 'forks',
    // The tests that start processes run after the others, in a process of their own that would transform the same modules again.
    fsModuleCache: true,
    // Files share processes, because loading the modules takes longer than most tests. So modules must not keep state of a test, and
    // test helpers close what they open with `onTestFinished`: a hook at the top of a shared module would run for one file only.
    projects: [
      {
        extends: true,
        test: {
          name: 'pure',
          include: ['src/**/*.test.ts'],
          exclude: ['src/{server,api,tools}/**', ...slowTests],
          isolate: false,
        },
      },
      {
        extends: true,
        test: {
          name: 'in-process',
          include: ['src/{server,api,tools}/**/*.test.ts'],
          exclude: [...slowTests],
          isolate: false,
        },
      },
      {
        extends: true,
        test: {
          name: 'processes',
          include: [...slowTests],
          globalSetup: ['src/server/programs/programs.ts', 'src/server/gateway/testing/start-shared-postgres.ts'],
          isolate: false,
          // Without PostgreSQL they could only be skipped.
          exclude: [
            ...(findPostgres() === null ? ['**/*.postgres.test.ts'] : []),
            // They take minutes.
            ...(process.env.SOAK === undefined || !hasSeveralGateways() ? ['**/*.soak.test.ts'] : []),
          ],
        },
      },
    ],
    tags: [
      {
        name: 'soak',
        description: 'Run by `npm run test:soak` with larger numbers.',
        // As long as that of other tests, which it replaces, whatever the test says.
        timeout: 60_000 * Number(process.env.SOAK ?? 1),
      },
      ...Object.entries({ ...promises, ...operations, ...specification, ...interfaceLines }).map(
        ([name, description]) => ({ name, description }),
      ),
      ...guardIds().map((name) => ({ name })),
    ],
  },
})
