/** Reads the calls still to be made with an agent: when a confirm opens, and again when its button is pressed. */
import { queryClient, read, readNow, useRead } from '#api/reads.ts'
import { type Agent, type AgentUse, Refusal } from '#contract/index.ts'
import { type Footing, type Impact, outlookOf } from './batch-impact.ts'
import type { Impacts } from './confirm-by-name.tsx'
import type { KnownFlows } from './readiness.ts'
import { flowsRead } from './use-readiness.ts'

const agentUseRead = (agentId: string) => read('agentUseShow', { params: { agentId } })

/**
 * What a change does to the batches of one agent, for as long as a confirm shows it.
 *
 * @param agentId null: it concerns no agent
 * @param about what the change means for the agent's calls
 */
export function useImpacts(agentId: string | null, about: Omit<Impact, 'use'>): Impacts {
  const { data, refusal, isLoading, isRefreshing } = useRead({
    ...agentUseRead(agentId ?? ''),
    enabled: agentId !== null,
  })
  const of = (use: AgentUse | null): Impact[] => (agentId === null ? [] : [{ ...about, use }])
  const isReading = agentId !== null && (isLoading || (isRefreshing && !refusal))
  return {
    shown: isReading ? undefined : of(refusal ? null : (data ?? null)),
    readAgain: async () => (agentId === null ? [] : of(await readNow(agentUseRead(agentId)))),
  }
}

/** @throws Refusal when it cannot be read */
export const readUse = (agentId: string): Promise<AgentUse> => readNow(agentUseRead(agentId))

/** The data of a read; undefined if it cannot be read. */
const orNothing = <T>(reading: Promise<{ data: T }>): Promise<T | undefined> =>
  reading.then(
    ({ data }) => data,
    (error: unknown) => {
      if (error instanceof Refusal) return undefined
      throw error
    },
  )

/** The flows as far as they can be read now. */
export async function readKnownFlows(): Promise<KnownFlows | undefined> {
  const list = await orNothing(queryClient.fetchQuery(flowsRead))
  return list && { flows: list.flows, complete: !list.pagination.hasNext }
}

/** An agent's record; undefined where it cannot be read. */
export const readAgent = (agentId: string): Promise<Agent | undefined> =>
  orNothing(queryClient.fetchQuery(read('agentShow', { params: { agentId } })))

/** @returns what the change does to the agent's batches; null when its calls stay as they are */
export async function impactOn(
  agent: { id: string; name: string },
  before: Footing,
  after: Footing,
): Promise<Impact | null> {
  const outlook = outlookOf(before, after)
  return outlook.kind === 'same' ? null : { agentName: agent.name || agent.id, outlook, use: await readUse(agent.id) }
}
