/** A mutation breaks one thing that a service documents. A conformance run against the broken service has to find it. */
import type { ServiceEndpointName } from '#contract/index.ts'
import type { AddressedEndpoint } from '#server/gateway/upstream/endpoint-of-request.ts'
import type { Transport } from '../run/client.ts'

/** What a mutation breaks; the table of results has a row for each. */
export const mutationKinds = [
  'field left out',
  'field of another type',
  'field with another value',
  'status',
  'error code',
  'error form',
  'header',
  'access rule',
  'rule',
] as const
export type MutationKind = (typeof mutationKinds)[number]

export type Outgoing = Parameters<Transport>[0]
export type Answer = Awaited<ReturnType<Transport>>

/** A request that passes the broken service. */
export interface Passing {
  outgoing: Outgoing
  addressed: AddressedEndpoint
  /** Sends it to the real service. May be called several times, with other requests. */
  forward: (changes?: Partial<Outgoing>) => Promise<Answer>
}

export interface Mutation {
  kind: MutationKind
  endpoint: ServiceEndpointName
  /** Such as `agents[].voice.provider`, or what the rule was. */
  what: string
  /**
   * Answers a request to the endpoint.
   *
   * @returns the answer; unchanged if the mutation does not concern this request
   */
  answer: (passing: Passing) => Promise<Answer>
}

export const isSuccess = ({ status }: Answer) => status >= 200 && status < 300
/** The answer with another JSON body. */
export const withBody = (answer: Answer, body: unknown): Answer => ({ ...answer, text: JSON.stringify(body) })
/** Changes the JSON of a successful answer. */
export const changeSuccess =
  (change: (body: Record<string, unknown>, passing: Passing) => unknown) =>
  async (passing: Passing): Promise<Answer> => {
    const answer = await passing.forward()
    return isSuccess(answer) ? withBody(answer, change(JSON.parse(answer.text), passing)) : answer
  }
