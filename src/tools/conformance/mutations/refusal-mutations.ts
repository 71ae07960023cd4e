/** Mutations of refusals and headers: of each refusal that a run meets, one part is changed at a time. */
import { type EndpointDefinition, headers, type ServiceEndpointName, serviceEndpoints } from '#contract/index.ts'
import { type Answer, isSuccess, type Mutation, type Passing, withBody } from './mutation.ts'

/** A refusal that the service gave in a run without a mutation. */
export interface MetRefusal {
  endpoint: ServiceEndpointName
  status: number
  code: string
}

interface ErrorBody {
  error?: { code?: string; message?: string } | string
}
const bodyOf = ({ text }: Answer): ErrorBody => {
  try {
    return JSON.parse(text) as ErrorBody
  } catch {
    return {}
  }
}
/** The code of a refusal, or the error text in the form of Send Call. */
export const codeOf = (answer: Answer): string => {
  const { error } = bodyOf(answer)
  return (typeof error === 'object' ? error.code : error) ?? ''
}

const otherStatuses: Record<number, number> = { 400: 422, 401: 400, 403: 404, 404: 410 }
const html = { 'content-type': 'text/html' }

const changes: [Mutation['kind'], string, (answer: Answer) => Answer][] = [
  ['status', 'another status', (answer) => ({ ...answer, status: otherStatuses[answer.status] ?? 418 })],
  ['status', 'accepted', (answer) => ({ ...withBody(answer, {}), status: 200 })],
  [
    'error code',
    'another code',
    (answer) => {
      const { error, ...rest } = bodyOf(answer)
      return withBody(answer, {
        ...rest,
        error: typeof error === 'object' ? { ...error, code: 'something_else' } : 'Something else',
      })
    },
  ],
  [
    'error form',
    'text instead of JSON',
    (answer) => ({ ...answer, text: 'Bad luck', headers: { ...answer.headers, ...html } }),
  ],
  ['error form', 'another form', (answer) => withBody(answer, { message: 'Bad luck' })],
  [
    'error form',
    'without the explanation',
    (answer) => {
      const { error } = bodyOf(answer)
      return withBody(answer, { error: typeof error === 'object' ? { code: error.code } : error })
    },
  ],
  ['header', 'content-type', (answer) => ({ ...answer, headers: { ...answer.headers, ...html } })],
]

/** @param met the refusals of a run without a mutation */
export const refusalMutations = (met: readonly MetRefusal[]): Mutation[] =>
  met.flatMap(({ endpoint, status, code }) =>
    changes.map(([kind, what, change]) => ({
      kind,
      endpoint,
      what: `${status} ${code}: ${what}`,
      async answer({ forward }: Passing) {
        const answer = await forward()
        return answer.status === status && codeOf(answer) === code ? change(answer) : answer
      },
    })),
  )

const names = Object.keys(serviceEndpoints) as ServiceEndpointName[]
const endpointOf = (name: ServiceEndpointName): EndpointDefinition => serviceEndpoints[name]

/** Mutations of the headers of successful answers. */
export const headerMutations: readonly Mutation[] = [
  ...names.map(
    (endpoint): Mutation => ({
      kind: 'header',
      endpoint,
      what: 'content-type of the answer',
      async answer({ forward }) {
        const answer = await forward()
        return isSuccess(answer) ? { ...answer, headers: { ...answer.headers, ...html } } : answer
      },
    }),
  ),
  {
    kind: 'header',
    endpoint: 'batchTemplate',
    what: 'content-disposition left out',
    async answer({ forward }) {
      const answer = await forward()
      const { 'content-disposition': _, ...rest } = answer.headers
      return { ...answer, headers: rest }
    },
  },
]

/**
 * Mutations of the rules of who may do what: the broken service puts right what it should refuse.
 *
 * @param access the key and the workspace that the service accepts
 */
export const accessMutations = (access: { apiKey: string; workspaceId: string }): Mutation[] =>
  names.flatMap((endpoint): Mutation[] => {
    const { workspace, body, upload, errorForm } = endpointOf(endpoint)
    const accepts = (
      what: string,
      isConcerned: (sent: Record<string, string>) => boolean,
      put: Record<string, string>,
    ) => ({
      kind: 'access rule' as const,
      endpoint,
      what,
      answer: ({ outgoing, forward }: Passing) =>
        isConcerned(outgoing.headers) ? forward({ headers: { ...outgoing.headers, ...put } }) : forward(),
    })
    const key = { [headers.apiKey]: access.apiKey }
    const ownWorkspace = { [headers.workspace]: access.workspaceId }
    const isJson = (sent: Record<string, string>) => sent['content-type']?.startsWith('application/json') === true
    return [
      accepts('accepts a request without a key', (sent) => sent[headers.apiKey] === undefined, key),
      accepts('accepts an unknown key', (sent) => ![undefined, access.apiKey].includes(sent[headers.apiKey]), key),
      ...(workspace
        ? [
            accepts('does not need the workspace', (sent) => sent[headers.workspace] === undefined, ownWorkspace),
            accepts(
              'accepts another workspace',
              (sent) => ![undefined, access.workspaceId].includes(sent[headers.workspace]),
              ownWorkspace,
            ),
          ]
        : []),
      ...(body !== undefined && errorForm === 'general'
        ? [accepts('accepts a body that is not JSON', (sent) => !isJson(sent), { 'content-type': 'application/json' })]
        : []),
      ...(upload === undefined
        ? []
        : [
            {
              kind: 'access rule' as const,
              endpoint,
              what: 'accepts an upload that is not multipart',
              answer: async ({ outgoing, forward }: Passing) => {
                const answer = await forward()
                return isJson(outgoing.headers) && answer.status === 400
                  ? { ...withBody(answer, {}), status: 200 }
                  : answer
              },
            },
          ]),
    ]
  })
