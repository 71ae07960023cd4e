/** For tests: finds the programs that were built before the tests. */
import { join } from 'node:path'
import { inject } from 'vitest'
import type { Program } from './programs.ts'

/** The path of a program. */
export const builtProgram = (name: Program): string => join(inject('programs'), `${name}.js`)

/** The variables of a process of such a program: what one process has compiled, the others need not compile again. */
export const programEnvironment = () => ({
  PATH: process.env.PATH,
  NODE_COMPILE_CACHE: join(inject('programs'), 'compiled'),
})
