/**
 * Whether Switchboard can work with an answer, decided by the functions with which the gateway itself reads it. A service may differ from
 * the documents and still be usable, because Switchboard reads tolerantly (interface 8).
 */
import { readRefusal } from '#contract/index.ts'
import { parseAnswer, parseReadAnswer } from '#server/gateway/upstream/answers.ts'
import type { Difference } from '#server/gateway/upstream/compare-answer.ts'
import { type AddressedEndpoint, endpointOfRequest } from '#server/gateway/upstream/endpoint-of-request.ts'
import { isConfirmedFailure } from '#server/gateway/upstream/refusals.ts'
import type { Exchange } from '../run/client.ts'

/** `limited`: something is shown as unknown or missing, or a message is less exact. `fails`: a page or an action does not work. */
export type Use = 'works' | 'limited' | 'fails'

export interface Usability {
  use: Use
  /** What a person who uses Switchboard notices; '' for nothing. */
  consequence: string
}

const works: Usability = { use: 'works', consequence: '' }
const limited = (consequence: string): Usability => ({ use: 'limited', consequence })
const fails = (consequence: string): Usability => ({ use: 'fails', consequence })

const listFields = (findings: readonly Pick<Difference, 'kind' | 'field'>[]) => {
  const fields = [...new Set(findings.map(({ field }) => field).filter((field) => field !== ''))]
  return fields.length > 4 ? `${fields.slice(0, 4).join(', ')} and ${fields.length - 4} more` : fields.join(', ')
}

function readLikeTheGateway({ endpoint, params }: AddressedEndpoint, { text, request }: Exchange): Usability {
  if (endpoint.response === undefined) return works
  try {
    if (endpoint.effect === null) {
      parseReadAnswer(endpoint, text, params)
      return works
    }
    const answer = parseAnswer(endpoint, text)
    if (endpoint.effect.confirms(answer as never, { params, body: request.body })) return works
  } catch {
    if (endpoint.effect === null) return fails('Switchboard cannot read this answer and shows the last state it knows.')
  }
  return fails('Switchboard cannot tell whether this was done. A person has to find out and settle it.')
}

/** Judges an answer that should be a success. */
export function usabilityOfSuccess(
  exchange: Exchange,
  findings: readonly Pick<Difference, 'kind' | 'field'>[],
): Usability {
  const addressed = endpointOfRequest(exchange.request)
  if (addressed === undefined) return works
  if (exchange.status < 200 || exchange.status > 299)
    return fails(
      addressed.endpoint.effect === null
        ? 'Switchboard shows an error instead of the answer.'
        : consequenceOfFailure(addressed, exchange),
    )
  const usability = readLikeTheGateway(addressed, exchange)
  if (usability.use !== 'works') return usability
  const unusable = findings.filter(
    ({ kind, field }) => (kind === 'missing' || kind === 'wrong') && field !== 'content-type',
  )
  if (unusable.length === 0) return works
  const fields = listFields(unusable)
  return limited(
    fields === ''
      ? 'Switchboard reads the answer, but not all of it.'
      : `Switchboard works, but shows these as unknown or as the service sent them: ${fields}.`,
  )
}

const consequenceOfFailure = ({ endpoint }: AddressedEndpoint, { status, text }: Exchange): string => {
  const isRefused =
    (status >= 400 && status < 500 && ![408, 409].includes(status)) || isConfirmedFailure(endpoint, status, text)
  return isRefused
    ? 'Switchboard reports that the service refused this.'
    : 'Switchboard cannot tell whether this was done. A person has to find out and settle it.'
}

/** Judges an answer that should be a refusal with this status. */
export function usabilityOfRefusal(exchange: Exchange, expectedStatus: number): Usability {
  const { status, text } = exchange
  const addressed = endpointOfRequest(exchange.request)
  if (addressed === undefined) return works
  if (status === 0) return fails('Switchboard shows that the service is not responding.')
  const isCommand = addressed.endpoint.effect !== null
  if (status >= 200 && status <= 299) {
    if (isCommand) return limited('Switchboard takes this for done.')
    return readLikeTheGateway(addressed, exchange).use === 'works' && expectedStatus === 404
      ? fails('Switchboard shows a record that does not exist.')
      : limited('Switchboard never sends this request, but the service accepts it.')
  }
  if (status !== expectedStatus) {
    if (expectedStatus === 401 || expectedStatus === 403)
      return limited(
        'Switchboard does not notice that its key or workspace is refused, so administrators are not told.',
      )
    if (isCommand && !(status >= 400 && status < 500 && ![408, 409].includes(status)))
      return limited(consequenceOfFailure(addressed, exchange))
    if (expectedStatus === 404) return limited('Switchboard shows an error instead of saying that this does not exist.')
  }
  return readRefusal(status, text).message === readRefusal(status, '').message
    ? limited('Switchboard shows a general sentence instead of the reason of the service.')
    : works
}

const rank = { works: 0, limited: 1, fails: 2 } as const
/** The worst of several. */
export const worstUsability = (all: readonly Usability[]): Usability =>
  all.reduce((worst, one) => (rank[one.use] > rank[worst.use] ? one : worst), works)
