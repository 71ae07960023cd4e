/** Answers to questions of which only the kind is known, and to the branches of flows that people build. */
import { identityAnswers, minuteAnswers, speakingAnswers, wrongNumberLines } from './callers.ts'
import type { Question } from './question.ts'

/** Questions that any flow may ask. */
export const generalQuestions: readonly Question[] = [
  {
    asks: /\bam i (speaking|talking) (with|to)/i,
    yes: speakingAnswers,
    no: wrongNumberLines,
    afterYes: ['Thank you.', 'Good.', 'All right.'],
  },
  {
    asks: /speaking (with|to)|\bis (this|that) \{/i,
    yes: identityAnswers,
    no: wrongNumberLines,
    afterYes: ['Thank you.', 'Good.', 'All right.'],
  },
  {
    asks: /(two|a) minutes? for me|good time|catching you|bad moment/i,
    yes: minuteAnswers,
    no: ["It's not ideal, but go on.", 'Not really, but go ahead.'],
    afterYes: ["Thank you, I'll be quick."],
    afterNo: ["I'll be very short, then."],
  },
  {
    asks: /send you a short summary|send you .* by text/i,
    yes: ['Yes, please.', 'Sure, do that.', 'That would be good.'],
    no: ["No, that's not necessary.", "No, thanks. I'll remember."],
    afterYes: ['It will be with you in a minute.'],
    afterNo: ["That's fine, no message then."],
  },
]

/** Customers' answers by kind of question; `yes` and `no` are the branches that they lead to. */
export const answersByQuestionKind = {
  rating: {
    yes: ["Nine, I'd say.", 'A ten, honestly.', 'Eight out of ten.', "Let's say nine."],
    no: ['A four, to be honest.', 'Three, I think.', 'Five, maybe.', 'Not more than four.'],
  },
  time: {
    yes: [
      'Mornings are best, before ten.',
      'After four in the afternoon, if you can.',
      'Early next week, if possible.',
    ],
    no: ["I can't say yet, I'd have to check.", "Not this week at all, I'm away.", "That's difficult, I work shifts."],
  },
  reason: {
    yes: [
      'The price, mostly.',
      'It took too long, that was all.',
      'I had to call three times until somebody listened.',
    ],
    no: ["I'd rather not go into that.", 'Nothing special, really.'],
  },
  state: {
    yes: ['Yes.', 'I think so, yes.', 'Yes, all good.', 'It is, yes.', 'Yes, as far as I can tell.'],
    no: ['No, not really.', 'Not yet, no.', "No, I don't think so.", "I'm afraid not."],
  },
  open: {
    yes: [
      'Well, it was all quite good, really.',
      'Just the waiting at the start, the rest was fine.',
      'Hm. Not much, really.',
    ],
    no: ['Nothing comes to mind, no.', 'No, nothing.', "I'd rather not say."],
  },
  choice: {
    yes: ['The first one, please.', 'Either is fine with me. Say, the first.', 'The first, I think.'],
    no: ['Neither, to be honest.', 'The second one, if at all.'],
  },
  plain: {
    yes: [
      'Yes, that works for me.',
      'Yes, please.',
      "Sure, that's fine.",
      'Yeah, no problem.',
      'I think so, yes.',
      'Yes, go ahead.',
    ],
    no: ['No, sorry.', 'Not really, no.', "I'm afraid not.", "No, I'd rather not.", 'Hm, no. Not this time.'],
  },
} as const satisfies Record<string, { yes: readonly string[]; no: readonly string[] }>
export type QuestionKind = keyof typeof answersByQuestionKind

/** Answers for branches that are neither yes nor no, by words in the branch's label. */
export const branchAnswers: readonly (readonly [RegExp, readonly string[]])[] = [
  [
    /resched|another|other day|move|change|later/i,
    ['Could we do it another day?', "I'd need a later date, sorry.", 'Can we move that to next week?'],
  ],
  [/paid/i, ['I paid that last week, by bank transfer.', 'That should have gone out on Friday.']],
  [/part|instal|split/i, ['Not all at once. Could I pay in parts?', 'Two instalments would help me.']],
  [/call ?back|busy|bad time/i, ["I'm driving. Can you call me later?", "It's a bad moment, sorry."]],
  [/human|person|colleague|agent/i, ['Could I talk to a real person, please?', "I'd like to speak to somebody there."]],
  [/wrong/i, ["You've got the wrong number, I'm afraid."]],
  [/price|expens|cost/i, ["It's a bit expensive, to be honest.", "It's more than I wanted to spend."]],
  [
    /unsure|think|maybe|undecided/i,
    ['I have to think about it.', 'Let me talk it over at home first.', "I'm not sure yet."],
  ],
  [
    /low|unhappy|bad|poor|1|2|3|4|detractor/i,
    ['A four, to be honest.', "It wasn't great.", "I wasn't very happy with it."],
  ],
  [/high|happy|good|9|10|promoter/i, ["Nine, I'd say.", 'Very good, honestly.']],
  [/code|display|light/i, ['It says E, and then two four.', "There's a red light, and it blinks."]],
  [/broken|repair|fault/i, ['My washing machine is broken.', "Something's wrong with the heating."]],
  [/invoice|bill/i, ["I've got a question about an invoice."]],
]
