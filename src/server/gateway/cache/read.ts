/** A read of the service, and the key under which its answer is cached. */
import type { ServiceReadName } from '#contract/index.ts'
import { pathWithQuery } from '../upstream/answers.ts'
import type { ServiceRequest } from '../upstream/http-client.ts'
import { readEndpoint } from './read-rules.ts'

/** A GET of the service, with everything that its answer depends on. */
export interface Read {
  name: ServiceReadName
  params: Record<string, string>
  /** As parsed, defaults filled in. */
  query: Record<string, string | number>
  /** null if the answer does not depend on it. */
  workspace: string | null
}

const sortByName = <T>(entries: [string, T][]) => entries.toSorted(([a], [b]) => (a < b ? -1 : 1))

export const readKey = (read: Read): string =>
  JSON.stringify([
    read.name,
    read.params,
    sortByName(Object.entries(read.query)),
    /* guard: read-has-its-workspace */ read.workspace,
  ])

/** The request that reads it. */
export const requestOf = ({ name, params, query, workspace }: Read): ServiceRequest => {
  const path = pathWithQuery(readEndpoint(name).path, params, query)
  return { kind: 'read', endpoint: name, method: 'GET', path, workspace }
}
