/** Creates the records of a file one after the other, each with a key of its own. Stops at the first that is not created. */
import { useRef, useState } from 'react'
import { newIdempotencyKey, useCommand } from '#api/commands.ts'
import { bodyToCreate, type PlannedRecord } from '#components/records/files/record-file.ts'
import { Refusal } from '#contract/index.ts'
import { createCommandRunner } from '#kit/actions/command-runner.ts'
import { refusalText } from '#kit/data/refusal-text.ts'
import type { ErrorText } from '#ui/layout/error-state.tsx'

export type RecordState =
  | { kind: 'waiting' | 'creating' | 'skipped' }
  | { kind: 'created'; id: string }
  /** `isKnown` false: the service did not confirm whether it was created. */
  | { kind: 'failed'; text: ErrorText; isKnown: boolean }
export type RunStates = Readonly<Record<string, RecordState>>

/** The records that still have to be created, in their order. */
export const remaining = (records: readonly PlannedRecord[], states: RunStates): PlannedRecord[] =>
  records.filter(({ key }) => {
    const kind = states[key]?.kind ?? 'waiting'
    return kind !== 'created' && kind !== 'skipped'
  })

const createdIds = (states: RunStates): Map<string, string> =>
  new Map(Object.entries(states).flatMap(([key, state]) => (state.kind === 'created' ? [[key, state.id]] : [])))

function useCreateCommands() {
  const agent = useCommand('agentCreate')
  const flow = useCommand('flowCreate')
  const messagingAgent = useCommand('messagingAgentCreate')
  const messageFlow = useCommand('messageFlowCreate')
  /** The plan was validated against the schema of each body. */
  return {
    agents: async (body: object, key: string) => (await agent.run({ body: body as never, key })).id,
    flows: async (body: object, key: string) => (await flow.run({ body: body as never, key })).id,
    messagingAgents: async (body: object, key: string) => (await messagingAgent.run({ body: body as never, key }))._id,
    messageFlows: async (body: object, key: string) => (await messageFlow.run({ body: body as never, key }))._id,
  }
}

/** @returns the state of each record, and functions that create, skip and start over */
export function useImportRun() {
  const [states, setStates] = useState<RunStates>({})
  const [isRunning, setIsRunning] = useState(false)
  // One for each record: a retry after a lost answer has the same key, so it creates nothing twice.
  const runners = useRef(new Map<string, ReturnType<typeof createCommandRunner>>())
  const create = useCreateCommands()

  const run = async (records: readonly PlannedRecord[]) => {
    if (isRunning) return
    setIsRunning(true)
    let current = states
    const set = (key: string, state: RecordState) => {
      current = { ...current, [key]: state }
      setStates(current)
    }
    for (const record of remaining(records, states)) {
      const runner = runners.current.get(record.key) ?? createCommandRunner(newIdempotencyKey)
      runners.current.set(record.key, runner)
      set(record.key, { kind: 'creating' })
      const body = bodyToCreate(record, createdIds(current))
      try {
        const id = await runner.runOnce((key) => create[record.kind](body, key), body)
        set(record.key, { kind: 'created', id: id ?? '' })
      } catch (error) {
        if (!(error instanceof Refusal)) throw error
        set(record.key, { kind: 'failed', text: refusalText(error, true), isKnown: error.data.sent === 'no' })
        break
      }
    }
    setIsRunning(false)
  }

  return {
    states,
    isRunning,
    run,
    skip: (key: string) => setStates((before) => ({ ...before, [key]: { kind: 'skipped' } })),
    reset: () => {
      runners.current.clear()
      setStates({})
    },
  }
}
