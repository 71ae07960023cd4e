/**
 * Simulates the conversation of a call: follows the flow's graph and rules or, for a flow with only a prompt, typical questions
 * for its purpose. Pure: the same random numbers give the same conversation.
 * Longer than 500 lines, because all parts share the state of one conversation.
 */
import type { FlowEdge, FlowRule } from '#contract/index.ts'
import { type Branch, type Condition, classifyBranch, parseCondition, type Situation } from '#flow-engine/conditions.ts'
import { actionOf, branchLabel, edgesFrom, stepOf, stepText } from '#flow-engine/graph.ts'
import type { CallSettings } from '#flow-engine/settings.ts'
import { fillVariables } from '#flow-engine/variables.ts'
import {
  branchesAt,
  conditionAfter,
  greetingOf,
  promptQuestions,
  ruleAction,
  ruleFor,
  startWalk,
  type Walk,
  walkAlong,
  walkTo,
} from '#flow-engine/walk.ts'
import { integerBetween, pick, type Random } from '../shared/random.ts'
import { answersOf, chooseEdge, questionOf, statementFor } from './customer-answers.ts'
import { isMan } from './given-names.ts'
import * as lines from './lines/callers.ts'
import { type Complaint, complaintsAbout, consolations } from './lines/complaints.ts'
import { generalQuestions } from './lines/general.ts'
import * as handoverLines from './lines/handovers.ts'
import type { Question } from './lines/question.ts'
import { matterOf } from './matter.ts'
import { type Purpose, phrases, purposes } from './phrases.ts'
import {
  arrangeCallBack,
  asksForIdentity,
  type Caller,
  capitalize,
  chooseCaller,
  companyOf,
  identityQuestion,
  isStranger,
  promiseCallBack,
  receive,
  type Stranger,
  turnAway,
} from './reception.ts'
import { detailsOf } from './talk/details.ts'
import { agree } from './talk/established.ts'
import { chooseSpareSeconds, ExchangePlayer } from './talk/play-exchanges.ts'
import { angryMood, type CallFlow, Talk, type Turn } from './talk/talk.ts'

/** What the text message after a call is about; null: none is sent. */
export type Aftermath = 'agreed' | 'open' | 'call-back' | 'colleague' | 'complaint' | 'cut-off' | null

export interface Dialogue {
  turns: Turn[]
  /** The colleague who took over from the agent, if any. */
  colleague: { name: string; department: string } | null
  /** The text message that the flow sends, with its variables not yet filled; null if it sends none. */
  message: string | null
  /** What a message of the agent's own is about. */
  aftermath: Aftermath
  /** The values of variables that such a message may use. */
  variables: Record<string, string>
  /** Seconds of silence that ended the call; null if it ended otherwise. */
  finalSilenceSeconds: number | null
}

/** The input of a conversation besides its flow. */
interface DialogueInput {
  purpose: Purpose
  /** Values of `{name}` variables. A handover adds the colleague's name and department. */
  variables: Record<string, string>
  settings: Pick<CallSettings, 'silenceSeconds' | 'isRecorded' | 'outOfHoursMessage'>
  /** Whether the call is outside the flow's working hours. */
  isOutsideHours: boolean
  /** Where the customer lives, ISO 3166. */
  country: string
  /** When the agent may offer to call back, the sooner moment first. */
  callBackTimes: readonly [string, string]
  /** Whether the call has to reach the customer and come to a result. */
  mustSucceed: boolean
}

/** Guesses the purpose of a call from words in the flow's and agent's names and prompts. */
export function purposeOf(flow: { name: string; description?: string; prompt: string }, agentName: string): Purpose {
  for (const text of [flow.name, agentName, flow.description ?? '', flow.prompt]) {
    const matching = purposes.find((purpose) => purpose !== 'general' && phrases[purpose].pattern.test(text))
    if (matching !== undefined) return matching
  }
  return 'general'
}

/** The question itself, without what is said before it. */
const questionIn = (text: string): string => text.split(/(?<=[.!?]) /).findLast((one) => one.endsWith('?')) ?? text

/** People who have time for more than the flow asks. */
const talkative = new Set<Caller>(['usual', 'chatty', 'suspicious', 'hard-of-hearing', 'interrupted'])

