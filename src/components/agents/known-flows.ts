/** The flows that readiness is told from: one read of a hundred, shared by every page that shows readiness. */
import { read, useRead } from '#api/reads.ts'
import type { KnownFlows } from './readiness.ts'

export const flowsRead = read('flowList', { query: { limit: 100 } })

/** The flows as far as they are known, and how to read them again. */
export function useKnownFlows(): { known: KnownFlows | undefined; retry: () => void } {
  const { data, retry } = useRead(flowsRead)
  return { known: data && { flows: data.flows, complete: !data.pagination.hasNext }, retry }
}
