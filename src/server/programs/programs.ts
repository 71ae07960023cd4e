/**
 * Builds the programs for the container, and so that tests can start them often: a built program needs no packages, and starts with half
 * the processor time of the sources. The build takes as long as about two starts. `node src/server/programs/programs.ts <folder>
 * [programs…]` builds these, by default all.
 */
import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { build } from 'vite'
import type { TestProject } from 'vitest/node'

/** By the name of the built file, the source. */
const sources = {
  gateway: 'src/server/gateway/main.ts',
  service: 'src/server/service/main.ts',
  maintenance: 'src/server/gateway/maintenance/main.ts',
  'crashing-gateway': 'src/server/gateway/testing/crashing-gateway.ts',
}
export type Program = keyof typeof sources

/** The process that reads files, and the modules that it runs. The programs find them by name, in their own folder. */
const children = {
  'reader-process.ts': 'src/server/child/reader-process.ts',
  'multipart.ts': 'src/server/child/multipart.ts',
  'child.ts': 'src/server/service/csv/child.ts',
  'upload-child.ts': 'src/server/gateway/http/upload-child.ts',
  'checked-file-child.ts': 'src/server/gateway/batches/checked-file-child.ts',
  'numbers-child.ts': 'src/server/gateway/contacts/numbers-child.ts',
}

/** Builds programs as `<name>.js`. What they share is `.mjs`: Node reads a `.js` twice to find out that it is no CommonJS. */
export const buildPrograms = (folder: string, names: readonly Program[]): Promise<unknown> =>
  build({
    configFile: false,
    logLevel: 'warn',
    publicDir: false,
    ssr: { noExternal: true, external: ['pg-native'] },
    build: {
      ssr: true,
      license: true,
      target: 'node24',
      outDir: folder,
      emptyOutDir: true,
      rolldownOptions: {
        input: { ...Object.fromEntries(names.map((name) => [`${name}.js`, sources[name]])), ...children },
        output: { entryFileNames: '[name]', chunkFileNames: '[name]-[hash].mjs' },
      },
    },
  })

/** Runs before the tests that start programs: builds all programs, and deletes them when the tests have ended. */
export async function setup(project: TestProject): Promise<() => void> {
  const folder = mkdtempSync(join(tmpdir(), 'switchboard-programs-'))
  // A process of its own, because a build changes the environment of its process.
  await promisify(execFile)(process.execPath, [import.meta.filename, folder])
  project.provide('programs', folder)
  return () => rmSync(folder, { recursive: true, force: true })
}

declare module 'vitest' {
  interface ProvidedContext {
    /** The folder of the built programs. */
    programs: string
  }
}

if (import.meta.main) {
  const [folder = '', ...names] = process.argv.slice(2)
  await buildPrograms(folder, (names.length > 0 ? names : Object.keys(sources)) as Program[])
}
