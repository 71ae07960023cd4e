/** For tests: finds a program on this machine. Imports no packages, because the test runner's configuration uses it. */
import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'

/** @returns the path of a program; undefined: not found. Also searches /usr/sbin, which only an administrator's PATH contains. */
export const findProgram = (name: string): string | undefined =>
  [...(process.env.PATH ?? '').split(delimiter), '/usr/sbin'].map((folder) => join(folder, name)).find(existsSync)
