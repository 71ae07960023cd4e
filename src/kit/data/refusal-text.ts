/** The text of a refusal: what happened, whether anything was sent, what to do, and a reference. */
import type { Refusal } from '#contract/index.ts'
import type { ErrorText } from '#ui/layout/error-state.tsx'
import { formatDuration } from '#ui/time/format-time.ts'

/** Matches a message that says that nothing was done: "Nothing more was sent", "so it was not revoked", "No call was placed". */
const nothingWasDonePattern =
  /\b(nothing|nobody|not|no \w+)\b[^.!?]*\b(sent|done|placed|changed|revoked|stored|saved)\b/i

const nothingSent = 'Nothing was sent.'
const tryAgainIn = (wait: string) => `Try again in ${wait}.`
const keepsTrying = 'Switchboard keeps trying. If this does not go away, tell an administrator.'
/** One answer may be odd. */
const notFoundJustNow = { message: 'Not found just now.', advice: 'Switchboard reads it again in a moment.' }
/** An ID says nothing to who reads the sentence, but an administrator may need it. */
const idPattern = /^(The [a-z ]+) (\S+) does not exist\.$/
const notFound = 'It may have been deleted, or the address may contain a typo.'

/** What to do after a failed read, by the refusal's code. The messages of other codes explain it themselves. */
const readAdvice: Record<string, string> = {
  gateway_down: keepsTrying,
  service_down: keepsTrying,
  not_found: notFound,
}
/** What to do after a failed command, by the refusal's code. Switchboard does not repeat it, so the person has to. */
const commandAdvice: Record<string, string> = {
  offline: 'Reconnect to the network. What you typed is still here.',
  not_found: notFound,
}

/**
 * @param refusal the refusal to explain
 * @param isCommand true for a command: then the text says whether anything was sent
 */
export function refusalText({ data }: Refusal, isCommand = false): ErrorText {
  if (data.isDoubtful && !isCommand) return notFoundJustNow
  const wait = data.retryAfter ? tryAgainIn(formatDuration(data.retryAfter)) : ''
  const message = `${data.message} ${data.details}`
  // The gateway's own messages say to a command what was missing.
  const isExplained = isCommand && data.by === 'gateway' && data.code === 'not_found'
  const advice = isExplained ? '' : ((isCommand ? commandAdvice : readAdvice)[data.code] ?? '')
  return {
    message: data.message.replace(idPattern, '$1 does not exist.'),
    details: data.details || (idPattern.test(data.message) ? data.message.replace(idPattern, 'ID: $2') : ''),
    // If it is unknown whether anything was sent, the message says so and what to do.
    sentNote: isCommand && data.sent === 'no' && !nothingWasDonePattern.test(message) ? nothingSent : '',
    advice: /\btry again\b/i.test(message) ? '' : wait || advice,
    reference: data.reference,
  }
}