/** Simulates one conversation. The same random numbers give the same conversation. */
export function simulateDialogue(random: Random, flow: CallFlow, input: DialogueInput): Dialogue {
  const { purpose, settings, isOutsideHours, country } = input
  const [callBack, secondCallBack] = input.callBackTimes
  const {
    first_name: firstName = '',
    last_name: lastName = '',
    email = '',
    phone_number: number = '',
  } = input.variables
  const variables: Record<string, string> = {
    ...detailsOf({ number, country, firstName, lastName, email }),
    ...input.variables,
    company: companyOf(flow),
    callback: callBack,
    callback_first: capitalize(callBack),
    second_callback: secondCallBack,
    second_callback_first: capitalize(secondCallBack),
  }
  const talk = new Talk(random, variables)
  const caller: Caller = isOutsideHours ? 'usual' : chooseCaller(random, firstName, number, input.mustSucceed)
  variables.parent = isMan(firstName) ? 'Dad' : country === 'US' ? 'Mom' : 'Mum'
  /** Somebody without time is asked only what the flow asks. */
  const isBrief = caller === 'hurried'
  const purposePhrases = phrases[purpose]
  const hasTime = talkative.has(caller) && !isOutsideHours && !input.mustSucceed
  const exchanges = new ExchangePlayer(talk, hasTime ? chooseSpareSeconds(random) : 0)
  const isRenewal = purpose === 'renewal'
  const hangUpLines = isRenewal ? [...lines.hangUpLines, ...lines.refusals] : lines.hangUpLines
  let walk: Walk = startWalk(flow)
  /** Rules are followed at most once. */
  const followedRules = new Set<FlowRule>()
  let colleague: Dialogue['colleague'] = null
  let message: string | null = null
  let aftermath: Aftermath = 'agreed'
  let finalSilenceSeconds: number | null = null
  /** What the caller does at a question, once. */
  let pendingEvent: Caller | null = caller
  let questionCount = 0
  /** Whether the agent has said what the call is about. */
  let isMatterNamed = false
  /** What an angry customer complained of; null if nobody did. */
  let complaint: Complaint | null = null
  /** What the flow said before its question; '' if that was long ago. */
  let statement = ''
  /** The customer was silent once, and came back. */
  let wasSilent = false

  const say = talk.say.bind(talk)

  /** Asks whether the customer has time, unless the flow asks by itself or something else is asked first. */
  function askForTime() {
    if (/minute|moment|time|\?$/.test(greetingOf(flow).text) || /about|\?$/.test(talk.turns.at(-1)?.text ?? '')) return
    say('agent', talk.pick(lines.timeQuestions))
    say('customer', talk.pick(lines.timeAnswers))
  }

  /** Outside working hours: says so, then follows the flow's rule for it or ends the call. */
  function sayClosed() {
    say('agent', settings.outOfHoursMessage || talk.pick(lines.closedLines))
    aftermath = 'open'
    if (!followRuleFor('outside_working_hours')) sayGoodbye('')
  }

  /** Without a graph: asks the questions in the prompt or, if there are none, typical ones for the purpose. */
  function askScriptedQuestions() {
    const own = promptQuestions(flow.prompt).map((ask) => ({ ask, yes: '', no: '', endsAtNo: false }))
    for (const { ask, yes, no, endsAtNo } of own.length > 0 ? own : purposePhrases.scriptedQuestions) {
      const isYes = talk.chance(0.72)
      if (askQuestion(ask, { side: isYes ? 'yes' : 'no', label: '', decides: endsAtNo }) || talk.isOver) return
      const reaction = isYes ? yes : no
      if (reaction !== '') {
        talk.nextTurnPrefix = ''
        say('agent', reaction)
      }
      if (!isYes && endsAtNo) return
    }
  }

  /** Follows the steps from the one where the walk is. */
  function followSteps() {
    /** The edge that the previous answer already chose. */
    let chosenEdge: FlowEdge | undefined
    while (walk.step !== null && !talk.isOver) {
      const edge: FlowEdge | undefined = chosenEdge ?? chooseNextEdge(walk.step.id)
      chosenEdge = undefined
      const action = actionOf(walk.step)
      switch (action.kind) {
        case 'pass':
          break
        case 'say':
          say('agent', action.text)
          statement = action.text
          isMatterNamed = true
          if (exchanges.playSeveral({ place: 'statement', to: action.text })) break
          if (pendingEvent === 'hangs-up' && questionCount === 0 && talk.chance(0.4)) {
            hangUp('')
            return
          }
          remark(edge)
          break
        case 'ask': {
          const condition = conditionAfter(walk.graph, edge)
          // Nobody can be asked for a name that is not known.
          const isForName = identityQuestion.test(action.text)
          const question = isForName && !talk.hasName ? 'Am I speaking with the account holder?' : action.text
          const branchesFrom = condition?.id ?? walk.step.id
          if (isForName) {
            if (isStranger(caller)) {
              say('agent', question)
              turnAway(talk, caller, wrongPersonText(branchesFrom))
              aftermath = null
              return
            }
            chosenEdge = identityEdge(branchesFrom)
          } else if (condition !== undefined) chosenEdge = chooseNextEdge(condition.id, question)
          const branch = chosenEdge ?? edge
          if (askQuestion(question, sideOf(branch, branchesFrom))) return
          break
        }
        case 'transfer':
          handOver(action.to, action.text, 'step')
          return
        case 'message':
          message = action.text || null
          say('agent', action.spoken || "I'll send you that as a text message in a moment.")
          remark(edge)
          break
        case 'end':
          finish(action.text)
          return
        default:
          action satisfies never
      }
      walk = walkAlong(walk, edge)
    }
  }

  /** Customers show that they listen, unless a question follows. */
  function remark(edge: FlowEdge | undefined) {
    const next = stepOf(walk.graph, edge?.target)
    if (next?.type === 'ask' || talk.isCustomerSilent || isBrief || !talk.chance(0.4)) return
    if (talk.turns.at(-1)?.role !== 'agent') return
    say(
      'customer',
      talk.pick(
        aftermath === 'agreed' && talk.mood > 0 && purpose !== 'payment' ? lines.gladRemarks : lines.plainRemarks,
      ),
    )
  }

  /** The branch of the right person, who confirms the name. */
  function identityEdge(stepId: string): FlowEdge | undefined {
    const branches = branchesAt(walk.graph, stepId, currentSituation())
    if (branches.taken !== null) return branches.taken
    return branches.open.find((edge) => classifyBranch(branchLabel(edge)) === 'yes') ?? branches.open[0]
  }

  /** What the flow says to a wrong person: the text of the step that ends the call after a no. '' if there is none. */
  function wrongPersonText(stepId: string): string {
    const edge = edgesFrom(walk.graph, stepId).find((one) => classifyBranch(branchLabel(one)) === 'no')
    const step = stepOf(walk.graph, edge?.target)
    return step?.type === 'end' ? stepText(step) : ''
  }

  /**
   * Chooses the edge to take from a step: the first with a true condition, or one by the customer's answer.
   *
   * @param question to which that is the answer
   */
  function chooseNextEdge(stepId: string, question = ''): FlowEdge | undefined {
    const branches = branchesAt(walk.graph, stepId, currentSituation())
    if (branches.taken !== null) return branches.taken
    const chosen = chooseEdge(random, branches.open)
    const { onlyNoAfter } = questionOf(question) ?? {}
    if (onlyNoAfter === undefined || !talk.established.has(onlyNoAfter)) return chosen
    return branches.open.find((edge) => classifyBranch(branchLabel(edge)) === 'no') ?? chosen
  }

  /** Whether a customer asks for a person is decided by their answer. */
  const currentSituation = (): Situation => ({
    outside_working_hours: isOutsideHours,
    sentiment_negative: talk.mood <= angryMood,
    silence: talk.isCustomerSilent,
    caller_asks_for_human: null,
  })

  interface Side {
    /** The kind of answer that leads to the branch. */
    side: Branch
    label: string
    /** Whether the call goes on differently after a yes and a no. */
    decides: boolean
  }

  /** The kind of answer that leads to a branch. Of two branches, one that is no yes is a no, and the other way round. */
  function sideOf(edge: FlowEdge | undefined, stepId: string): Side {
    const label = branchLabel(edge)
    if (label === '') return { side: talk.chance(0.75) ? 'yes' : 'no', label, decides: false }
    const side = classifyBranch(label)
    const branches = branchesAt(walk.graph, stepId, currentSituation())
    const others = (branches.taken === null ? branches.open : []).filter((other) => other !== edge)
    if (side !== 'other' || others.length !== 1) return { side, label, decides: true }
    const other = classifyBranch(branchLabel(others[0]))
    const isFirst = branches.taken === null && branches.open[0] === edge
    return { side: other === 'yes' ? 'no' : other === 'no' || isFirst ? 'yes' : 'no', label, decides: true }
  }

  /** Asks a question. Returns true if the call then ends, or leaves the question for a rule's step. */
  function askQuestion(text: string, { side, label, decides }: Side): boolean {
    if (text === '') return false
    say('agent', text)
    questionCount++
    isMatterNamed ||= !generalQuestions.some(({ asks }) => asks.test(text))
    const question = questionOf(text)
    if (interrupt(text)) return true
    statement = ''
    const moods = question?.moods ?? { yes: 1, no: -1 }
    const moodChange = side === 'other' || !decides ? 0 : moods[side]
    if (exchanges.play({ place: 'answer', to: text, side })) {
      if (decides) aftermath = side === 'no' ? 'open' : 'agreed'
      return false
    }
    const hasTalked = exchanges.playSeveral({ place: 'before-answer', to: text, side })
    const unfitting = hasTalked ? null : askAsides(question)
    const looksUp = question?.isAboutDate === true && !isBrief && !hasTalked && talk.chance(0.25)
    if (looksUp) {
      talk.answer(talk.pick(lines.lookingAtCalendar))
      talk.pauseSeconds = integerBetween(random, 3, 9)
    }
    const isFitting = (one: string) =>
      !(looksUp && /^(let me|hm)/i.test(one)) && !(unfitting ?? []).some((pattern) => pattern.test(one))
    const answer = talk.pick(answersOf(text, side, label).filter(isFitting))
    const more = (question?.more ?? []).filter((one) => isFitting(one) && agree(answer, one))
    const hasMore = side === 'yes' && !isBrief && more.length > 0 && talk.chance(0.25)
    const isBridged = side === 'no' && decides && unfitting !== null && !looksUp
    const bridged = isBridged ? `${talk.pick(lines.bridges)} ${answer}` : answer
    talk.answer(hasMore ? `${bridged} ${talk.pick(more)}` : bridged, moodChange)
    if (decides) aftermath = side === 'no' ? 'open' : 'agreed'
    if (followNegativeMoodRule()) return true
    const reactions =
      question === undefined
        ? side === 'yes'
          ? lines.thanks
          : side === 'no'
            ? lines.acknowledgements
            : []
        : ((side === 'no' ? question.afterNo : question.afterYes) ?? [])
    talk.nextTurnPrefix = reactions.length === 0 || talk.isCustomerSilent ? '' : talk.pick(reactions)
    exchanges.playSeveral({ place: 'after-answer', to: text, side })
    return false
  }

  /**
   * The customer may ask something before answering. The agent answers, and leads back to its own question.
   * Returns which answers do not fit any more; null if nothing was asked.
   */
  function askAsides(question: Question | undefined): RegExp[] | null {
    const asides = question?.asides ?? []
    let unfitting: RegExp[] | null = null
    for (const probability of [0.4, 0.35]) {
      if (asides.length === 0 || isBrief || talk.isCustomerSilent || !talk.chance(probability)) break
      const aside = talk.pick(asides.map(([text]) => text))
      const [, reply = '', excluded] = asides.find(([text]) => text === aside) ?? []
      if (talk.turns.some((turn) => turn.text === fillVariables(aside, variables))) break
      say('customer', aside)
      if (talk.chance(0.2)) say('agent', talk.pick(lines.lookingUp))
      talk.pauseSeconds = talk.turns.at(-1)?.role === 'agent' ? integerBetween(random, 2, 6) : 0
      say('agent', reply)
      unfitting = [...(unfitting ?? []), ...(excluded === undefined ? [] : [excluded])]
    }
    if (unfitting !== null) say('agent', talk.pick(question?.again ?? []))
    return unfitting
  }

  /** Something other than an answer may follow a question. Returns true if the call then ends or leaves the question. */
  function interrupt(question: string): boolean {
    if (talk.isCustomerSilent || (!wasSilent && talk.chance(0.04))) return handleSilence(question)
    // Who has no time says so at once.
    if (pendingEvent !== null && (pendingEvent === 'busy' || talk.chance(questionCount === 1 ? 0.75 : 1))) {
      const event = pendingEvent
      pendingEvent = null
      if (!isStranger(event) && behave(event, question)) return true
    }
    for (const rule of flow.rules) {
      if (followedRules.has(rule) || rule.when.trim() === '' || parseCondition(rule.when) !== null) continue
      if (!talk.chance(0.06)) continue
      say('customer', statementFor(random, rule.when))
      return followRule(rule)
    }
    return false
  }

  /** What a caller does instead of answering. Returns true if the call then ends or leaves the question. */
  function behave(event: Exclude<Caller, Stranger>, question: string): boolean {
    switch (event) {
      case 'hard-of-hearing':
        repeatAfter(talk.pick(lines.repeatRequests), `${statement} ${question}`.trim())
        return false
      case 'interrupted': {
        const [remark, back] = talk.pickPair(lines.interruptions)
        say('customer', remark)
        say('agent', talk.pick(lines.waitingLines))
        talk.pauseSeconds = integerBetween(random, 4, 9)
        repeatAfter(back, question)
        return false
      }
      case 'wants-person':
        say('customer', talk.pick(lines.humanRequests))
        if (!followRuleFor('caller_asks_for_human')) {
          promiseCallBack(talk)
          aftermath = 'call-back'
        }
        return true
      case 'hangs-up':
        hangUp(talk.pick(isRenewal ? [...lines.lateHangUpLines, ...lines.lateRefusals] : lines.lateHangUpLines))
        return true
      case 'busy':
        aftermath = arrangeCallBack(talk)
        return true
      case 'usual':
      case 'chatty':
      case 'hurried':
      case 'suspicious':
      case 'angry':
      case 'do-not-call':
        return false
      default:
        return event satisfies never
    }
  }

  /** Who is angry with the company says so at once, and hears nothing of the matter. */
  function complain() {
    complaint = pick(random, complaintsAbout(matterOf(flow), variables))
    say('customer', complaint.said, -3)
    if (!followNegativeMoodRule()) {
      aftermath = 'complaint'
      const matter = matterOf(flow)
      variables.matter = fillVariables(matter, variables)
      const notice = handoverLines.safetyMatter.test(matter)
        ? handoverLines.safetyLines
        : complaint.about === undefined && handoverLines.dateMatter.test(matter)
          ? handoverLines.dateLines
          : []
      // What the customer has to know comes before the goodbye.
      const [news = '', reply = ''] = notice
      for (const [i, line] of complaint.alone.entries()) {
        const [, answer = line, goodbye = ''] = /^(.*?) ?(Goodbye.*)$/.exec(line) ?? []
        if (news === '' || goodbye === '') say(i % 2 === 0 ? 'agent' : 'customer', line)
        else {
          say('agent', answer)
          say('agent', news)
          say('customer', reply)
          say('agent', goodbye)
        }
      }
      say('customer', talk.pick(lines.angryGoodbyes))
    }
    if (complaint.endsContact) aftermath = null
    talk.isOver = true
  }

  /** The customer did not hear something, and the agent says it again. */
  function repeatAfter(request: string, words: string) {
    say('customer', request)
    say('agent', `${talk.pick(lines.repeatOpenings)} ${words}`)
  }

  /** The customer hangs up, with some words or in the middle of the agent's sentence. */
  function hangUp(words: string) {
    if (words === '') talk.breakOff()
    else say('customer', words, -2)
    aftermath = null
    talk.isOver = true
  }

  /** Follows the rule for an angry customer, if the mood is low. Returns true if a rule was followed. */
  function followNegativeMoodRule(): boolean {
    if (talk.mood > angryMood || talk.isOver) return false
    talk.nextTurnPrefix = talk.pick(lines.apologies)
    const isFollowed = followRuleFor('sentiment_negative')
    if (!isFollowed) talk.nextTurnPrefix = ''
    return isFollowed
  }

  /** The customer is silent. Most come back; otherwise the rule for silence or the flow's silence limit ends the call. */
  function handleSilence(question: string): boolean {
    const silenceLimit = settings.silenceSeconds
    const noticedAfterSeconds = integerBetween(random, 5, 9)
    if (talk.isCustomerSilent || (silenceLimit !== null && silenceLimit <= noticedAfterSeconds))
      return endInSilence(silenceLimit ?? noticedAfterSeconds)
    talk.pauseSeconds = noticedAfterSeconds
    const lastWords = `${statement} ${question}`.trim()
    say('agent', talk.pick(lines.silenceQuestions))
    wasSilent = true
    if (talk.chance(0.7)) {
      talk.pauseSeconds = 2
      const answer = talk.pick(lines.silenceAnswers)
      say('customer', answer)
      // Who missed something hears more than the question.
      const isMissing = /where were we|line was gone/i.test(answer) && lastWords.endsWith('?')
      say('agent', `${talk.pick(lines.silenceReplies)} ${isMissing ? lastWords : questionIn(question)}`)
      return false
    }
    talk.isCustomerSilent = true
    talk.pauseSeconds = Math.min(silenceLimit ?? noticedAfterSeconds, noticedAfterSeconds)
    aftermath = 'cut-off'
    if (followRuleFor('silence')) return true
    talk.pauseSeconds = 0
    return endInSilence(silenceLimit ?? noticedAfterSeconds)
  }

  function endInSilence(seconds: number): true {
    finalSilenceSeconds = seconds
    aftermath = 'cut-off'
    talk.isOver = true
    return true
  }

  /** Follows the first unused rule for a condition (interface section 2). Returns false if there is none or its node is missing. */
  function followRuleFor(condition: Condition): boolean {
    const rule = ruleFor(flow.rules, condition, followedRules)
    return rule !== undefined && followRule(rule)
  }

  function followRule(rule: FlowRule): boolean {
    followedRules.add(rule)
    const action = ruleAction(walk.graph, rule)
    const condition = parseCondition(rule.when)
    switch (action.kind) {
      case 'transfer':
        handOver(
          action.to,
          '',
          condition === 'sentiment_negative'
            ? 'angry'
            : condition === 'caller_asks_for_human'
              ? 'asked-for-person'
              : 'step',
        )
        break
      case 'message':
        message = action.text || null
        say('agent', "I'll send you the details as a text message, so you can read them whenever you like.")
        sayGoodbye('')
        break
      case 'end':
        sayGoodbye(action.text)
        break
      case 'go-to':
        walk = walkTo(walk, action.step.id)
        followSteps()
        if (!talk.isOver) finish()
        break
      case 'nothing':
        return false
      default:
        action satisfies never
    }
    return true
  }

  /** Hands the call over to a colleague, who finishes it. */
  function handOver(to: string, text: string, reason: handoverLines.HandoverReason) {
    const department = to || 'customer care'
    const taken = [firstName, variables.agent, variables.technician]
    const others = handoverLines.colleagues.filter((name) => !taken.includes(name.split(' ')[0]))
    colleague = { name: talk.pick(others), department }
    Object.assign(variables, { colleague: colleague.name, department, ...handoverLines.departmentPhrases(department) })
    const ownLines = reason === 'asked-for-person' ? handoverLines.transferLines : handoverLines.transferOffers
    say('agent', text || talk.pick(ownLines))
    say('customer', talk.pick(handoverLines.transferAnswers))
    const chosen = handoverOf(department, reason)
    talk.pauseSeconds = integerBetween(random, 4, 40)
    let greeting = `${talk.pick(handoverLines.colleagueGreetings)} `
    for (const [i, [colleagueLine, customerLine]] of chosen.lines.entries()) {
      // Whoever asked for a moment takes it.
      if (/one moment/i.test(chosen.lines[i - 1]?.[0] ?? '')) talk.pauseSeconds = integerBetween(random, 12, 38)
      say('colleague', `${greeting}${colleagueLine}`)
      greeting = ''
      say('customer', customerLine, i === chosen.lines.length - 1 ? chosen.moodChange : 0)
    }
    const isPostponed =
      reason === 'angry' &&
      complaint !== null &&
      complaint.about === undefined &&
      !complaint.endsContact &&
      !isMatterNamed &&
      !chosen.lines.some(([line]) => line.includes('{matter}'))
    const goodbye = talk.pick(handoverLines.colleagueGoodbyes)
    say('colleague', isPostponed ? `${talk.pick(handoverLines.postponements)} ${goodbye}` : goodbye)
    say('customer', talk.pick(talk.mood < 0 ? lines.curtGoodbyes : lines.customerGoodbyes))
    aftermath = 'colleague'
    talk.isOver = true
  }

  /** What the colleague says. If the agent has not yet said what the call is about, the colleague does. */
  function handoverOf(
    department: string,
    reason: handoverLines.HandoverReason,
  ): Pick<handoverLines.Handover, 'lines' | 'moodChange'> {
    const matter = isMatterNamed ? '' : matterOf(flow)
    variables.matter = fillVariables(matter, variables)
    if (matter !== '' && reason === 'asked-for-person') {
      const { reaction, reply, answer } = handoverLines.introductions.find((one) => one.matter.test(matter)) ?? {}
      const opening = talk.pick(handoverLines.matterOpenings)
      const asksFirst = talk.hasName && asksForIdentity(flow)
      return {
        lines: [
          ...(asksFirst ? [handoverLines.identityLines] : []),
          [asksFirst ? '{matter}' : opening, reaction ?? ''],
          [reply ?? '', answer ?? ''],
        ],
        moodChange: 2,
      }
    }
    const chosen = reason === 'angry' ? remedyFor(complaint) : usualHandover(department, reason)
    const notice = handoverLines.safetyMatter.test(matter)
      ? [handoverLines.safetyLines]
      : reason === 'angry' && complaint?.about === undefined && handoverLines.dateMatter.test(matter)
        ? [handoverLines.dateLines]
        : []
    return { ...chosen, lines: [...chosen.lines, ...notice] }
  }

  /** What a colleague says to an angry customer. */
  function remedyFor(wrong: Complaint | null): Pick<handoverLines.Handover, 'lines' | 'moodChange'> {
    const { withColleague, moodChange } = wrong ?? pick(random, consolations)
    return { lines: withColleague, moodChange }
  }

  function usualHandover(department: string, reason: handoverLines.HandoverReason) {
    const fitting = handoverLines.handovers.filter(
      (one) =>
        one.department.test(department) &&
        (one.reason === undefined || one.reason === reason) &&
        (isMatterNamed || one.purpose === undefined),
    )
    const agreeing = fitting.filter((one) => one.lines.flat().every((line) => talk.established.allows(line)))
    return pick(random, handoverLines.bestOf(agreeing.length > 0 ? agreeing : fitting, purpose, talk.chance(0.75)))
  }

  /** Says goodbye. Before that, the agent sums up and asks whether there is anything else, and the customer may ask, too. */
  function finish(text = '') {
    const isAgreed = aftermath === 'agreed'
    if (isAgreed) exchanges.playSeveral({ place: 'closing', by: 'agent' })
    /** Who has said that this is all asks nothing more. */
    let hasMore = true
    if (!talk.isCustomerSilent && !isBrief && talk.chance(0.65)) {
      say('agent', talk.pick(lines.anythingElse))
      hasMore = isAgreed && exchanges.play({ place: 'closing', by: 'customer', shorterThan: talk.chance(0.3) ? 16 : 0 })
      if (!hasMore) say('customer', talk.pick(lines.nothingElse))
    }
    if (isAgreed) {
      const most = hasMore ? 2 : 0
      for (let i = 0; i < most && exchanges.spare > 30; i++) exchanges.play({ place: 'closing', by: 'customer' })
      if (talk.mood >= 0) exchanges.play({ place: 'closing', isLast: true })
    }
    sayGoodbye(text)
  }

  function sayGoodbye(text: string) {
    const goodbye = text || talk.pick(lines.goodbyes)
    say('agent', goodbye)
    const isCurt = talk.mood < 0
    const isWish = /have a (good|nice|lovely|great)/i.test(goodbye)
    say(
      'customer',
      talk.pick(isCurt ? lines.curtGoodbyes : isWish ? lines.wishGoodbyes : lines.customerGoodbyes),
      isCurt ? 0 : 1,
    )
    talk.isOver = true
  }

  function simulate() {
    const transfer = () => followRuleFor('caller_asks_for_human')
    const result = receive({ talk, flow, caller, settings, country, hangUpLines, transfer, exchanges })
    if (result === 'complains') {
      complain()
      return
    }
    if (result !== 'goes-on') {
      if (colleague === null) aftermath = result === 'call-back' ? 'call-back' : null
      return
    }
    if (!isOutsideHours && caller === 'usual' && talk.turns.length <= 3 && talk.chance(0.4)) askForTime()
    if (isOutsideHours) sayClosed()
    else if (walk.step === null) askScriptedQuestions()
    else followSteps()
    if (!talk.isOver) finish()
  }

  simulate()
  // A call that must succeed always leaves a message, also if the customer only declined.
  if (input.mustSucceed) aftermath ??= 'open'
  return { turns: talk.turns, colleague, message, aftermath, variables, finalSilenceSeconds }
}
