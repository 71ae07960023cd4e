/**
 * Checks that answers in a simulated call fit what was asked: by the one list of every question, the agent's and the customer's. A question
 * that is not on the list is a violation.
 */

import { questions } from '../carrier/customer-answers.ts'
import { variantsOf } from '../carrier/exchanges/exchange.ts'
import * as callers from '../carrier/lines/callers.ts'
import { complaints, consolations } from '../carrier/lines/complaints.ts'
import * as handovers from '../carrier/lines/handovers.ts'
import type { Line } from '../carrier/simulate-call.ts'
import { exchanges } from '../carrier/talk/play-exchanges.ts'

interface Phrase {
  /** The longest piece of it without variables, in lower case: whatever lacks that is not the phrase. */
  piece: string
  pattern: RegExp
}

const phrases = new WeakMap<readonly string[], Phrase[]>()

/** The phrases of a list, ready to be compared, which is done once for each list. */
function phrasesOf(templates: readonly string[]): Phrase[] {
  const known = phrases.get(templates)
  if (known !== undefined) return known
  const made = templates.map((template) => {
    const pieces = template.split(/(?:,? ?\{\w+\})+/)
    const escaped = pieces.map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)).join('.*')
    const piece = pieces.reduce((longest, one) => (one.length > longest.length ? one : longest), '')
    return { piece: piece.toLowerCase(), pattern: new RegExp(`^(?:(?:um|well|oh|uh), )?${escaped}$`, 'iu') }
  })
  phrases.set(templates, made)
  return made
}

/** Whether a text is one of the phrases, with any values for their variables. */
export function isOneOf(text: string, templates: readonly string[]): boolean {
  const lower = text.toLowerCase()
  return phrasesOf(templates).some(({ piece, pattern }) => lower.includes(piece) && pattern.test(text))
}

/** The phrases, said after something else. */
const inAnyTurn = (templates: readonly string[]): string[] => templates.map((template) => `{before}${template}`)

const strangerLines = [
  ...callers.wrongNumberLines,
  ...callers.movedLines,
  ...callers.householdLines.map(([line]) => line),
  ...callers.mobileHouseholdLines.map(([line]) => line),
  ...callers.childLines,
]
/** What may follow any question of the agent instead of an answer. */
const evasions = [
  ...callers.repeatRequests,
  ...callers.interruptions.map(([remark]) => remark),
  ...callers.humanRequests,
  ...complaints.map(({ said }) => said),
  ...callers.doNotCallLines,
  ...callers.hangUpLines,
  ...callers.lateHangUpLines,
  ...callers.lateRefusals,
  ...callers.refusals,
  ...callers.lookingAtCalendar,
  ...callers.busyLines,
]
/** Two of the lines at a time; the last one has no answer. */
const pairsOf = (lines: readonly string[]): (readonly [string, string])[] =>
  lines.flatMap((line, i) => (i % 2 === 0 ? [[line, lines[i + 1] ?? ''] as const] : []))
const allHandovers = [
  ...handovers.handovers,
  ...[...complaints, ...consolations].map(({ withColleague }) => ({ lines: withColleague })),
  ...complaints.map(({ alone }) => ({ lines: pairsOf(alone) })),
  // With a notice before the goodbye.
  ...complaints.map(({ alone }) => ({ lines: pairsOf(alone.map((line) => line.replace(/ ?Goodbye.*$/, ''))) })),
]
const picksUp = [...callers.hellos, ...callers.childHellos, ...Object.values(callers.localHellos).flat()]

/** With what customers begin exchanges: as an answer, or in the same breath after one. */
const openingTurns = exchanges.flatMap(({ turns: [first] }) =>
  first?.role === 'customer' ? variantsOf(first.text) : [],
)
/** An answer without what the customer added to it. */
function withoutAddition(answer: string): string {
  const starts = [...answer.matchAll(/(?<=[.!?]) /g)].map(({ index }) => index)
  const start = starts.find((at) => isOneOf(answer.slice(at + 1), openingTurns))
  return start === undefined ? answer : answer.slice(0, start)
}
/** The last sentences of exchanges that lead back to a question of the flow. */
const leadsBack = exchanges.flatMap(({ place, turns }) =>
  place === 'before-answer' ? variantsOf(turns.at(-1)?.text ?? '') : [],
)
const leadingBack = inAnyTurn(leadsBack)
/** Who says something in an exchange, and what follows. */
function turnsOf(role: 'agent' | 'customer'): { asks: readonly string[]; answers: readonly string[] }[] {
  return exchanges.flatMap(({ turns }) =>
    turns.flatMap((turn, i) => {
      const next = turns[i + 1]
      return turn.role === role && next !== undefined
        ? [{ asks: inAnyTurn(variantsOf(turn.text)), answers: variantsOf(next.text) }]
        : []
    }),
  )
}

const namesGiven = [...callers.identityAnswers, ...callers.speakingAnswers]

