/** A small sample of the mutation run: one break of each kind. `npm run conformance:mutations` runs all of them. */
import { expect, it, onTestFinished } from 'vitest'
import { startEmbeddedService } from '../embedded.ts'
import type { RunSettings } from '../perform.ts'
import { listMutations } from './list-mutations.ts'
import type { Mutation } from './mutation.ts'
import { runBaseline, runMutation } from './run-mutations.ts'
import { reasonToSurvive } from './survivors.ts'

const sample: [Mutation['endpoint'], Mutation['kind'], string][] = [
  ['agentShow', 'field left out', 'voice.voiceId'],
  ['batchProgress', 'field of another type', 'waiting'],
  ['flowList', 'field with another value', 'flows[].prompt'],
  ['agentShow', 'status', '404 not_found: another status'],
  ['flowShow', 'error code', '401 unauthorized: another code'],
  ['batchShow', 'error form', '404 not_found: without the explanation'],
  ['batchTemplate', 'header', 'content-disposition left out'],
  ['agentList', 'access rule', 'accepts an unknown key'],
  ['batchCallList', 'rule', 'ignores status'],
]

it('finds one break of each kind', async () => {
  const service = await startEmbeddedService()
  onTestFinished(() => service.close())
  const options = { ...(await service.wholeRunWithIds()), hasEffects: false, makesPermanent: false }
  const baseline = await runBaseline(service, options)
  const mutations = listMutations(baseline, service)
  const results = []
  for (const [endpoint, kind, what] of sample) {
    const mutation = mutations.find((one) => one.endpoint === endpoint && one.kind === kind && one.what === what)
    results.push([endpoint, kind, what, mutation && (await runMutation(service, options, baseline, mutation))])
  }
  expect(results).toEqual(sample.map((one) => [...one, 'found']))
})

const onlyAgentList: RunSettings['isIncluded'] = ({ endpoint }) => endpoint === 'agentList'

it('does not start from a run that already finds something without a mutation', async () => {
  const service = await startEmbeddedService()
  onTestFinished(() => service.close())
  const options = { ...service.options(), foreignWorkspace: service.workspaceId }
  const isIncluded: RunSettings['isIncluded'] = ({ name }) => name === 'refuses another workspace'
  await expect(runBaseline(service, options, isIncluded)).rejects.toThrow(
    /finds without a mutation: .*refuses another workspace/,
  )
})

it('does not count an error of the mutation itself as found', async () => {
  const service = await startEmbeddedService()
  onTestFinished(() => service.close())
  const options = service.options()
  const baseline = await runBaseline(service, options, onlyAgentList)
  const mutation: Mutation = {
    kind: 'rule',
    endpoint: 'agentList',
    what: 'has a mistake',
    // The run starts with one request with limit=1.
    answer: ({ outgoing, forward }) =>
      outgoing.path.endsWith('limit=1') ? forward() : Promise.reject(new TypeError('body is undefined')),
  }
  await expect(runMutation(service, options, baseline, mutation)).rejects.toThrow(
    'The mutation agentList rule has a mistake failed: body is undefined',
  )
})

it('gives a reason for each break that cannot be found, and for no other', () => {
  const mutation = { kind: 'field with another value', answer: () => Promise.reject(new Error()) } as const
  expect(reasonToSurvive({ ...mutation, endpoint: 'batchCancel', what: 'message' })).toContain('sentence for people')
  expect(reasonToSurvive({ ...mutation, endpoint: 'messageAction', what: 'message.message' })).toBeUndefined()
})
