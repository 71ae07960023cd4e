/** Launches: the only way to start a batch. Recorded, then sent to the service once (design: the gateway, Commands). */
import type { Operator } from '#contract/index.ts'
import { recipientsText } from '#recipients/fingerprint.ts'
import type { ReadFile } from '#recipients/read.ts'
import { writeRecipients } from '#recipients/write.ts'
import type { Ask } from './asking.ts'
import type { NewBatch } from './batch-rows.ts'
import type { Who } from './budget.ts'
import type { Clock } from './clock.ts'
import { sendCommand } from './commands.ts'
import { ago, unknownOutcome } from './effect-refusals.ts'
import type { Outcome } from './intentions.ts'
import { checkedCallback, checkedFile, refusePast } from './launch-checks.ts'
import type { Ledger } from './ledger.ts'
import type { Log } from './log.ts'
import { multipart } from './multipart.ts'
import { refusal } from './refusals.ts'
import type { Registry } from './registry.ts'
import { type RestRow, type Rests, restFields } from './rests.ts'

export interface LaunchFields {
  agentId: string
  name: string
  scheduledAt?: string
  smartCallbackConfig?: string
  again?: 'yes'
  /** Only the first ten are called; the others wait for a word. */
  first?: '10'
}

/** Calls after which somebody is asked. */
const firstOnes = 10

interface Asked {
  key: string | undefined
  operator: Operator
  who: Who
  workspace: string | null
}
interface Launch extends Asked {
  fields: LaunchFields
  file: Uint8Array
}

const peopleIn = ({ recipients }: ReadFile): string =>
  recipientsText(recipients.map(({ phone_number }) => phone_number))
const targetOf = (agentId: string, people: string): string => `launch/${agentId}/${people}`
const printed = 8

interface Started {
  batchId: string
  totalCalls: number
  effectId: string
}

/** A second start of the same recipients within this time needs a person's word, ms. */
const soonAgain = 24 * 3_600_000

export class Launches {
  readonly #ledger: Ledger
  readonly #registry: Registry
  readonly #ask: Ask
  readonly #clock: Clock
  readonly #log: Log
  readonly #rests: Rests
  /** Reads a batch's progress again, so that one that ended does not block its recipients. */
  readonly #look: (batchId: string) => Promise<unknown>

  constructor(parts: {
    ledger: Ledger
    registry: Registry
    ask: Ask
    clock: Clock
    log: Log
    rests: Rests
    look: (batchId: string) => Promise<unknown>
  }) {
    this.#ledger = parts.ledger
    this.#registry = parts.registry
    this.#ask = parts.ask
    this.#clock = parts.clock
    this.#log = parts.log
    this.#rests = parts.rests
    this.#look = parts.look
  }

