/** A refusal in the words that a person needs: what happened · was anything sent · what to do · a reference. */
import type { Refusal, Sent } from '#contract/index.ts'
import type { ErrorWords } from '#ui/error-state.tsx'
import { span } from '#ui/format.ts'

const sentWords: Record<Sent, string> = {
  no: 'Nothing was sent.',
  unknown: 'It is not known whether it was sent: do not send it again before somebody looked.',
  yes: 'It was sent.',
}

/** What to do, by the refusal's code. What is not here is explained by its own message. */
const advice: Record<string, string> = {
  offline: 'Connect to the network again; what you typed stays here.',
  gateway_down: 'It is asked again by itself. If it stays so, tell an administrator.',
  service_down: 'It is asked again by itself. If it stays so, tell an administrator.',
  service_refused_key: "An administrator has to correct Switchboard's API key.",
  not_found: 'It may have been removed, or the address may be mistyped.',
  forbidden: 'Ask an administrator.',
  unauthorized: 'Sign in again.',
}

/**
 * @param refusal what was refused
 * @param command whether something was to be changed: then it says whether anything was sent
 */
export function refusalWords({ data }: Refusal, command = false): ErrorWords {
  const wait = data.retryAfter ? `Try again in ${span(data.retryAfter)}.` : ''
  const said = `${data.message} ${data.details}`.toLowerCase()
  const sent = command ? sentWords[data.sent] : ''
  return {
    happened: data.message,
    details: data.details,
    // The message may say it already, in better words.
    sent: /nothing (was|has been) sent|not sent/.test(said) ? '' : sent,
    toDo: wait || (advice[data.code] ?? ''),
    reference: data.reference,
  }
}
