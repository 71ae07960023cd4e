/**
 * Plays a call of a flow for which no call was written: its steps are followed, or the questions of its prompt asked, and the customer gives
 * answers that fit the kind of question.
 */
import type { FlowEdge, FlowRule } from '#contract/index.ts'
import { type Branch, classifyBranch, parseCondition } from '#flow-engine/conditions.ts'
import { actionOf, branchLabel } from '#flow-engine/graph.ts'
import { branchesAt, conditionAfter, promptQuestions, walkAlong, walkTo } from '#flow-engine/walk.ts'
import { pick, pickWeighted, type Random } from '../shared/random.ts'
import type { Conversation } from './conversation.ts'
import words from './words.json' with { type: 'json' }

/** A pattern, and for what it matches the texts of one or two kinds, each kind as `one|other`. */
const compile = (rows: readonly (readonly string[])[]) =>
  rows.map(([pattern = '', ...kinds]) => ({
    pattern: new RegExp(pattern, 'i'),
    kinds: kinds.map((texts) => texts.split('|')),
  }))
/** By question: what leads to a yes, and what to a no. The last one fits every question. */
const answers = compile(words.answers)
/** By the label of a branch that is neither a yes nor a no. */
const branchAnswers = compile(words.branches)

/** The customer's answers to a question that lead to a branch; `label` is '' if the question has no branches. */
function answersTo(question: string, side: Branch, label: string): readonly string[] {
  const own = branchAnswers.find(({ pattern }) => pattern.test(label))
  if (label !== '' && own !== undefined && (side === 'other' || classifyBranch(label) === 'other'))
    return own.kinds[0] ?? []
  const [yes = [], no = []] = answers.find(({ pattern }) => pattern.test(question))?.kinds ?? []
  return side === 'no' ? no : yes
}

/** What the customer says to trigger a rule with a condition in words. */
function statementFor(random: Random, when: string): string {
  const own = branchAnswers.find(({ pattern }) => pattern.test(when))
  if (own !== undefined) return pick(random, own.kinds[0] ?? [])
  const subject = when.replace(
    /^(if |when )?(the )?(caller|customer|person|they|he|she) (\w+ (about|for|that|to|with|a|the) )?/i,
    '',
  )
  return `${pick(random, words.subjectOpenings)} ${subject.replace(/[.?!]+$/, '')}.`
}

const branchWeights = { yes: 7, no: 2.2, other: 1.8 } as const

/** Chooses the edge that the call takes: a yes is likelier than a no. */
function chooseEdge(random: Random, edges: readonly FlowEdge[]): FlowEdge | undefined {
  if (edges.length < 2) return edges[0]
  const weights = edges.map((edge, i) => [String(i), branchWeights[classifyBranch(branchLabel(edge))]])
  return edges[Number(pickWeighted(random, Object.fromEntries(weights)))]
}

