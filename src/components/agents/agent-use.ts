/** Reads the calls that an agent still has to place: when a dialog opens, and again when its button is pressed. */
import { useIsReading } from '#api/is-reading.ts'
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
 * @param impact what the change means for the agent's calls
 */
export function useImpacts(agentId: string | null, impact: Omit<Impact, 'agentUse'>): Impacts {
  const options = { ...agentUseRead(agentId ?? ''), enabled: agentId !== null }
  const { data, refusal, isLoading } = useRead(options)
  const isRefreshing = useIsReading(options)
  const impactsOf = (agentUse: AgentUse | null): Impact[] => (agentId === null ? [] : [{ ...impact, agentUse }])
  const isReading = agentId !== null && (isLoading || (isRefreshing && !refusal))
  return {
    displayed: isReading ? undefined : impactsOf(refusal ? null : (data ?? null)),
    readCurrent: async () => (agentId === null ? [] : impactsOf(await readNow(agentUseRead(agentId)))),
  }
}

/** @throws Refusal if it cannot be read */
export const readAgentUse = (agentId: string): Promise<AgentUse> => readNow(agentUseRead(agentId))

/** The data of a read; undefined if it is refused. */
const dataOrUndefined = <T>(promise: Promise<{ data: T }>): Promise<T | undefined> =>
  promise.then(
    ({ data }) => data,
    (error: unknown) => {
      if (error instanceof Refusal) return undefined
      throw error
    },
  )

/** Reads the flows; undefined if the read is refused. */
export async function readKnownFlows(): Promise<KnownFlows | undefined> {
  const flowList = await dataOrUndefined(queryClient.fetchQuery(flowsRead))
  return flowList && { flows: flowList.flows, isComplete: !flowList.pagination.hasNext }
}

/** Reads the agent's record; undefined if the read is refused. */
export const readAgent = (agentId: string): Promise<Agent | undefined> =>
  dataOrUndefined(queryClient.fetchQuery(read('agentShow', { params: { agentId } })))

/** @returns what the change does to the agent's batches; null if its calls are not affected */
export async function impactOn(
  agent: { id: string; name: string },
  before: CallSetup,
  after: CallSetup,
): Promise<Impact | null> {
  const outlook = outlookOf(before, after)
  return outlook.kind === 'same'
    ? null
    : { agentName: agent.name || agent.id, outlook, agentUse: await readAgentUse(agent.id) }
}
