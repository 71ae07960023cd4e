/**
 * People who answer the telephone, and what they say before and besides the matter of a call. Each list of a person's lines is followed by
 * the lines of the agent that fit them.
 */

/** How people pick up. Some countries have a way of their own. */
export const hellos = ['Hello?', 'Yes, hello?', 'Hi.', 'Yes?', 'Hello.', 'Hello, who is this?'] as const
export const localHellos: Readonly<Record<string, readonly string[]>> = {
  DE: ['{last_name}?', '{last_name}, hello?', 'Yes, {last_name}.', 'Hallo?'],
  FR: ['Allô?', 'Oui, allô?', 'Allô, oui?'],
  SE: ['{first_name}.', 'Hello, {first_name}.', 'Hallå?'],
}

/** Openings of the agent. `{company}` is known only if the flow names it. */
export const greetings = [
  'Hi, this is {agent} from {company}. Am I speaking with {first_name} {last_name}?',
  'Good {daytime}, my name is {agent}, I work for {company}. Is this {first_name} {last_name}?',
  'Hello, {agent} here from {company}. Is that {first_name}?',
] as const
/** Openings of a flow that asks by itself who is speaking, and of calls to nobody by name. */
export const plainGreetings = [
  'Hello, this is {agent} from {company}.',
  'Good {daytime}, {agent} here, from {company}.',
] as const
export const recordedLines = [
  'Just so you know, this call is recorded.',
  'Before we start, this call is recorded.',
  'This call is recorded, if that is all right.',
] as const

/** Answers of the right person to `Am I speaking with …?`, and to `Is this …?`. */
export const speakingAnswers = [
  'Yes, speaking.',
  "Yes, that's me.",
  'Speaking.',
  'Yes, this is {first_name}.',
  'You are, yes.',
  'That would be me.',
] as const
export const identityAnswers = [
  'Yes, speaking.',
  "Yes, that's me.",
  'Speaking.',
  'Yes, this is {first_name}.',
  'Yes, it is.',
  "Yes, hello, that's me.",
] as const
/** The answers of the right person to a question for the name. */
export const identityAnswersTo = (question: string): readonly string[] =>
  /\bam i\b/i.test(question) ? speakingAnswers : identityAnswers
export const minuteAnswers = [
  'Sure, go ahead.',
  'A minute, yes.',
  "Yes, what's it about?",
  'Hi {agent}. Yes, I have a minute.',
  'Okay, go on.',
] as const
export const greetingAnswers = [
  'Oh, hi.',
  'Hello. What can I do for you?',
  'Hi. Yes?',
  'Yes, hello.',
  'Hi, go ahead.',
  'Okay.',
] as const

/** Small talk, in one line, with the agent's answer. */
export const smallTalk: readonly (readonly [string, string])[] = [
  ["Hi. Sorry, I'm a bit out of breath, I ran up the stairs.", 'Take your time.'],
  ['Oh good, a real call. I only get advertising these days.', "Then I won't keep you long."],
  ['Hello there. Is it as cold where you are?', 'Cold enough, thank you for asking.'],
  ["Hi. I'm cooking, so excuse the noise.", 'No problem at all.'],
  ["Hello. I've been waiting for a call all day, but from somebody else.", "Then I'll be brief."],
  ["Hi {agent}. You're the first nice voice today.", "That's kind of you."],
  ['Hello. I was just about to leave, but go on.', "I'll be quick, then."],
  ['Hi {agent}, how are you?', "I'm well, thank you for asking."],
  ['Oh, hello. You sound cheerful.', 'I try to. Thank you.'],
  ["Hi. I've just got in from the rain, go ahead.", "Then I'm glad that you picked up."],
  ['Oh, hi. I thought it was the school.', "No, everything's fine, don't worry."],
  ["Hello. You've got good timing, I'm having a coffee.", "Enjoy it, I won't take long."],
  ["Hi there. It's a bit noisy here, I'm on the bus.", 'I can hear you well, thank you.'],
  ['Hello, yes. I was just about to leave, but go on.', "I'll be quick, then."],
  ["Hello! I thought you'd be my sister.", "No, I'm sorry to disappoint you."],
  ["Good {daytime}. I've just made coffee, but go ahead.", "Thank you, I won't be long."],
]