/** The agent's and colleagues' questions, with the answers that fit them. */
const answersByQuestion: readonly { asks: readonly string[] | RegExp; answers: readonly string[] }[] = [
  {
    asks: [...callers.greetings],
    answers: [
      ...namesGiven,
      ...strangerLines,
      ...callers.suspiciousLines.map(([line]) => line),
      ...callers.smallTalk.flatMap(([line]) => namesGiven.map((answer) => `${answer} ${line}`)),
      ...callers.hurriedRemarks.flatMap((line) => namesGiven.map((answer) => `${answer} ${line}`)),
    ],
  },
  { asks: /good time to (reach|call)|when could I try again/i, answers: callers.householdTimes },
  { asks: callers.timeQuestions, answers: callers.timeAnswers },
  { asks: callers.busyReplies, answers: Object.values(callers.busyChoices).flat() },
  {
    asks: callers.anythingElse,
    answers: [...callers.nothingElse, ...openingTurns],
  },
  { asks: callers.silenceQuestions, answers: callers.silenceAnswers },
  ...allHandovers.flatMap(({ lines }) =>
    lines.map(([line, answer]) => ({ asks: [`{before}${line}`], answers: [answer] })),
  ),
  ...turnsOf('agent'),
  ...questions.flatMap(({ asks, yes, no, more = [], asides = [], again = [] }) => {
    const answers = [
      ...yes.flatMap((answer) => [answer, ...more.map((addition) => `${answer} ${addition}`)]),
      ...no,
      ...callers.bridges.flatMap((bridge) => no.map((answer) => `${bridge} ${answer}`)),
      ...asides.map(([aside]) => aside),
      ...openingTurns,
      // Only a question for the name is answered by strangers.
      ...(no === callers.wrongNumberLines ? strangerLines : []),
    ]
    return [
      { asks, answers },
      { asks: [...again], answers },
    ]
  }),
]

const agentQuestions = answersByQuestion.map(({ asks, answers }) => ({
  asks: asks instanceof RegExp ? asks : inAnyTurn(asks),
  answers: [...answers, ...evasions],
}))

/** Customers' questions, with the answers that fit them. */
const repliesByQuestion: readonly { asks: readonly string[]; answers: readonly string[] }[] = [
  ...questions.flatMap(({ asides = [] }) => asides.map(([aside, answer]) => ({ asks: [aside], answers: [answer] }))),
  ...turnsOf('customer'),
  ...callers.suspiciousLines.map(([line, answers]) => ({ asks: [line], answers })),
  { asks: callers.whomLines, answers: callers.nameLines },
  ...[...callers.householdLines, ...callers.mobileHouseholdLines].map(([line, answers]) => ({ asks: [line], answers })),
  { asks: callers.householdTimes, answers: callers.householdGoodbyes },
  { asks: callers.repeatRequests, answers: callers.repeatOpenings.map((opening) => `${opening}{question}`) },
  {
    asks: callers.interruptions.map(([, back]) => back),
    answers: callers.repeatOpenings.map((opening) => `${opening}{question}`),
  },
  {
    asks: callers.humanRequests,
    answers: [...handovers.transferLines, ...callers.nobodyThereReplies],
  },
  { asks: callers.silenceAnswers, answers: callers.silenceReplies.map((opening) => `${opening}{question}`) },
  { asks: callers.busyLines, answers: callers.busyReplies },
  ...allHandovers.flatMap(({ lines }) =>
    lines.map(([, question], i) => ({
      asks: [question],
      answers: [lines[i + 1]?.[0] ?? '', ...handovers.colleagueGoodbyes],
    })),
  ),
]
const customerQuestions = repliesByQuestion.map(({ asks, answers }) => ({
  asks,
  answers: [...inAnyTurn(answers), ...callers.lookingUp],
}))
/** Questions that the agent answers by coming to the matter. */
const invitations = [
  ...callers.timeAnswers,
  ...namesGiven,
  ...callers.minuteAnswers,
  ...callers.greetingAnswers,
  ...callers.suspiciousAnswers,
  ...callers.smallTalk.map(([line]) => line),
  ...questions.flatMap(({ yes, no }) => [...yes, ...no]),
  ...picksUp,
]

const lastQuestion = (text: string): string => /[^.!?—]*\?$/.exec(text)?.[0]?.trim() ?? ''

const questionsLike = (content: string) =>
  agentQuestions.filter(({ asks }) => (asks instanceof RegExp ? asks.test(content) : isOneOf(content, asks)))
/** The question of the flow to which the agent comes back. */
const questionBefore = (lines: readonly Line[], at: number): string =>
  lines
    .slice(0, at)
    .findLast(({ role, content }) => role === 'agent' && questions.some(({ asks }) => asks.test(content)))?.content ??
  ''

/** Lists the questions of a call without a fitting answer, and those that nobody knows. */
export function checkAnswers(lines: readonly Line[]): string[] {
  const violations: string[] = []
  for (const [i, { role, content }] of lines.entries()) {
    const question = lastQuestion(content)
    const next = lines[i + 1]
    if (question === '' || next === undefined) continue
    const answer = withoutAddition(next.content)
    if (role === 'customer') {
      if (i === 0 && isOneOf(content, picksUp)) continue
      const fitting = customerQuestions.filter(({ asks }) => isOneOf(content, asks))
      if (fitting.length === 0) {
        if (!isOneOf(content, invitations)) violations.push(`unlisted question of the customer: ${content}`)
      } else if (!fitting.some(({ answers }) => isOneOf(next.content, answers)))
        violations.push(`"${content}" is answered by "${next.content}"`)
      continue
    }
    // The agent asks whether the customer is still there. Whoever comes back answers the question before it.
    if (isOneOf(content, callers.silenceQuestions)) continue
    if (next.role !== 'customer') {
      if (!isOneOf(next.content, callers.silenceQuestions)) violations.push(`nobody answers "${content}"`)
      continue
    }
    // Said again, a question may have lost what stood before it.
    const before = lines.slice(0, i).findLast((line) => line.role === role && line.content.endsWith(question))
    const asked = isOneOf(content, leadingBack) ? questionBefore(lines, i) : content
    const fitting = [...questionsLike(asked), ...(before === undefined ? [] : questionsLike(before.content))]
    if (fitting.length === 0) violations.push(`unlisted question of the agent: ${content}`)
    else if (!fitting.some(({ answers }) => isOneOf(next.content, answers) || isOneOf(answer, answers)))
      violations.push(`"${content}" is answered by "${next.content}"`)
  }
  return violations
}
