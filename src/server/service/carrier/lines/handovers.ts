/** What a colleague says who takes over from the agent, and what the customer answers. */

/** Why the agent hands over. */
export type HandoverReason = 'asked-for-person' | 'angry' | 'step'

export interface Handover {
  /** Departments that it fits. */
  department: RegExp
  reason?: HandoverReason
  /** The colleague and the customer in turn; the colleague begins after having said who is speaking. */
  lines: readonly (readonly [colleague: string, customer: string])[]
  /** Change of the customer's mood. */
  moodChange: number
}

/** In the order in which they are matched. */
export const handovers: readonly Handover[] = [
  {
    department: /lead|manager|supervisor/i,
    reason: 'angry',
    lines: [
      [
        "I'm sorry you've had this trouble. Tell me what happened, I've got time.",
        "I just want to be treated properly. I've told this story too often.",
      ],
      ["That's on us. I'll look into it myself and call you {callback} with an answer.", 'All right. I hope you do.'],
    ],
    moodChange: 1,
  },
  {
    department: /lead|manager|supervisor/i,
    reason: 'angry',
    lines: [
      ["I've heard that you're not happy with us, and I'd like to put that right.", "That's putting it mildly."],
      ['I understand. From now on you deal with me, and nobody else will call you about it.', 'Okay. That would help.'],
      ["I'll put that in writing today. I'm sorry for the trouble.", 'Fine. Thank you.'],
    ],
    moodChange: 2,
  },
  {
    department: /planning|schedul|dispatch/i,
    lines: [
      [
        "I've got the whole calendar in front of me. Would {other_date} be any better?",
        'In the morning, that would work.',
      ],
      ["Then I'll put you down for the morning. You get a text the day before.", "Great, that's what I needed."],
    ],
    moodChange: 2,
  },
  {
    department: /planning|schedul|dispatch/i,
    lines: [
      ['So that day is no good for you. What about the week after?', 'The week after is better. Any day, really.'],
      ["Then I'll pick one and send you two suggestions today.", 'Perfect.'],
    ],
    moodChange: 2,
  },
  {
    department: /depot/i,
    reason: 'step',
    lines: [
      [
        "I've got your job sheet here. What can I do for you?",
        "It's about what I've just told your colleague. Can you sort it out?",
      ],
      [
        "I can. I'll put it on tomorrow's list, and somebody rings you before eleven to agree on a time.",
        'All right. Thank you.',
      ],
    ],
    moodChange: 2,
  },
  {
    department: /depot/i,
    reason: 'step',
    lines: [
      ["I see your order. Leave it with me, I'll find a slot that works for you.", 'I would appreciate that.'],
      ["I'll check with the drivers and ring you back {callback}. Is that all right?", "Yes, that's fine."],
    ],
    moodChange: 2,
  },
  {
    department: /account|billing|invoice/i,
    reason: 'step',
    lines: [
      ['I have the invoice here. What could you manage in a month, roughly?', 'A quarter of it, maybe.'],
      [
        "Then let's make it four parts, the first by {date}. I'll send you that in writing.",
        'Thank you, that takes a load off my mind.',
      ],
    ],
    moodChange: 2,
  },
  {
    department: /account|billing|invoice/i,
    reason: 'step',
    lines: [
      ["I've got your account open. How much time would you need?", "Until the end of next month, I'd say."],
      ["I can put the invoice on hold until then. You won't get a reminder.", "That's good of you."],
    ],
    moodChange: 2,
  },
  {
    department: /recall/i,
    reason: 'step',
    lines: [
      ['We have vans out every day for this. Would {other_date} suit you?', 'Yes, after lunch.'],
      ["After lunch it is. And please don't use the dryer until then.", "No, I won't."],
    ],
    moodChange: 2,
  },
  {
    department: /(?:)/,
    reason: 'asked-for-person',
    lines: [
      ["You're talking to a person now. How can I help?", "Oh, good. I don't like talking to machines, that's all."],
      [
        'I understand. I have your details here, so we can go through it together.',
        'To be honest, could you send it to me in writing?',
      ],
      ["Of course, I'll do that today. You can answer in your own time.", "That's perfect."],
    ],
    moodChange: 2,
  },
  {
    department: /(?:)/,
    reason: 'asked-for-person',
    lines: [
      [
        'I hear you wanted to speak with somebody. What can I do for you?',
        "I'd just like to know that it's a real company.",
      ],
      [
        'It is, and I sit in the office. You can ring us on this number any time.',
        "All right. Then send me the details, and I'll have a look.",
      ],
      ["I'll do that right away.", 'Thank you.'],
    ],
    moodChange: 2,
  },
  {
    department: /(?:)/,
    reason: 'angry',
    lines: [
      ["I'm sorry about that. I'd like to sort it out for you.", "I hope so. I've had enough of this."],
      ["I'll go through it today and write to you. You won't have to explain it again.", 'Okay.'],
    ],
    moodChange: 1,
  },
  {
    department: /(?:)/,
    lines: [
      ["I have your details in front of me. I'll take it from here.", 'Oh good. So you know what it is about?'],
      ["I do. I'll sort it out and confirm it to you in writing today.", 'Great.'],
    ],
    moodChange: 2,
  },
]

/** How the colleague begins. `{from}` is `from accounts`, `from the depot` or `team lead`. */
export const colleagueGreetings = [
  'Hello {first_name}, this is {colleague}, {from}.',
  '{first_name}, hi, {colleague} here, {from}.',
  'Hi {first_name}, my name is {colleague}, {from}.',
] as const

/** `{where}` is `in accounts`, `at the depot` or `, a team lead`. */
export const transferLines = [
  "Of course. I'm putting you through to {colleague}{where} now. One moment, please.",
  "I'll connect you with {colleague}{where}. Please stay on the line.",
  'Let me put you through to {colleague}{where}. It only takes a moment.',
] as const
/** The same, if the customer did not ask for it. */
export const transferOffers = [
  'Let me put you through to {colleague}{where}, who can help you with that.',
  "I'd like to connect you with {colleague}{where}. Just a moment, please.",
  "{colleague}{where} can sort that out. I'm putting you through.",
] as const
export const transferAnswers = ['Thank you.', 'Okay.', 'All right, thanks.', 'Yes, please do.'] as const
/** How the colleague and the customer end the call. */
export const colleagueGoodbyes = [
  'Goodbye then, {first_name}.',
  'Thanks for your patience. Bye.',
  'Bye, {first_name}.',
] as const

export const colleagues = [
  'Marta Lindqvist',
  'James Okafor',
  'Priya Raman',
  'Tom Becker',
  'Hannah Clarke',
  'Luis Ortega',
] as const

/** How a department is named after the colleague's name, and by the colleague. */
export function departmentPhrases(department: string): { where: string; from: string } {
  const [, article = '', rest = ''] = /^(an?|the|our)? ?(.*)$/i.exec(department.trim()) ?? []
  if (/^an?$/i.test(article)) return { where: `, ${department}`, from: rest }
  return article === ''
    ? { where: ` in ${department}`, from: `from ${department}` }
    : { where: ` at ${department}`, from: `from ${department}` }
}
