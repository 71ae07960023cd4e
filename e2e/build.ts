/** Builds the dashboard and the programs once before the stories. Fails if the first page loads too much script. */
import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { gzipSync } from 'node:zlib'
import { buildPrograms } from '../src/server/programs/programs.ts'

const assetsFolder = 'dist/assets'
/** The limit for the gzipped scripts of the first page. A single import of a dialog or of zod adds about 10 KiB. */
const maxFirstPageKiB = 175

/** The scripts that the browser loads before the overview appears: the frame, the page, and their imports. */
function firstPageFiles(): string[] {
  const needed = new Set(readdirSync(assetsFolder).filter((name) => /^(index|first)-.*\.js$/.test(name)))
  for (const name of needed) {
    const imports = readFileSync(join(assetsFolder, name), 'utf8').matchAll(/\b(?:from|import)\s*"\.\/([^"]+)"/g)
    for (const [, imported] of imports) if (imported) needed.add(imported)
  }
  return [...needed]
}

function buildDashboard(): void {
  execFileSync('vite', ['build', '--logLevel', 'warn'], { stdio: 'inherit' })
  const files = firstPageFiles()
  const bytes = files.reduce((sum, name) => sum + gzipSync(readFileSync(join(assetsFolder, name))).length, 0)
  if (bytes <= maxFirstPageKiB * 1024) return
  throw new Error(
    `The first page takes ${Math.ceil(bytes / 1024)} KiB of script, more than ${maxFirstPageKiB}, in ${files.join(', ')}. Import what the page does not need at first only when it is used.`,
  )
}

/** The folder of the built programs. */
export const programsFolder = 'test-results/programs'

/** The folder of Node's compile cache, with which the sources start with half the processor time. */
export const compileCacheFolder = resolve('node_modules/.cache/compile')

/** Fills the cache before the stories: Node writes it only when a process ends by itself, and the processes of stories are killed. */
const fillCompileCache = (...files: string[]) =>
  execFileSync('node', ['-e', files.map((file) => `await import('./${file}')`).join(';')], {
    stdio: 'inherit',
    env: { ...process.env, NODE_COMPILE_CACHE: compileCacheFolder },
  })

export default async function buildForStories(): Promise<void> {
  buildDashboard()
  await buildPrograms(programsFolder, ['gateway', 'service'])
  fillCompileCache('src/server/gateway/main.ts', `${programsFolder}/gateway.js`)
}
