/** Reads the calls that an agent has left to place: when a dialog opens, and again when its button is pressed. */
import { queryClient, read, readNow, useRead } from '#api/reads.ts'
import { type Agent, type AgentUse, Refusal } from '#contract/index.ts'
import { type CallSetup, type Impact, outlookOf } from './batch-impact.ts'
import type { Impacts } from './confirm-by-name.tsx'
import type { KnownFlows } from './readiness.ts'
import { flowsRead } from './use-readiness.ts'

const agentUseRead = (agentId: string) => read('agentUseShow', { params: { agentId } })

/**
 * What a change does to the batches of one agent, while a dialog shows it.
 *
 * @param agentId null: the change affects no agent
 * @param about what the change means for the agent's calls
 */
export function useImpacts(agentId: string | null, about: Omit<Impact, 'use'>): Impacts {
  const { data, refusal, isLoading, isRefreshing } = useRead({
    ...agentUseRead(agentId ?? ''),
    enabled: agentId !== null,
  })
  const impactsOf = (use: AgentUse | null): Impact[] => (agentId === null ? [] : [{ ...about, use }])
  const isReading = agentId !== null && (isLoading || (isRefreshing && !refusal))
  return {
    shown: isReading ? undefined : impactsOf(refusal ? null : (data ?? null)),
    readAgain: async () => (agentId === null ? [] : impactsOf(await readNow(agentUseRead(agentId)))),
  }
}

/** @throws Refusal if it cannot be read */
export const readUse = (agentId: string): Promise<AgentUse> => readNow(agentUseRead(agentId))

/** The data of a read; undefined if it is refused. */
const orUndefined = <T>(reading: Promise<{ data: T }>): Promise<T | undefined> =>
  reading.then(
    ({ data }) => data,
    (error: unknown) => {
      if (error instanceof Refusal) return undefined
      throw error
    },
  )

/** The flows, read now; undefined if the read is refused. */
export async function readKnownFlows(): Promise<KnownFlows | undefined> {
  const list = await orUndefined(queryClient.fetchQuery(flowsRead))
  return list && { flows: list.flows, complete: !list.pagination.hasNext }
}

/** The agent's record; undefined if the read is refused. */
export const readAgent = (agentId: string): Promise<Agent | undefined> =>
  orUndefined(queryClient.fetchQuery(read('agentShow', { params: { agentId } })))

/** @returns what the change does to the agent's batches; null if its calls are not affected */
export async function impactOn(
  agent: { id: string; name: string },
  before: CallSetup,
  after: CallSetup,
): Promise<Impact | null> {
  const outlook = outlookOf(before, after)
  return outlook.kind === 'same' ? null : { agentName: agent.name || agent.id, outlook, use: await readUse(agent.id) }
}
