/** What the first read of the service found, for the person at the terminal. Pure. */
import type { RefusalData } from '#contract/index.ts'

/** The first words of each of these sentences, by which programs recognize that Switchboard runs. */
export const startedPattern = /^(?:Connected to|Not connected to) the /m

/**
 * A sentence about the first read.
 *
 * @param service which service it is, with its address
 * @param refusal why there was no usable answer; null: there was one
 */
export function describeFirstRead(service: string, refusal: Pick<RefusalData, 'code' | 'message'> | null): string {
  if (refusal === null) return `Connected to the ${service}`
  const setting =
    refusal.code === 'service_refused_key'
      ? 'Check SERVICE_API_KEY and SERVICE_WORKSPACE_ID.'
      : refusal.code === 'over_budget'
        ? ''
        : 'Check SERVICE_URL, and whether the service runs there.'
  return [`Not connected to the ${service}:`, refusal.message, setting, 'Switchboard runs, and tries again by itself.']
    .filter(Boolean)
    .join(' ')
}
