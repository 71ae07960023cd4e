/** For tests: finds the programs that were built before the tests. */
import { join } from 'node:path'
import { inject } from 'vitest'
import type { Program } from './programs.ts'

/** The path of a program. */
export const builtProgram = (name: Program): string => join(inject('programs'), `${name}.js`)
