/** The variables of the agent's flow for which the file has no value. Recounted when the rows change. */
import { useQuery } from '@tanstack/react-query'
import { useSession } from '#api/session.ts'
import { callVariables } from '#components/agents/call-variables.ts'
import { useAgentReadiness } from '#components/agents/use-readiness.ts'
import type { Summary } from '#recipients/worker/protocol.ts'
import type { NewBatch } from '../state/new-batch.ts'
import { countEmpty } from '../state/new-batch-store.ts'
import { findGaps, type Gap } from './missing-variables.ts'

export interface MissingVariables {
  gaps: readonly Gap[]
  /** Variables without a column for which the simulation makes up values. */
  madeUp: readonly string[]
  /** The agent's flow is unknown, and so are its variables. */
  isUnknown: boolean
  /** Empty cells are still being counted. */
  isPending: boolean
}

/** How many calls have an empty cell in each of these columns; undefined until counted. */
export function useEmptyCells(
  { readingNumber, revision }: NewBatch,
  columns: readonly number[],
): readonly number[] | undefined {
  const { data } = useQuery({
    queryKey: ['emptyCells', readingNumber, revision, columns.join()],
    queryFn: () => countEmpty(columns),
    enabled: columns.length > 0,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })
  return columns.length === 0 ? [] : data
}

/** All variables of the chosen agent's flow, one in each line; '' while no agent is chosen or its flow is unknown. */
export function useFlowVariables(agentId: string | null): string {
  const { mode } = useSession()
  const { agent, readiness } = useAgentReadiness(agentId)
  const flow = readiness?.flow
  if (!flow || !agent.data) return ''
  const { needed, madeUp } = callVariables(flow, agent.data, mode)
  return [...needed, ...madeUp].join('\n')
}

/** The missing variables of the chosen agent's flow. There are none while no agent is chosen or its flow is unknown. */
export function useMissingVariables(newBatch: NewBatch, file: Summary): MissingVariables {
  const { mode } = useSession()
  const { agent, readiness } = useAgentReadiness(newBatch.agentId)
  const flow = readiness?.flow
  const { needed, madeUp } = flow && agent.data ? callVariables(flow, agent.data, mode) : { needed: [], madeUp: [] }
  const columns = needed.map((name) => file.names.indexOf(name)).filter((column) => column >= 0)
  const counts = useEmptyCells(newBatch, columns)
  return {
    gaps: counts
      ? findGaps(needed, file.names, file.counts.valid, (column) => counts[columns.indexOf(column)] ?? 0)
      : [],
    madeUp: madeUp.filter((name) => !file.names.includes(name)),
    isUnknown: readiness?.state === 'unknown',
    isPending: counts === undefined,
  }
}
