/** Builds what the stories need, once before them: the dashboard, of which a first page grown heavier is refused, and the programs. */
import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { gzipSync } from 'node:zlib'
import { build } from 'vite'

const folder = 'dist/assets'
/** KiB of script, gzip; one import too many brings a dialog or zod, and that is 10 at once. */
const most = 155

/** The files that the overview needs before it is there: the frame, the page, and what these import. */
function firstPage(): string[] {
  const needed = new Set(readdirSync(folder).filter((name) => /^(index|first)-.*\.js$/.test(name)))
  for (const name of needed) {
    const imports = readFileSync(join(folder, name), 'utf8').matchAll(/\b(?:from|import)\s*"\.\/([^"]+)"/g)
    for (const [, imported] of imports) if (imported) needed.add(imported)
  }
  return [...needed]
}

function buildDashboard(): void {
  execFileSync('vite', ['build', '--logLevel', 'warn'], { stdio: 'inherit' })
  const files = firstPage()
  const bytes = files.reduce((sum, name) => sum + gzipSync(readFileSync(join(folder, name))).length, 0)
  if (bytes <= most * 1024) return
  throw new Error(
    `The first page takes ${Math.ceil(bytes / 1024)} KiB of script, more than ${most}, in ${files.join(', ')}. What was imported that a click could bring?`,
  )
}

/** Where the built programs lie, each as a few files: started from these, one takes half the processor time of its modules. */
export const programs = 'test-results/programs'

const buildPrograms = () =>
  build({
    configFile: false,
    logLevel: 'warn',
    publicDir: false,
    ssr: { noExternal: true, external: ['pg-native'] },
    build: {
      ssr: true,
      target: 'node24',
      outDir: programs,
      rolldownOptions: {
        input: {
          'gateway.js': 'src/server/gateway/main.ts',
          'service.js': 'src/server/service/main.ts',
          // Processes for large files are started by these names, beside the file that starts them.
          'child.ts': 'src/server/service/csv/child.ts',
          'upload-child.ts': 'src/server/gateway/http/upload-child.ts',
          'checked-file-child.ts': 'src/server/gateway/batches/checked-file-child.ts',
          'numbers-child.ts': 'src/server/gateway/contacts/numbers-child.ts',
        },
        output: { entryFileNames: '[name]', chunkFileNames: '[name]-[hash].js' },
      },
    },
  })

/** Where Node keeps what it compiled: the programs that run as they lie there start with half the processor time. */
export const compileCache = resolve('node_modules/.cache/compile')

/** Written when a process ends by itself, which those of a story do not. */
const fillCompileCache = (...files: string[]) =>
  execFileSync('node', ['-e', files.map((file) => `await import('./${file}')`).join(';')], {
    stdio: 'inherit',
    env: { ...process.env, NODE_COMPILE_CACHE: compileCache },
  })

export default async function prepare(): Promise<void> {
  buildDashboard()
  await buildPrograms()
  fillCompileCache('src/server/gateway/main.ts', `${programs}/gateway.js`)
}
