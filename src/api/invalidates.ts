/**
 * The reads that each command invalidates, according to the contract. The build replaces this module by its values. It is separate from
 * `freshness.ts`, because the first page needs no commands.
 */
import { type CommandName, contract, type EndpointDefinition, type ReadName } from '#contract/index.ts'

const endpoints: [string, EndpointDefinition][] = Object.entries(contract)

export const invalidates = Object.fromEntries(
  endpoints.flatMap(([name, { invalidates }]) => (invalidates ? [[name, invalidates]] : [])),
) as Record<CommandName, readonly ReadName[]>
