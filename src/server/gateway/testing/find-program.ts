/** For tests: where this machine has a program. Knows no package, since the runner's configuration asks too. */
import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'

/** The path of a program; undefined: there is none of this name. Servers are often in a folder that only an administrator's PATH has. */
export const findProgram = (name: string): string | undefined =>
  [...(process.env.PATH ?? '').split(delimiter), '/usr/sbin'].map((folder) => join(folder, name)).find(existsSync)
