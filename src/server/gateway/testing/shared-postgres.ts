/** For tests: the PostgreSQL server that all test files share. A test that stops its server starts one of its own. */
import { inject } from 'vitest'
import { administer } from './postgres.ts'

export const postgres = administer(inject('postgres'))
