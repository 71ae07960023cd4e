/** How fresh each read has to be, according to the contract. The build keeps only the fields that are read here (vite.config.ts). */
import { contract, type EndpointDefinition, type Freshness, type ReadName } from '#contract/index.ts'

type ShownFreshness = Pick<Freshness, 'staleMs' | 'pollMs' | 'attention'>

const endpoints: [string, EndpointDefinition][] = Object.entries(contract)

export const freshness = Object.fromEntries(
  endpoints.flatMap(([name, { freshness }]) => {
    if (!freshness) return []
    const { staleMs, pollMs, attention } = freshness
    return [[name, { staleMs, pollMs, attention }]]
  }),
) as Record<ReadName, ShownFreshness>
