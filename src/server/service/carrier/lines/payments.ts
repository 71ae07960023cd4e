import type { Question } from './question.ts'

/** Questions about invoices. */
export const paymentQuestions: readonly Question[] = [
  {
    asks: /could you settle it|can you settle it/i,
    moods: { yes: 1, no: 0 },
    yes: [
      "Oh, I forgot about that. Yes, I'll pay it.",
      'Yes, I can do that.',
      'Yes, sorry. It was lying under a pile of letters.',
      "I'll do it tonight.",
      "Yes, that's no problem.",
      'Sure. I get paid this week anyway.',
    ],
    more: ["I thought I'd done that already.", "I'm usually on time with these things.", "It won't happen again."],
    no: [
      'Not all at once, no.',
      "No, that's too much right now.",
      "I can't, I lost some shifts this month.",
      "Honestly, I don't have it at the moment.",
      "That'll be difficult. The car broke down.",
    ],
    afterYes: ['Thank you.', 'Great, thank you.', 'Thanks, that helps.'],
    afterNo: ['Thanks for telling me.', 'I understand.', "That happens, and we'll find a way."],
    again: ['So, could you settle it by then?', 'And could you pay it by that day?'],
    asides: [
      [
        "What's that for? I don't recall it.",
        "It's for the repair of your heating. I can send you a copy.",
        /letters|forgot|done that already|won't happen again/,
      ],
      ['Is there a fee on top?', "No, not if it's settled by then."],
      [
        'Why did nobody write to me first?',
        'We sent two e-mails, but they may have gone to your junk mail.',
        /letters|forgot|won't happen again/,
      ],
      [
        'Can I pay by card right now?',
        "For your safety I don't take cards on the phone. You can do it in your account.",
        /forgot|letters|tonight|get paid|too much|don't have it|lost some shifts|car broke/,
      ],
    ],
  },
  {
    asks: /two halves|two parts/i,
    yes: [
      'Yes, two halves would work.',
      'Okay, I can manage that.',
      'That would help a lot, thank you.',
      "Yes, let's do it like that.",
      'Half now and half later? Yes.',
    ],
    more: ["It's been an expensive month.", 'Thank you for making it so easy.'],
    no: [
      "No, I'd need more time than that.",
      "Even that's too much, I'm afraid.",
      'No. Could it be smaller parts?',
      "I don't think I can manage that either.",
    ],
    afterYes: ['Good.', 'Very good.', 'Thank you.'],
    afterNo: ['I understand.', "That's all right.", 'Thanks for being open about it.'],
    again: ['So, would two halves help?', 'And would that work for you?'],
    asides: [['Does that cost extra?', "No, there's no fee and no interest."]],
  },
]
