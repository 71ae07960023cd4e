/**
 * Asks the agent for a new draft once a rejection is done, with the reviewer's reason and note as feedback. The request is stored with the
 * decision, so that it survives a closed tab and the end of a gateway. It is a command of its own in the ledger, whose key is made from the
 * decision's: however often it is resumed, it is sent at most once.
 */
import { type Contract, type Operator, type ParsedBodyOf, Refusal } from '#contract/index.ts'
import type { Capabilities } from '../../cache/capabilities.ts'
import type { Core } from '../../cluster/core.ts'
import type { Ledger } from '../../ledger/ledger.ts'
import { notOffered } from '../../shared/refusals.ts'
import type { Store } from '../../store/store.ts'
import { type DecisionRow, decisionRows, findDecision } from './decision-store.ts'
import { feedbackMissing, notRedrafted, redraftInterrupted, redraftOfOtherAction } from './refusals.ts'
import type { SendDecisionDeps } from './send-decision.ts'

type DecisionRequest = ParsedBodyOf<Contract['decisionMake']>
type GenerateBody = ParsedBodyOf<Contract['messageGenerate']>

/** Connects redrafts to the commands of the service. */
export interface RedraftCommand {
  /** @throws Refusal if the recipient must not get messages */
  assertAllowed: (store: Store, body: GenerateBody, workspace: string) => Promise<void>
  /** Sends the command at most once for each key. @throws Refusal as `Ledger.perform` */
  perform: (body: GenerateBody, key: string, caller: { operator: Operator; workspace: string }) => Promise<unknown>
}

export type RedraftDeps = Pick<SendDecisionDeps, 'store' | 'writeQueue' | 'clock'> &
  Pick<Core, 'stopping' | 'log'> & {
    redraft: RedraftCommand
    capabilities: Pick<Capabilities, 'mayHave'>
    ledger: Pick<Ledger, 'hasEffect'>
  }

/** A request that was interrupted for longer than this is not resumed: its reviewer has gone on. */
const maxDelayMs = 60_000

/** Rejections that are done and whose new draft was not requested, or whose request has no stored outcome. */
const findUnfinishedRedrafts = (store: Store): Promise<DecisionRow[]> =>
  decisionRows(store)
    .where('d.redraft', 'is not', null)
    .where('d.redrafted', 'is', null)
    .where('h.state', '=', 'done')
    .execute()

/** Stores whether the agent wrote the new draft; if not, why. */
async function saveRedraft(
  store: Store,
  effectId: string,
  { isDrafted, refusal }: { isDrafted: boolean; refusal: Refusal | null },
): Promise<void> {
  await store
    .updateTable('decisions')
    .set({ redrafted: Number(isDrafted), refusal: refusal && JSON.stringify(refusal.data) })
    .where('effect_id', '=', effectId)
    .execute()
}

/** Whether a new draft is wanted and has not been requested yet. */
const isDue = ({ state, redraft, redrafted, sent }: DecisionRow): boolean =>
  redraft !== null && redrafted === null && sent !== 1 && /* guard: rejected-before-drafted-again */ state === 'done'

type Feedback = Pick<DecisionRequest, 'messageId' | 'redraft' | 'rejectReason' | 'rejectNote'>

/**
 * The service's request. The feedback is a variable, because a flow's prompt can use variables; the metadata only say where it came from.
 */
function bodyOf({ messageId, redraft, rejectReason, rejectNote }: Feedback): GenerateBody {
  const feedback = [rejectReason, rejectNote].filter(Boolean).join(': ')
  const { flowId, to } = redraft ?? { flowId: '', to: '' }
  return { flowId, to, autopilot: false, metadata: { rejectedMessageId: messageId }, dynamic: { feedback } }
}

const requestOf = (row: DecisionRow): Feedback => ({
  messageId: row.message_id,
  redraft: JSON.parse(row.redraft ?? 'null') as DecisionRequest['redraft'],
  rejectReason: row.reject_reason ?? undefined,
  rejectNote: row.reject_note ?? undefined,
})

export function createRedrafts(deps: RedraftDeps) {
  const { store, writeQueue, clock, redraft: command, capabilities, ledger, log, stopping } = deps
  const running = new Set<Promise<void>>()

  /**
   * Checks a decision that asks for a new draft, before anything is recorded or sent.
   *
   * @throws Refusal 400 `invalid_message` if it is no rejection or has no feedback, `not_offered` if the service cannot draft messages, and
   *   what `RedraftCommand.assertAllowed` refuses
   */
  async function check(request: DecisionRequest, workspace: string): Promise<void> {
    const { action, redraft, rejectReason, rejectNote } = request
    if (!redraft) return
    // guard: only-a-rejection-asks-for-a-new-draft
    if (action !== 'Reject') throw redraftOfOtherAction()
    // guard: new-draft-needs-feedback
    if (!rejectReason && !rejectNote) throw feedbackMissing()
    if (!capabilities.mayHave('conversations')) throw notOffered()
    await command.assertAllowed(store, bodyOf(request), workspace)
  }

  const save = (row: DecisionRow, isDrafted: boolean, cause: Refusal | null): Promise<void> =>
    writeQueue.write(() => saveRedraft(store, row.effect_id, { isDrafted, refusal: cause && notRedrafted(cause) }))

  async function perform(row: DecisionRow): Promise<void> {
    const operator: Operator = { id: row.operator_id, name: row.operator, roles: [] }
    const key = `${row.effect_id}/redraft`
    try {
      const isLate = clock.now() - row.changed_at > maxDelayMs
      if (isLate && !(await ledger.hasEffect(operator, key))) return await save(row, false, redraftInterrupted())
      await command.perform(bodyOf(requestOf(row)), key, { operator, workspace: row.workspace })
      await save(row, true, null)
    } catch (error) {
      // The next start resumes it.
      if (stopping.aborted && error instanceof Refusal && error.code === 'stopping') return
      if (!(error instanceof Refusal)) log.error({ error: String(error) }, 'asking for a new draft failed unexpectedly')
      await save(row, false, error instanceof Refusal ? error : redraftInterrupted())
    }
  }

  function start(row: DecisionRow): Promise<void> {
    const task = perform(row).finally(() => running.delete(task))
    running.add(task)
    return task
  }

  return {
    check,

    /** Asks for the new draft of a decision, if it wants one and its rejection is recorded as done. Call it when the decision has ended. */
    async follow(effectId: string): Promise<void> {
      let task: Promise<void> | undefined
      // On a full disk, the end of the decision is recorded later. This runs after that.
      await writeQueue.write(async () => {
        const row = await findDecision(store, effectId)
        if (row && isDue(row)) task ??= start(row)
      })
      await task
    },

    /** Resumes requests that were interrupted between the rejection and their answer. */
    async resume(): Promise<void> {
      for (const row of await findUnfinishedRedrafts(store)) if (isDue(row)) void start(row)
    },

    /** Waits for requests that are being sent. */
    async drain(): Promise<void> {
      await Promise.all(running)
    },
  }
}
