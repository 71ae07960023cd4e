/**
 * The reads that each command invalidates, as the contract says. The build evaluates this module; apart from the freshness of reads,
 * since the first page needs that and no command.
 */
import { type CommandName, contract, type EndpointDefinition, type ReadName } from '#contract/index.ts'

const endpoints: [string, EndpointDefinition][] = Object.entries(contract)

export const invalidates = Object.fromEntries(
  endpoints.flatMap(([name, { invalidates }]) => (invalidates ? [[name, invalidates]] : [])),
) as Record<CommandName, readonly ReadName[]>
