/// <reference types="vitest/config" />
import { createHash } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { brotliCompress, gzip } from 'node:zlib'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'
import { type EndpointDefinition, everyone } from './src/contract/shared/endpoint.ts'
import { isApi } from './src/server/gateway/http/api-paths.ts'
import { findPostgres } from './src/server/gateway/testing/find-postgres.ts'
import { guards } from './src/tools/guards/table.ts'
import { interfaceLines } from './src/tools/lines/interface.ts'
import { promises } from './src/tools/lines/promises.ts'
import { operations, specification } from './src/tools/lines/specification.ts'
import { hasSeveralGateways } from './src/tools/several-gateways.ts'

const brotli = promisify(brotliCompress)
const zip = promisify(gzip)

/** The real gateway, and behind it the embedded service, in the development server: one process, one port. */
function gateway(): Plugin {
  return {
    name: 'switchboard-gateway',
    apply: 'serve',
    async configureServer(server) {
      if (process.env.VITEST) return
      // Not a plain import: what the configuration file imports statically would be bundled into it.
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
 * The dashboard trusts its own origin: of an endpoint it needs how to ask and who may, not the schemas. Without them the first page
 * is 17 KiB lighter; a form that checks what is typed brings the schema it checks with.
 */
function contractWithoutSchemas(): Plugin {
  const isOpen = (allowed: EndpointDefinition['roles']) => allowed === 'public' || allowed.length === everyone.length
  const file = resolve('src/contract/endpoints.ts')
  return {
    name: 'switchboard-contract',
    apply: 'build',
    async load(id) {
      if (id !== file) return null
      const { contract } = (await import(pathToFileURL(file).href)) as { contract: Record<string, EndpointDefinition> }
      const endpoints = Object.entries(contract).map(
        ([name, { method, path, label, roles, effect, sends, response }]) => [
          name,
          // A label says who else may use an endpoint, so one that is open to everybody needs none.
          { method, path, label: isOpen(roles) ? '' : label, roles, effect, sends, response: response && {} },
        ],
      )
      return `export const contract = ${JSON.stringify(Object.fromEntries(endpoints))}`
    },
  }
}

/** What the dashboard's API layer takes from the contract, so that each page loads only the parts that it uses. */
const fromContract = ['freshness', 'invalidates', 'recorded-actions'].map((name) => resolve(`src/api/${name}.ts`))

/** Evaluates these modules once, and gives the dashboard their values. */
function valuesFromContract(): Plugin {
  return {
    name: 'switchboard-contract-values',
    apply: 'build',
    async load(id) {
      if (!fromContract.includes(id)) return null
      const values = (await import(pathToFileURL(id).href)) as Record<string, unknown>
      return Object.entries(values)
        .map(([name, value]) => `export const ${name} = ${JSON.stringify(value)}`)
        .join('\n')
    },
  }
}

/** The first paint waits for nothing but the page: the style sheet stands in it. The gateway allows what stands inline by its hash. */
function styleInPage(): Plugin {
  return {
    name: 'switchboard-style',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler: (html, { bundle = {} }) =>
        html.replace(/<link rel="stylesheet"[^>]* href="\/([^"]+)">/, (link, file: string) => {
          const sheet = bundle[file]
          return sheet?.type === 'asset' ? `<style>${String(sheet.source)}</style>` : link
        }),
    },
  }
}

/**
 * The page names its version, and the gateway reads it there: by it a page that is still open learns that a newer one is served. The
 * time comes first, so that of two versions the later is the greater; the same code built twice is the same version.
 */
function versionInPage(): Plugin {
  return {
    name: 'switchboard-version',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(html, { bundle = {} }) {
        // The names of the others have hashes of what is in them.
        const built = createHash('sha256').update(html).update(Object.keys(bundle).toSorted().join())
        const content = `${new Date().toISOString()} ${built.digest('hex').slice(0, 8)}`
        return [{ tag: 'meta', attrs: { name: 'version', content }, injectTo: 'head' }]
      },
    },
  }
}

/** Texts are packed here, once, and not by every gateway that serves them. */
function packedTexts(): Plugin {
  return {
    name: 'switchboard-packed',
    apply: 'build',
    async writeBundle({ dir = 'dist' }, bundle) {
      const texts = Object.keys(bundle).filter((name) => /\.(html|js|css|svg|json)$/.test(name))
      const pack = async (name: string) => {
        const bytes = await readFile(join(dir, name))
        await writeFile(join(dir, `${name}.br`), await brotli(bytes))
        await writeFile(join(dir, `${name}.gz`), await zip(bytes, { level: 9 }))
      }
      await Promise.all(texts.map(pack))
    },
  }
}

export default defineConfig({
  plugins: [
    react({ compiler: true }),
    tailwindcss(),
    gateway(),
    contractWithoutSchemas(),
    valuesFromContract(),
    styleInPage(),
    versionInPage(),
    packedTexts(),
  ],
  server: { port: Number(process.env.PORT ?? 4400), strictPort: true, host: '127.0.0.1' },
  build: {
    target: 'es2023',
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    rolldownOptions: {
      // A module of schemas comes with who checks by them.
      treeshake: { moduleSideEffects: [{ test: /src\/contract\//, sideEffects: false }] },
      output: {
        codeSplitting: {
          groups: [
            // What every page needs is one request, what the first page adds is another; then a few that others share.
            { name: 'frame', tags: ['$initial'], priority: 5 },
            { name: 'first', test: /features\/overview\/(?!problem)/, priority: 4 },
            { name: 'phone', test: /src\/phone\//, priority: 3 },
            { name: 'controls', test: /@base-ui|@floating-ui/, minShareCount: 2, priority: 2 },
            { name: 'icons', test: /lucide-react/, priority: 1 },
          ],
        },
      },
    },
  },
  worker: { format: 'es' },
  test: {
    testTimeout: 20_000,
    pool: 'forks',
    // `npm test` runs the stories beside them: on two cores, one process is as quick as two and leaves the stories their turn.
    maxWorkers: '50%',
    // Files share processes, since loading what they test costs more than most of them. So no module keeps anything of a test, and
    // what a test helper opens is closed by `onTestFinished`: a hook at a shared module's top would run for one file only.
    projects: [
      {
        extends: true,
        test: { name: 'pure', include: ['src/**/*.test.ts'], exclude: ['src/{server,api,tools}/**'], isolate: false },
      },
      {
        extends: true,
        test: {
          name: 'outside',
          include: ['src/{server,api,tools}/**/*.test.ts'],
          isolate: false,
          // Without a PostgreSQL they could only be skipped, and nobody would have seen them hold.
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
        description: 'What `npm run test:soak` runs, with larger figures.',
        timeout: 20_000 * Number(process.env.SOAK ?? 1),
      },
      ...Object.entries({ ...promises, ...operations, ...specification, ...interfaceLines }).map(
        ([name, description]) => ({ name, description }),
      ),
      ...Object.entries(guards).map(([name, { says }]) => ({ name, description: says })),
    ],
  },
})