/** Wrong numbers, and people who have moved away. They hear an apology and nothing of the matter. */
export const wrongNumberLines = [
  "You've got the wrong number, I'm afraid.",
  "There's no {first_name} here.",
  'No. Nobody by that name here, sorry.',
  '{first_name}? No, you must have the wrong number.',
  "No. I've only had this number for two months, and you're not the first one.",
] as const
export const wrongNumberApologies = [
  "I'm sorry to have disturbed you. I'll have the number corrected. Goodbye.",
  "Oh, then I apologise. I'll make sure that we don't call you again. Goodbye.",
  "I'm sorry about that, and I'll take this number out. Goodbye.",
  "My apologies, that's our mistake. I'll have it removed. Goodbye.",
] as const
export const movedLines = [
  "{first_name} doesn't live here any more. We shared the flat until the spring.",
  '{first_name} moved out last year. It was our number, and now it is only mine.',
  'Oh, {first_name} moved out a while ago. I only kept the line.',
  "Not here any more, I'm afraid. We've been divorced since the spring.",
] as const
export const movedApologies = [
  "I see. I'm sorry to have disturbed you, I'll note that we can't reach {first_name} here. Goodbye.",
  "Oh, I didn't know that. I apologise, and we won't call here again. Goodbye.",
  'Thank you for telling me, and sorry for the disturbance. Goodbye.',
] as const
/** If the agent did not say whom it wants to speak with. */
export const whomLines = ['Who do you want to speak to?', 'Who are you looking for?', 'Yes? Who did you want?'] as const
export const nameLines = [
  "I'd like to speak with {first_name} {last_name}.",
  '{first_name} {last_name}, please.',
] as const
export const strangerGoodbyes = [
  'No problem. Bye.',
  "That's all right. Bye.",
  'Okay, bye.',
  'No worries, bye.',
  'Right. Bye.',
] as const

/** Adults who answer for the customer, with what the agent says. It asks when to call again. */
const askForTime = [
  "Then I'd rather try again. When is a good time to reach {first_name}?",
  'When would be a good time to call back?',
  'When could I try again?',
]
const refuseMessage = [
  "Thank you, but I'd rather try again. When is a good time to reach {first_name}?",
  'No message, thank you. When would be a good time to call back?',
]
const refuseAnswer = [
  "It's only for {first_name}, I'm afraid. When could I try again?",
  'I can only tell {first_name}, sorry. When would be a good time to call?',
]
export const householdLines: readonly (readonly [string, readonly string[]])[] = [
  ["{first_name}'s not in. Can I take a message?", refuseMessage],
  ["No, {first_name} is out. What's it about?", refuseAnswer],
  ["Hold on. No, {first_name}'s gone shopping.", askForTime],
  ["{first_name} is at work. You've got the home number.", askForTime],
  ["No, this is the neighbour, I'm just looking after the cat.", askForTime],
  ["{first_name} is outside and can't come to the phone right now.", askForTime],
  [
    "No, {first_name} is asleep. Night shift. Who's calling?",
    ['This is {agent}, from {company}. When would be a good time to call back?'],
  ],
]
/** The same, if it is the customer's mobile phone. */
export const mobileHouseholdLines: readonly (readonly [string, readonly string[]])[] = [
  ['{first_name} left the phone at home. Can I take a message?', refuseMessage],
  ["This is {first_name}'s phone, but {first_name} is driving.", askForTime],
  ["No, {first_name} is in the shower. What's it about?", refuseAnswer],
  ["This is {first_name}'s phone, but {first_name} is just getting us coffee.", askForTime],
]
export const householdTimes = [
  'Try {callback}.',
  "I'd say {callback}.",
  '{callback_first}, probably.',
  'Maybe {callback}?',
] as const
export const householdGoodbyes = [
  "Thank you, I'll call again {callback}. Goodbye.",
  "Then I'll try {callback}. Thank you, and goodbye.",
  '{callback_first}, thank you. Goodbye.',
] as const
export const shortGoodbyes = [
  'Okay, bye.',
  'All right, bye.',
  'Bye.',
  'Bye bye.',
  "I'll pass it on that you called. Bye.",
] as const

