import type { Question } from './question.ts'

/** A day that the agent offers, whatever is done on it. */
const booking: Omit<Question, 'asks'> = {
  moods: { yes: 1, no: 0 },
  isAboutDate: true,
  yes: [
    'Yes, please book it.',
    'Yes, that works for me.',
    'Let me check. Yes, that day is free.',
    'Sure, go ahead.',
    "That's fine, yes.",
    'All right, book me in.',
  ],
  more: [
    'The sooner the better, really.',
    "I'm putting it in my calendar as we speak.",
    "My partner will be in if I'm not.",
  ],
  no: [
    "No, I'm working then.",
    "No, that's a bad day for me.",
    'Hm, not that day, no.',
    "I'm afraid I'm away then.",
    "That's too soon for me, sorry.",
  ],
  afterYes: ['Good.', 'Great.', 'Perfect.'],
  afterNo: ['I see.', 'No problem.', "That's fine."],
  again: ['So, may I book that day for you?', 'And does that day suit you?'],
}

/** Questions about visits of a technician. */
export const visitQuestions: readonly Question[] = [
  {
    asks: /does that still (suit|work for) you/i,
    isAboutDate: true,
    yes: [
      'Yes, that still works.',
      "Yes, I've got it in my calendar.",
      "Yep, I'm off that day.",
      "It does, I'll be here.",
      'Yes, somebody will be in.',
      'That suits me fine.',
      'Yes, we are expecting you.',
    ],
    more: [
      "I've taken half a day off for it.",
      "The heating's been making noises anyway.",
      "It's about time, it's getting cold in here.",
      'I wrote it down when the letter came.',
    ],
    no: [
      'Actually, no. I have to be somewhere that day.',
      "Hm, that's a problem. I have to work.",
      "No, I'm afraid something came up.",
      'Could we do it another day? My mother is in hospital.',
      "I'd need another day, sorry.",
      "No, I'm away then.",
    ],
    moods: { yes: 1, no: 0 },
    afterYes: ['Good.', 'Great.', 'Very good.', 'Lovely.', 'Perfect.'],
    afterNo: ["That's no problem.", 'No trouble at all.', 'Thanks for telling me.', "Then let's move it."],
    again: ['So, does that day still suit you?', 'And does the day still work for you?'],
    asides: [
      ['How long will it take, roughly?', 'Usually between forty minutes and an hour.'],
      ['Do I have to be there myself?', 'No, any adult who can let us in is fine.'],
      ['Do I have to pay anything on the day?', "No, it's part of your plan."],
      ['What was it for again?', "It's the visit for your boiler."],
    ],
  },
  {
    asks: /gate code|anything .*should know/i,
    yes: [
      'The gate sticks a bit, you have to push it.',
      "There's a dog, but she's friendly.",
      "The bell doesn't work, so please knock.",
      "Yes, it's the entrance round the back.",
      'The code is {gate_code}.',
      "Parking's difficult, the best place is behind the church.",
      "We're on the third floor, the name on the door is my partner's.",
    ],
    no: [
      'No, nothing special.',
      "No, it's easy to find.",
      'No, nothing I can think of.',
      'Not really, no.',
      'No, just ring the bell.',
    ],
    afterYes: ["I've noted that.", "Thank you, that's on the job sheet now.", "Good to know, I'll pass it on."],
    afterNo: ['Fine.', 'All right.', 'Good.'],
    again: ['So, is there anything {technician} should know?', 'And is there anything to know before the visit?'],
    asides: [
      ['Could I get a text when somebody is on the way?', 'You get a call, about twenty minutes before.'],
      ['Do I have to clear anything away?', 'Only what stands in front of the boiler.'],
    ],
  },
  {
    asks: /next opening I have|what about .*at the same time|would that be better/i,
    isAboutDate: true,
    yes: [
      "Yes, that's better.",
      'Let me see. Yes, that works.',
      "That's fine, I'm at home then.",
      'That should be all right.',
      'Yes, put me down for that.',
      'Perfect, yes.',
    ],
    more: ["I'll make sure somebody's in.", 'Sorry for the back and forth.'],
    no: [
      "No, that's no good either.",
      'Hm, no. I have to work then as well.',
      "I can't say yet, it depends on my shifts.",
      'No, sorry, not that day.',
    ],
    afterYes: ['Great.', 'Good.', 'Very good.'],
    afterNo: ['I understand.', "That's all right.", 'No problem.'],
  },
  {
    // It says by itself how long it takes.
    ...booking,
    asks: /ten minutes.*can I book/i,
    more: ['The sooner the better, really.', "I'm putting it in my calendar as we speak."],
    asides: [
      ['Do I have to be there myself?', 'Any adult who can open the door is fine.'],
      ['Can I use it on a low setting until then?', "No, please leave it off until the filter's been exchanged."],
    ],
  },
  {
    ...booking,
    asks: /can I book|shall I book/i,
    asides: [
      ['How long does it take?', 'About three quarters of an hour.'],
      ['Do I have to be there myself?', 'Any adult who can open the door is fine.'],
      ['Will it be the same technician as last time?', "I can't see who came last time. It will be {technician}."],
    ],
  },
  {
    asks: /somebody over eighteen be at home/i,
    yes: ['Yes, I will.', "Yes, I'll be here myself.", 'My neighbour will be, yes.'],
    no: ["No, we'll all be out.", "Hm, I don't think so."],
    afterYes: ["Good, that's all we need."],
    afterNo: ['Then {technician} will call you twenty minutes ahead, so that you can get back.'],
  },
]