/** @param questions what the agent asks if the flow has neither steps nor questions in its prompt */
export function improvise(
  call: Conversation,
  {
    isOutsideHours,
    outOfHoursMessage,
    questions,
  }: {
    isOutsideHours: boolean
    outOfHoursMessage: string
    questions: readonly string[]
  },
): void {
  const { flow, random } = call
  let wasSilent = false
  /** How the agent takes up the last answer, before it goes on. */
  let reaction = ''

  function speak(text: string) {
    call.say('agent', `${reaction} ${text}`.trim())
    reaction = ''
  }

  function greet() {
    const greeting = call.greet()
    const fitting = /speaking (with|to)|is (this|that) \{/i.test(greeting)
      ? words.identityAnswers
      : /minute|moment|good time/i.test(greeting)
        ? words.minuteAnswers
        : words.greetingAnswers
    call.say('customer', call.pick(fitting))
  }

  function chooseNext(stepId: string): FlowEdge | undefined {
    const branches = branchesAt(call.walk.graph, stepId, call.situation())
    return branches.taken ?? chooseEdge(random, branches.open)
  }

  /** The kind of answer that leads to a branch. Of two branches, one that is no yes is a no, and the other way round. */
  function sideOf(edge: FlowEdge | undefined, stepId: string): { side: Branch; label: string } {
    const label = branchLabel(edge)
    if (label === '') return { side: call.chance(0.75) ? 'yes' : 'no', label }
    const side = classifyBranch(label)
    const branches = branchesAt(call.walk.graph, stepId, call.situation())
    const open = branches.taken === null ? branches.open : []
    const others = open.filter((other) => other !== edge)
    if (side !== 'other' || others.length !== 1) return { side, label }
    const other = classifyBranch(branchLabel(others[0]))
    return { side: other === 'yes' || (other === 'other' && open[0] !== edge) ? 'no' : 'yes', label }
  }

  /** Follows the steps from the one where the walk is. */
  function followSteps() {
    /** The edge that the previous answer already chose. */
    let chosenEdge: FlowEdge | undefined
    while (call.walk.step !== null && !call.isOver) {
      const { step, graph } = call.walk
      const edge: FlowEdge | undefined = chosenEdge ?? chooseNext(step.id)
      chosenEdge = undefined
      const action = actionOf(step)
      const text = call.perform(action)
      if (action.kind === 'ask') {
        const condition = conditionAfter(graph, edge)
        if (condition !== undefined) chosenEdge = chooseNext(condition.id)
        if (ask(text, sideOf(chosenEdge ?? edge, condition?.id ?? step.id))) return
      } else if (action.kind === 'transfer') {
        handOver(text)
        return
      } else if (action.kind === 'end') {
        finish(text)
        return
      } else if (action.kind !== 'pass') {
        speak(text || words.messageSent)
        if (call.chance(0.4)) call.say('customer', call.pick(words.remarks))
      }
      call.walk = walkAlong(call.walk, edge)
    }
  }

  /** Asks a question. Returns true if the call then ends, or leaves the question for a rule's step. */
  function ask(text: string, { side, label }: { side: Branch; label: string }): boolean {
    if (text === '') return false
    speak(text)
    if (call.isCustomerSilent || (!wasSilent && call.chance(0.04))) {
      wasSilent = true
      if (!call.fallSilent(text, () => followRuleFor('silence'))) return true
    } else if (call.chance(0.05)) {
      call.say('customer', call.pick(words.repeatRequests))
      call.say('agent', `${call.pick(words.repeatOpenings)} ${text}`)
    }
    for (const rule of flow.rules) {
      if (rule.when.trim() === '' || parseCondition(rule.when) !== null || !call.chance(0.06)) continue
      if (!call.follow(rule)) continue
      call.say('customer', statementFor(random, rule.when))
      return act(rule)
    }
    call.say('customer', call.pick(answersTo(text, side, label)), side === 'yes' && label !== '' ? 1 : 0)
    if (label !== '') call.aftermath = side === 'no' ? 'open' : 'agreed'
    if (call.chance(0.5)) reaction = call.pick(side === 'no' ? words.acknowledgements : words.thanks)
    return false
  }

  const followRuleFor = (condition: Parameters<Conversation['ruleFor']>[0]): boolean => {
    const rule = call.ruleFor(condition)
    return rule !== null && call.follow(rule.rule) && act(rule.rule)
  }

  /** Does what a rule says. Returns false if that is nothing. */
  function act(rule: FlowRule): boolean {
    const action = call.actionOf(rule)
    switch (action.kind) {
      case 'transfer':
        call.transfer(action.to)
        handOver('')
        return true
      case 'message':
        call.message = action.text || null
        call.say('agent', words.detailsSent)
        sayGoodbye('')
        return true
      case 'end':
        sayGoodbye(action.text)
        return true
      case 'go-to':
        call.walk = walkTo(call.walk, action.step.id)
        followSteps()
        if (!call.isOver) finish('')
        return true
      case 'nothing':
        return false
      default:
        return action satisfies never
    }
  }

  /** The colleague, who was chosen already, takes over and finishes the call. */
  function handOver(text: string) {
    speak(text || call.pick(words.transfers))
    call.say('customer', call.pick(words.transferAnswers))
    call.pause(4, 34)
    const [opening = '', ...rest] = pick(random, words.handovers)
    call.say('colleague', `${call.pick(words.colleagueGreetings)} ${opening}`)
    for (const [i, line] of rest.entries()) call.say(i % 2 === 0 ? 'customer' : 'colleague', line)
    call.say('colleague', call.pick(words.colleagueGoodbyes))
    call.say('customer', call.pick(words.customerGoodbyes), 1)
    call.isOver = true
  }

  function finish(text: string) {
    if (!call.isCustomerSilent && call.chance(0.5)) {
      speak(call.pick(words.anythingElse))
      call.say('customer', call.pick(words.nothingElse))
    }
    sayGoodbye(text)
  }

  function sayGoodbye(text: string) {
    speak(text || call.pick(words.goodbyes))
    call.say('customer', call.pick(words.customerGoodbyes), 1)
    call.isOver = true
  }

  greet()
  if (isOutsideHours) {
    call.say('agent', outOfHoursMessage || call.pick(words.closed))
    call.aftermath = 'open'
    if (!followRuleFor('outside_working_hours')) sayGoodbye('')
  } else if (call.walk.step === null) {
    const own = promptQuestions(flow.prompt)
    for (const question of own.length > 0 ? own : questions)
      if (ask(question, { side: call.chance(0.72) ? 'yes' : 'no', label: '' })) break
  } else followSteps()
  if (!call.isOver) finish('')
}