/** Children. The agent says nothing of the matter and asks for nothing. */
export const childHellos = ['Hello?', 'Hellooo.', 'Hi, who are you?'] as const
export const childLines = [
  '{parent} is in the shower.',
  '{parent} is outside with the dog.',
  "{parent} says I'm not allowed to talk to strangers.",
  'Um. {parent} is upstairs.',
] as const
export const childReplies = [
  "That's all right, I'll call again later. Goodbye!",
  "Thank you for telling me. I'll call again another time. Bye!",
  'No problem at all. I will try again later. Bye bye!',
] as const
export const childGoodbyes = ['Okay, bye.', 'Bye!', 'Okay.'] as const

/** People without time. They are offered a call-back and hear nothing more. */
export const busyLines = [
  "Sorry, I'm at work, I can't talk.",
  "I'm driving. Can you call back?",
  "It's a bad moment, I'm in a meeting.",
  "I can't right now, the baby's just fallen asleep.",
  "I'm at the checkout, can we do this later?",
  "Can't talk now, I'm at the doctor's.",
] as const
export const busyReplies = [
  "No problem, I won't keep you. Shall I call back {callback}, or rather {second_callback}?",
  'Of course. When suits you better, {callback} or {second_callback}?',
  "Sorry, then I'll be quick. May I call you {callback}? Or {second_callback}?",
] as const
export const busyChoices = {
  first: ['{callback_first} is fine.', '{callback_first}, please.', 'The first one.', 'Yes, {callback} works.'],
  second: ['{second_callback_first} is better.', '{second_callback_first}, please.', 'The second one.'],
} as const
export const busyGoodbyes = [
  "Then I'll call you {agreed_callback}. Goodbye.",
  '{agreed_callback_first} it is. Talk to you then, bye.',
  "Good, I'll call {agreed_callback}. Goodbye, {first_name}.",
] as const
export const busyThanks = ['Thanks, bye.', 'Okay, bye.', 'Great. Bye.', 'Thank you. Bye.'] as const
/** People who stay on the line, but have little time. */
export const hurriedLines = [
  "Okay, but I'm at work, so make it quick.",
  'I have one minute, no more.',
  "Go on, but I've got to leave in a second.",
] as const
export const hurriedRemarks = [
  "But I'm at work, so make it quick.",
  "I've got one minute, no more.",
  "I've got to leave in a second, though.",
] as const
export const hurriedReplies = ["Of course, I'll be brief.", "I'll keep it short.", 'A minute is all I need.'] as const

/** People who do not trust the call. */
export const suspiciousLines: readonly (readonly [string, readonly string[]])[] = [
  [
    'And where did you get my number?',
    [
      "It's {agent}, the automated assistant of {company}. Your number is in your customer account with us.",
      "{company}, {agent} is my name, and I'm an automated assistant. The number is from your customer account.",
    ],
  ],
  [
    "I don't know this number. Is this a scam?",
    [
      "It isn't, but I'm glad you ask. I won't ask you for a card number or a password, and you can call {company} to check.",
      'No, but you can hang up and call {company} on the number on our website, if you prefer.',
    ],
  ],
  [
    'Am I talking to a machine?',
    ["You are, I'm an automated assistant of {company}.", "Yes, I'm an automated assistant. I call for {company}."],
  ],
  [
    'Which company was that again?',
    ["{company}. You're a customer of ours.", "It's {company}, and my name is {agent}."],
  ],
]
export const suspiciousAnswers = [
  'Okay. Go on.',
  'All right, and what is it about?',
  'Hm. Okay.',
  "Fine. Then what's the matter?",
  'Ah, okay.',
] as const
/** The same, if the agent asked for a name. */
export const confirmingAnswers = [
  "Okay. Yes, that's me.",
  "All right. Yes, I'm {first_name}.",
  "Ah, okay. That's me, yes.",
] as const

