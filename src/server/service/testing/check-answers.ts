/**
 * Checks that answers in a simulated call fit what was asked: by the one list of every question, the agent's and the customer's. A question
 * that is not on the list is a violation.
 */

import { questions } from '../carrier/customer-answers.ts'
import * as callers from '../carrier/lines/callers.ts'
import { complaints, consolations } from '../carrier/lines/complaints.ts'
import * as handovers from '../carrier/lines/handovers.ts'
import { phrases } from '../carrier/phrases.ts'
import type { Line } from '../carrier/simulate-call.ts'

const patterns = new WeakMap<readonly string[], RegExp>()

/** One pattern for all phrases of a list, which is made once for each list. */
function patternOf(templates: readonly string[]): RegExp {
  const known = patterns.get(templates)
  if (known !== undefined) return known
  const escaped = templates.map((template) =>
    template
      .split(/,? ?\{\w+\}/)
      .map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`))
      .join('.*'),
  )
  const pattern = new RegExp(`^(?:(?:um|well|oh|uh), )?(?:${escaped.join('|')})$`, 'iu')
  patterns.set(templates, pattern)
  return pattern
}

/** Whether a text is one of the phrases, with any values for their variables. */
export const isOneOf = (text: string, templates: readonly string[]): boolean => patternOf(templates).test(text)

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
]
const picksUp = [...callers.hellos, ...callers.childHellos, ...Object.values(callers.localHellos).flat()]

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
  { asks: callers.emailQuestions, answers: callers.emailAnswers },
  { asks: callers.busyReplies, answers: Object.values(callers.busyChoices).flat() },
  {
    asks: callers.anythingElse,
    answers: [
      ...callers.nothingElse,
      ...Object.values(phrases).flatMap(({ customerQuestions }) =>
        customerQuestions.flatMap(([question]) => callers.questionOpenings.map((opening) => opening + question)),
      ),
    ],
  },
  { asks: callers.silenceQuestions, answers: callers.silenceAnswers },
  ...allHandovers.flatMap(({ lines }) =>
    lines.map(([line, answer]) => ({ asks: [`{before}${line}`], answers: [answer] })),
  ),
  ...questions.flatMap(({ asks, yes, no, more = [], asides = [], again = [] }) => {
    const answers = [
      ...yes.flatMap((answer) => [answer, ...more.map((addition) => `${answer} ${addition}`)]),
      ...no,
      ...callers.bridges.flatMap((bridge) => no.map((answer) => `${bridge} ${answer}`)),
      ...asides.map(([aside]) => aside),
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
  ...Object.values(phrases).flatMap((one) =>
    one.customerQuestions.map(([question, answer]) => ({
      asks: callers.questionOpenings.map((opening) => opening + question),
      answers: [answer],
    })),
  ),
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

/** Lists the questions of a call without a fitting answer, and those that nobody knows. */
export function checkAnswers(lines: readonly Line[]): string[] {
  const violations: string[] = []
  for (const [i, { role, content }] of lines.entries()) {
    const question = lastQuestion(content)
    const next = lines[i + 1]
    if (question === '' || next === undefined) continue
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
    const fitting = agentQuestions.filter(({ asks }) =>
      asks instanceof RegExp ? asks.test(content) : isOneOf(content, asks),
    )
    if (fitting.length === 0) violations.push(`unlisted question of the agent: ${content}`)
    else if (!fitting.some(({ answers }) => isOneOf(next.content, answers)))
      violations.push(`"${content}" is answered by "${next.content}"`)
  }
  return violations
}