  /**
   * Starts a batch.
   *
   * @returns the batch's id and the ledger's effect
   * @throws Refusal 400 when a row cannot be called or the start time has passed, 409 `already_under_way` while a start of the same recipients is live, 409
   *   `started_before` when there was one within 24 h and the operator has not said `again` (`fields.batchId` names that batch),
   *   and everything that `Ledger.perform` refuses
   */
  async start(launch: Launch): Promise<Started> {
    const { fields, file, key, operator } = launch
    checkedCallback(fields.smartCallbackConfig)
    const checked = checkedFile(file)
    const { names, recipients } = checked
    const people = peopleIn(checked)
    const target = targetOf(fields.agentId, people)
    const hashed = this.#ledger.hash(target)
    await this.#ledger.unlessRepeated(operator, key, async () => {
      refusePast(fields.scheduledAt, this.#clock.now())
      await this.#refuseBesideRest(hashed)
      await this.#warn(hashed, recipients.length, fields.again === 'yes')
    })
    const print = this.#fingerprint(people)
    const asks = fields.first === '10' && recipients.length > firstOnes
    const written = (some: typeof recipients) => writeRecipients({ names, recipients: some })
    const sent = asks ? Buffer.from(written(recipients.slice(0, firstOnes))) : file
    const others = recipients.slice(firstOnes)
    const answer = await this.#ledger.perform({
      endpoint: 'batchStart',
      ids: {
        agentId: fields.agentId,
        recipients: print,
        ...(fields.scheduledAt && { scheduledAt: fields.scheduledAt }),
      },
      target,
      key,
      body: Buffer.concat([Buffer.from(JSON.stringify({ ...fields, again: undefined })), file]),
      operator,
      also: asks
        ? this.#rests.keep({
            target: hashed,
            fields: restFields({ ...fields, again: undefined, first: undefined, print }, others),
            file: written(others),
            calls: others.length,
            operator: operator.name,
          })
        : undefined,
      send: (effectId) => this.#send({ ...launch, file: sent }, effectId),
      ended: async (effectId, state) => {
        if (asks && state === 'refused') await this.#rests.first(effectId, null)
      },
    })
    return answer as Started
  }

  /**
   * Starts who waited after the first ten.
   *
   * @param effectId the start of the first ten
   * @returns the batch's id and the ledger's effect
   * @throws Refusal 404 when nobody waits any more, 409 when somebody else has just decided, and everything that `Ledger.perform`
   *   refuses; what was refused waits on
   */
  async startRest(effectId: string, asked: Asked): Promise<Started> {
    const { key, operator } = asked
    let rest: RestRow
    try {
      rest = await this.#rests.find(effectId)
    } catch (error) {
      // Once they are started nobody waits any more; the same click again is told of the batch all the same.
      const before = await this.#ledger.answered(operator, key)
      if (!before) throw error
      return before.answer as Started
    }
    const { fields: text, file: csv } = rest
    const { print, ...fields } = JSON.parse(text) as LaunchFields & { print: string }
    const file = Buffer.from(csv)
    const people = peopleIn(checkedFile(file))
    const launch = { ...asked, file, fields: { ...fields, name: `${fields.name}, the others` } }
    const answer = await this.#ledger.perform({
      endpoint: 'batchStart',
      ids: { agentId: fields.agentId, recipients: print },
      target: targetOf(fields.agentId, people),
      key,
      body: effectId,
      operator,
      also: this.#rests.take(effectId),
      send: (startId) => this.#send(launch, startId),
      ended: (_, state) => this.#rests.second(effectId, state),
    })
    return answer as Started
  }

  /**
   * How the history would name the recipients of a clean file, before anything is started.
   *
   * @throws Refusal 400 when the file cannot be started
   */
  nameOf(file: Uint8Array): string {
    return this.#fingerprint(peopleIn(checkedFile(file)))
  }

  /** Tells these people from others at a glance: whoever the agent, in whatever order, and nobody can be read from it. */
  #fingerprint(people: string): string {
    return this.#ledger.hash(people).slice(0, printed)
  }

  /** Some of these people wait already: starting all of them too would call them twice. */
  async #refuseBesideRest(target: string): Promise<void> {
    await this.#rests.sweep()
    const rest = await this.#rests.of(target)
    if (!rest) return
    throw refusal({
      status: 409,
      code: 'already_under_way',
      effectId: rest.effect_id,
      message: `${rest.operator} started the first ${firstOnes} of these ${ago(this.#clock.now() - rest.at)}, and the other ${rest.calls} wait for a decision. Nothing more was sent. Decide about them first.`,
      ...(rest.batch_id && { fields: { batchId: rest.batch_id } }),
    })
  }

  async #send({ fields, file, operator, who, workspace }: Launch, effectId: string): Promise<Outcome> {
    const { agentId, scheduledAt, smartCallbackConfig } = fields
    const command = {
      name: 'batchStart',
      params: {},
      multipart: multipart({ agentId, scheduledAt, smartCallbackConfig }, file),
      workspace,
    } as const
    const outcome = await sendCommand(this.#ask, command, who, this.#clock.now)
    if (outcome.state !== 'done') return outcome.state === 'unknown' ? startUnknown(outcome) : outcome
    const { batchId, totalCalls } = outcome.answer as Started
    // A success that names no batch: it may ring anywhere, and cannot be found again.
    if (batchId === '') return startUnknown(outcome)
    const startedAt = this.#clock.now()
    await this.#follow({ batchId, name: fields.name, agentId, startedBy: operator.name, startedAt, effectId })
    if (fields.first) await this.#rests.first(effectId, { batchId })
    return { state: 'done', answer: { batchId, totalCalls, effectId }, batchId }
  }

  /** The batch has started, whether or not it can be put into the list. */
  async #follow(batch: NewBatch): Promise<void> {
    await this.#registry.follow(batch).catch((error: unknown) => {
      this.#log.error(
        { batchId: batch.batchId, error: String(error) },
        'a started batch could not be put into the list',
      )
    })
  }

  async #warn(target: string, count: number, again: boolean): Promise<void> {
    const holder = await this.#ledger.holder(target)
    if (holder?.batchId) await this.#look(holder.batchId).catch(() => {})
    const before = await this.#ledger.latestOn(target, this.#clock.now() - soonAgain)
    if (!before || again || (await this.#ledger.holder(target))) return
    const batchId = await this.#registry.batchOf(before.id)
    throw refusal({
      status: 409,
      code: 'started_before',
      effectId: before.id,
      message: `${before.operator} started the same ${count} recipients ${ago(this.#clock.now() - before.at)}${
        batchId ? ` (${batchId})` : ''
      }. Nothing was sent.`,
      ...(batchId && { fields: { batchId } }),
    })
  }
}

const startUnknown = (outcome: Outcome): Outcome => ({
  state: 'unknown',
  refusal: unknownOutcome({
    details: outcome.state === 'done' ? '' : outcome.refusal.data.details,
    message:
      'The service did not answer when we started this batch. Some calls may already be under way. Do not start it again.',
  }),
})