/** People who do not want to be called. The agent confirms it and ends the call. */
export const doNotCallLines = [
  "Please don't call me again. Take me off your list.",
  "I don't want these calls. Remove my number, please.",
  'Stop calling me. I mean it.',
  'Take my number off your list, please. I asked for that last time.',
] as const
export const doNotCallReplies = [
  "I understand. I've taken your number off our call list, and we won't call you again. Goodbye.",
  "I'm sorry. Your number is off the list now, you won't hear from us by phone any more. Goodbye.",
  "Of course. I'm removing your number now, and I apologise for the call. Goodbye.",
] as const
export const doNotCallGoodbyes = ['Good. Bye.', 'Thank you. Bye.', 'I hope so. Bye.'] as const

/** What people say before they hang up: at once, and later. */
export const hangUpLines = [
  'Not now. Bye.',
  'Oh, come on. Another one of these calls.',
  "I'm hanging up now.",
  "Sorry, I haven't got time for this. Bye.",
] as const
export const lateHangUpLines = [
  "I've got to go. Bye.",
  'Sorry, this takes too long. Bye.',
  "There's somebody at the door, I've got to go. Bye.",
] as const
/** The same, if somebody wants to sell them something. */
export const refusals = ['No. I never buy anything on the phone.', "Whatever it is, I don't want it. Bye."] as const
export const lateRefusals = ["I'm not interested. Bye.", 'Not today, thank you. Bye.'] as const

/** How people ask for a person. */
export const humanRequests = [
  'Sorry, can I speak to a person?',
  "I'd rather talk to somebody real, please.",
  'Is there a human I can talk to?',
  "I don't talk to robots. Get me a real person, please.",
] as const
export const nobodyThereReplies = [
  "I can't put you through from here, but a colleague will call you back {callback}. Goodbye.",
  "I'm afraid nobody's free this minute. I've asked a colleague to call you {callback}. Goodbye.",
] as const
export const nobodyThereAnswers = ['All right. Bye.', 'Okay, thanks. Bye.', "Fine. I'll wait for that. Bye."] as const

/** People who did not hear, and what the agent says before the repeated words. */
export const repeatRequests = [
  "Sorry, what did you say? I don't hear so well.",
  'Could you say that again, please? A bit louder.',
  "Pardon? The line isn't very good.",
  "I didn't catch that, sorry.",
] as const
export const repeatOpenings = ['Of course.', 'Sure, once more.', "I'll say it again.", 'No problem.'] as const

/** Interruptions in the background. The agent repeats its question. */
export const interruptions: readonly (readonly [string, string])[] = [
  ["Sorry, one second, there's somebody at the door.", "Okay, I'm back. Could you say that again?"],
  ['Hang on. Turn that down, please! Sorry about that.', 'So, what was the question?'],
  ['Wait, the dog wants out.', "Right, I'm here again. Say that again?"],
]
export const waitingLines = ['Take your time.', 'No hurry.', "Of course, I'll wait."] as const

/** The agent's reactions to an angry customer. */
export const apologies = [
  "I'm sorry about that. You shouldn't have to deal with this.",
  "I understand, and I'm sorry.",
  "I can hear that, and I apologise. I'll pass it on today.",
  "You're right to be annoyed, I'm sorry.",
] as const
/** How somebody says goodbye who complained. */
export const angryGoodbyes = ['Fine. Bye.', 'Okay then. Bye.', "We'll see. Bye.", 'Right. Bye.'] as const

