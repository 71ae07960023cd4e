import { exchange } from './exchange.ts'

const reminder = /'s visit at your home/i
const check = /yearly boiler check is due/i
const suits = /does that still suit you/i
const book = /can I book (that|you in)/i
const otherDay = /next opening I have|at the same time\?/i
const access = /gate code or a dog/i

/** Exchanges about visits of a technician. */
export const visitExchanges = [
  exchange(
    'statement',
    { to: /visit at your home|check is due/i },
    `agent: The address that I have is {street}. Is that right?
     customer: [Yes, that's right|Yes, that's it|That's right, yes].`,
  ),
  exchange(
    'statement',
    { to: /visit at your home|check is due/i, rulesOut: /easy to find|nothing (special|I can think)/i },
    `agent: You're still at {street}, is that right?
     customer: Yes, but [the street is dug up at the moment. One has to come in from the other end|there's a scaffold at the front at the moment. The way in is through the garage].
     agent: Thank you, I'll put that on the job sheet. Do you know until when?
     customer: [For another month, they say. I'll believe it when I see it|Nobody tells us. It was to be gone long ago].`,
  ),
  exchange(
    'statement',
    { to: reminder },
    `customer: Remind me, what's that about? The boiler?
     agent: Yes, the boiler. It's cleaned and measured, and you get the report to keep.
     customer: Right, right.`,
  ),
  exchange(
    'statement',
    { to: reminder },
    `customer: And who's that, {technician}? Have we met?
     agent: One moment, I'll look.
     agent, 6 to 14 s: Not yet. Last time it was somebody who has retired since.
     customer: Ah, I remember. That was always somebody with a good joke.`,
  ),
  exchange(
    'before-answer',
    { to: suits, rulesOut: /^(let me|hm)|in my calendar|takes? half a day/i },
    `customer: Wait, I have to look. My calendar's in the kitchen.
     agent: No hurry.
     customer, 15 to 40 s: So, I'm looking at it. {date}, you said?
     agent: {date}, at {time}. Does that still suit you?`,
  ),
  exchange(
    'before-answer',
    { to: suits, side: 'yes' },
    `customer: Is that really {time}? Last time it was to be the morning, and somebody came at the end of the day.
     agent: I'm sorry about that. {technician} has only two visits that day, and calls you from the road.
     customer: That's what I was told last time as well. I take time off for this, you know.
     agent: I know. I'm writing on the job sheet that you were kept waiting, so that you come first if it gets late.
     customer: I don't want to be difficult. I just don't want to sit here until six again.
     agent: That's not difficult at all. So, does the day still suit you?`,
  ),
  exchange(
    'after-answer',
    { to: suits, side: 'yes', unless: /be here|somebody will be in|there yourself|expecting you/i },
    `agent: And will you be there yourself?
     customer: [I will|Yes, I will].`,
  ),
  exchange(
    'after-answer',
    { to: suits, side: 'no' },
    `agent: [Let me see what else there is, one moment|One moment, I'm looking for another day].
     agent, 8 to 20 s: [So, I have something|There is something].`,
  ),
  exchange(
    'after-answer',
    { to: access, answer: /dog/i },
    `agent: What's the name? {technician} will say hello by name.
     customer: [Luna|Bella|Molly|Poppy|Daisy|Nell|Hazel|Ruby]. [Nine|Ten|Twelve] years old, and still thinks every visitor comes for a walk.
     agent: I've put the name on the job sheet, too.`,
  ),
  exchange(
    'after-answer',
    { to: access, answer: /the code is/i },
    `agent: {gate_code_first}. Is there anything to press after it?
     customer: The key with the bell on it.
     agent: And then the bell. Thank you.`,
  ),
  exchange(
    'after-answer',
    { to: access, answer: /parking/i },
    `agent: And how far is it from there, with a heavy bag?
     customer: Two minutes, not more. And it's flat.`,
  ),
  exchange(
    'after-answer',
    { to: access, answer: /^(um, |well, |oh, |uh, )?(no|not)\b/i },
    `agent: And the boiler, can one get at it easily?
     customer: It's in the cellar, behind the bicycles. I'll move them.
     agent: A step's width in front of it is enough.`,
  ),
  exchange(
    'before-answer',
    { to: /I have .* can I book that/i },
    `customer: Do you have anything in the evening? I'm out all day as a rule.
     agent: I'm afraid not, the last visits begin in the afternoon. But it's only three quarters of an hour.
     customer: Hm. And on a Saturday?
     agent: Only when the heating is off altogether. For the yearly check it's working days.
     customer: I see.
     agent: So, may I book that day for you?`,
  ),
  exchange(
    'before-answer',
    { to: book, rulesOut: /^(let me|hm)|calendar/i },
    `customer: One moment, I have to ask at home. {date}, you said?
     agent: Yes, at {time}. I'll wait.
     customer, 14 to 40 s: So, I've asked.
     agent: And may I book that day for you?`,
  ),
  exchange(
    'before-answer',
    { to: /I have .* can I book that/i },
    `customer: What is it that's done there, actually? It's ten minutes, and then somebody's gone again.
     agent: It's about three quarters of an hour. The burner is cleaned, the gas is measured, and the pressure is set.
     customer: Last year it was ten minutes. I looked at the clock.
     agent: That would be too short. One moment, let me look at the report.
     agent, 10 to 25 s: It says thirty-five minutes here, with a note that the burner was clean.
     customer: Thirty-five? Well. It didn't feel like that.
     agent: I'll ask for everything to be explained to you this time, step by step. So, may I book that day for you?`,
  ),
  exchange(
    'statement',
    { to: check },
    `customer: Is it really a year again?
     agent: It is, nearly to the day.`,
  ),
  exchange(
    'statement',
    { to: check },
    `customer: Nothing at all? Last year I had an invoice afterwards.
     agent: Let me look that up, one moment.
     agent, 8 to 22 s: There was one for a new valve. The check itself was free, as it is now.
     customer: Ah yes, the valve. Right.`,
  ),
  exchange(
    'statement',
    { to: /was at your door/i, rulesOut: /forgotten/i },
    `customer: I was in the whole day! Nobody rang.
     agent: I'm sorry. Let me see what {technician} wrote down, one moment.
     agent, 10 to 25 s: It says that the bell was rung twice at {street}, and then there was a call to your number.
     customer: The bell's been broken since the summer. I've told you that, it must be written somewhere.
     agent: It isn't here, so somebody forgot it. I'm putting it in now. Knock, don't ring.
     customer: Loudly, please. I'm mostly in the back.`,
  ),
  exchange(
    'statement',
    { to: /was at your door/i },
    `customer: Oh no. I got the days mixed up.
     agent: That happens.
     customer: And somebody came all the way for me?
     agent: Don't worry, there was another visit in the next street.
     customer: Still. I'm sorry about that.`,
  ),
  exchange(
    'before-answer',
    { to: otherDay },
    `customer: And earlier than that, is there nothing?
     agent: Let me look. One moment.
     agent, 8 to 20 s: No, everything before is taken. I can put you on the list, if somebody cancels.
     customer: Yes, put me on the list. One never knows.
     agent: You're on it. And the day itself, would that be better?`,
  ),
  exchange(
    'after-answer',
    { to: /can I book|next opening|same time\?/i, side: 'yes' },
    `agent: [Let me put that in, one moment|One moment, I'm putting it in].
     agent, 5 to 12 s: [So, it's in|There we are].`,
  ),
  exchange(
    'closing',
    { to: /visit at your home|check is due|was at your door/i },
    `customer: [One thing, though. |]Will the heating be off for long?
     agent: For half an hour at most. Until then you can leave it on.
     customer: [That's all right then|Good, it's cold enough].`,
  ),
  exchange(
    'closing',
    { to: /visit at your home|that's booked|in the calendar/i },
    `customer: [Just a question. |]Can I still move it if I have to?
     agent: Of course, until the evening before. Just call this number.
     customer: [I'll remember that|Okay, good].`,
  ),
  exchange(
    'closing',
    { to: /visit at your home|check is due|was at your door/i },
    `customer: Should I clear anything away before that?
     agent: Only what stands in front of the boiler, about a step's width.
     customer: [That's only the laundry|Okay, that's quickly done].`,
  ),
  exchange(
    'closing',
    { to: /visit at your home|check is due|was at your door/i },
    `customer: There's one more thing. The radiator in the bathroom doesn't get warm at the top.
     agent: That's air, most of the time. {technician} can look at it, too. Is it only that one?
     customer: Only that one, the others are fine.
     agent: I'm putting it on the job sheet. If you have the small key for it, please lay it out.
     customer: The key. I've got it somewhere. [Great, thank you|Good, thanks].`,
  ),
  exchange(
    'closing',
    { to: /minutes before|will come|in the calendar/i },
    `customer: Can I reach you on this number if something comes up?
     agent: Yes, this number is answered all day.
     customer: [Good|Okay, thanks].`,
  ),
  exchange(
    'closing',
    { to: /I've moved it to|that's booked|in the calendar/i },
    `customer: Wait, let me write it down. Where's that pen?
     agent: Take your time.
     customer, 8 to 18 s: So. What was the time again?
     agent: It's {time}.
     customer: {time}. Got it.`,
  ),
  exchange(
    'statement',
    { to: /visit at your home|check is due/i },
    `agent: Is the name {last_name} on the bell?
     customer: [Yes, it's on the bell|It is, the second from the top].`,
  ),
  exchange(
    'statement',
    { to: /visit at your home|check is due/i },
    `agent: I have {street} here, on the second floor. Is that right?
     customer: No, on the ground floor. We've never been on another.
     agent: Then somebody mistyped it. I've changed it.`,
  ),
  exchange(
    'before-answer',
    { to: suits, side: 'yes' },
    `customer: That's the day on which my {relative} comes. Can it be done with visitors in the house?
     agent: It can. {technician} only needs the boiler and a socket.
     customer: My {relative} talks a lot, that's all.
     agent: {technician} is used to that. So, does the day still suit you?`,
  ),
  exchange(
    'before-answer',
    { to: book },
    `customer: Could it be somebody who speaks up? The last one mumbled, and I understood only half of it.
     agent: I'm noting that. {technician} speaks loud and clear.
     customer: Good. And with time for a question or two?
     agent: With time for that, too. So, may I book that day for you?`,
  ),
  exchange(
    'before-answer',
    { to: book },
    `customer: And if it falls through, when do I hear of it? Last winter it was at eight in the morning.
     agent: I'm sorry about that. Now you get a text on the evening before.
     customer: The evening before, that's better. I had sent the children to their grandmother for it.
     agent: [I see why you're asking|That's annoying, I know]. So, may I book that day for you?`,
  ),
]
