/** A refusal in the words that a person needs: what happened · was anything sent · what to do · a reference. */
import type { Refusal } from '#contract/index.ts'
import type { ErrorWords } from '#ui/layout/error-state.tsx'
import { span } from '#ui/time/format-time.ts'

/** A message that says itself that nothing came of it: "Nothing more was sent", "so it was not revoked", "No call was placed". */
const saysItself = /\b(nothing|nobody|not|no \w+)\b[^.!?]*\b(sent|done|placed|changed|revoked)\b/i

const asksItself = 'It is asked again by itself. If it stays so, tell an administrator.'
/** What to do after a reading, by the refusal's code. What is not here is explained by its own message. */
const adviceOnReading: Record<string, string> = {
  gateway_down: asksItself,
  service_down: asksItself,
  not_found: 'It may have been removed, or the address may be mistyped.',
}
/** And after a command, which nobody asks for again but the person. */
const adviceOnCommand: Record<string, string> = {
  offline: 'Connect to the network again; what you typed stays here.',
  not_found: adviceOnReading.not_found ?? '',
}

/**
 * @param refusal what was refused
 * @param command whether something was to be changed: then it says whether anything was sent
 */
export function refusalWords({ data }: Refusal, command = false): ErrorWords {
  const wait = data.retryAfter ? `Try again in ${span(data.retryAfter)}.` : ''
  const said = `${data.message} ${data.details}`
  const advice = command ? adviceOnCommand : adviceOnReading
  return {
    happened: data.message,
    details: data.details,
    // Where it is not certain that nothing was sent, the message says so, and what to do about it.
    sent: command && data.sent === 'no' && !saysItself.test(said) ? 'Nothing was sent.' : '',
    toDo: /\btry again\b/i.test(said) ? '' : wait || (advice[data.code] ?? ''),
    reference: data.reference,
  }
}
