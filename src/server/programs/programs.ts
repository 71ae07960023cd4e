/**
 * Builds the programs, so that tests can start them often: a built program starts with half the processor time of the sources. The build
 * takes as long as about two starts.
 */
import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { build } from 'vite'

/** By the name of the built file, the source. */
const sources = {
  gateway: 'src/server/gateway/main.ts',
  service: 'src/server/service/main.ts',
  maintenance: 'src/server/gateway/maintenance/main.ts',
  conformance: 'src/tools/conformance.ts',
  'crashing-gateway': 'src/server/gateway/testing/crashing-gateway.ts',
}
type Program = keyof typeof sources

/** The programs start these child processes by name, from their own folder. */
const children = {
  'child.ts': 'src/server/service/csv/child.ts',
  'upload-child.ts': 'src/server/gateway/http/upload-child.ts',
  'checked-file-child.ts': 'src/server/gateway/batches/checked-file-child.ts',
  'numbers-child.ts': 'src/server/gateway/contacts/numbers-child.ts',
}

/** Builds programs as `<name>.js`. */
export const buildPrograms = (folder: string, names: readonly Program[]): Promise<unknown> =>
  build({
    configFile: false,
    logLevel: 'warn',
    publicDir: false,
    ssr: { noExternal: true, external: ['pg-native'] },
    build: {
      ssr: true,
      target: 'node24',
      outDir: folder,
      emptyOutDir: true,
      rolldownOptions: {
        input: { ...Object.fromEntries(names.map((name) => [`${name}.js`, sources[name]])), ...children },
        output: { entryFileNames: '[name]', chunkFileNames: '[name]-[hash].js' },
      },
    },
  })

let builtFolder: Promise<string> | undefined

async function buildOnce(): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'switchboard-programs-'))
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }))
  // A process of its own, because a build changes the environment of its process.
  await promisify(execFile)(process.execPath, [import.meta.filename, folder])
  return folder
}

/** Returns the path of a program. The first call in a process builds all programs, and the end of the process deletes them. */
export async function builtProgram(name: Program): Promise<string> {
  builtFolder ??= buildOnce()
  return join(await builtFolder, `${name}.js`)
}

if (import.meta.main) await buildPrograms(process.argv[2] ?? '', Object.keys(sources) as Program[])