/** What the agent and the customer say while they look something up. */
export const lookingUp = [
  'One moment, let me look.',
  'Let me check that for you.',
  'Just a second.',
  'Good question, one moment.',
] as const
export const lookingAtCalendar = [
  'Hold on, let me check my calendar.',
  "One second, I'll have a look.",
  'Wait, let me see what I have that day.',
  'Let me think.',
] as const
/** Whether the customer has time, if the agent asks. */
export const timeQuestions = ['Do you have two minutes?', 'Is this a good moment?', 'Can you talk right now?'] as const
export const timeAnswers = [
  'Yes, go ahead.',
  "Sure, what's it about?",
  'Yes, that should be fine.',
  'I have a few minutes, yes.',
  'Go on.',
] as const

/** What the agent says if the customer is silent. */
export const silenceQuestions = [
  'Are you still there?',
  'Hello? I cannot hear you at the moment.',
  'Hello, can you hear me?',
] as const
/** What customers say when they come back. */
export const silenceAnswers = [
  'Yes, sorry, I was looking for my glasses.',
  'Yes, sorry. Somebody rang the bell.',
  "I'm here, the line was gone for a second.",
  'Sorry, I was on mute. Where were we?',
  'Yes, yes. I was just thinking.',
  'Yes, I am. You were gone for a moment.',
  "I'm still here, sorry. Somebody just came in.",
  'Yes, sorry. I had to move the pan.',
  'Yes, sorry, I pressed something by mistake.',
] as const

/** What the agent says before it repeats its question to somebody who came back. */
export const silenceReplies = ['No problem.', "That's all right.", 'No worries.'] as const

/** How a customer takes up the agent's answer to a side question before saying no. */
export const bridges = ['I see.', 'Okay, I see.', 'Okay.'] as const

/** Openings for the subject of a rule with a free-text condition. */
export const subjectOpenings = [
  'Before you go on, this is about',
  'Wait, one thing:',
  'Actually, I wanted to ask about',
] as const
/** What the agent says outside working hours. */
export const closedLines = [
  'We are closed at the moment, so I can only take a note.',
  'It is outside our working hours right now.',
] as const

/** The agent's last question, with customers' answers. */
export const anythingElse = [
  'Is there anything else I can do for you?',
  'Do you have any other question?',
  'Anything else I can help with?',
] as const
export const nothingElse = [
  'No, that was all.',
  "No, thanks, that's all.",
  "No, that's it.",
  "I don't think so, no.",
  'No, all good.',
] as const

export const goodbyes = [
  'Thank you, {first_name}. Have a good {daytime}.',
  'That was all from me. Thanks for your time, and goodbye.',
  'Thanks, {first_name}. Goodbye.',
] as const
/** Customers' goodbyes after a wish for the day, and after any other goodbye. */
export const wishGoodbyes = [
  'You too, bye.',
  'Thanks, you too. Bye.',
  'Thank you, same to you.',
  'And you. Bye bye.',
] as const
export const customerGoodbyes = [
  'Thanks, bye.',
  'Bye bye.',
  'Okay, thank you. Goodbye.',
  'Alright, bye.',
  'Thank you. Bye.',
  'Bye.',
  'Goodbye.',
] as const
/** Goodbyes of customers in a bad mood. */
export const curtGoodbyes = ['Fine. Bye.', 'Okay. Goodbye.', 'Right. Bye.', 'Bye.'] as const

/** The agent's reactions to a yes, if nothing is known about the question. */
export const thanks = ['Great, thank you.', 'Perfect.', 'Thank you.', 'Good to know.', 'All right.'] as const
/** The agent's reactions to a no. */
export const acknowledgements = ['No problem.', 'I understand.', "That's all right.", 'Thanks for telling me.'] as const

/** What customers say while they listen, after news that they like and after any other. */
export const gladRemarks = ['Great.', 'Perfect, thank you.', 'Okay, good.', 'Good.', 'All right, great.'] as const
export const plainRemarks = ['Okay.', 'All right.', 'Right.', 'I see.', 'Mm-hm.'] as const
