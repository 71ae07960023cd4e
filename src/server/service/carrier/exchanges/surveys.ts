import { exchange } from './exchange.ts'

const mark = /scale of one to ten/i
const wrong = /what went wrong/i
const better = /one thing that we should do better/i

/** Exchanges of surveys and welcome calls. */
export const surveyExchanges = [
  exchange(
    'statement',
    { to: /two short questions about the visit/i },
    `customer: [Last week, yes. The heating|Yes, about the boiler].
     agent: Exactly, that one.`,
  ),
  exchange(
    'statement',
    { to: /two short questions about the visit/i },
    `customer: Which visit was that? There were two.
     agent: One moment, I'll look.
     agent, 6 to 15 s: The second one, when the work was finished.
     customer: Ah, {technician}. Yes.`,
  ),
  exchange(
    'after-answer',
    { to: mark, side: 'yes', unless: /everything was clean|friendly, quick/i },
    `agent: And what did you like best?
     customer: [That everything was explained to me before it was done|That I got a call before, so I could put the kettle on].
     agent: Thank you, I'm writing that down.`,
  ),
  exchange(
    'closing',
    { to: /I'll tell/i, unless: /hard to reach a person|waiting on the phone|the driver/i },
    `customer: If I may say so, the visit was fine. It's getting an appointment that's hard.
     agent: What was hard about it?
     customer: I called on three mornings, and each time I was told that all lines were busy.
     agent: That's not good, I'm sorry. Did you try it online?
     customer: I did, but then I got days that were three weeks off. On the phone it was suddenly the next day.
     agent: That's useful to know. The two should show the same days, and I'm passing on that they didn't.
     customer: Good. Then it was worth something.`,
  ),
  exchange(
    'after-answer',
    { to: wrong, side: 'yes', unless: /two calls and an e-mail/i },
    `agent: Did you tell anybody at the time?
     customer: I called, and I was in the queue for half an hour. Then I gave up.
     agent: I'm sorry. I'm adding that.`,
  ),
  exchange(
    'after-answer',
    { to: wrong, side: 'yes' },
    `customer: And that's not all. I had to explain everything three times, to three different people.
     agent: That's tiring. Let me see who that was, one moment.
     agent, 10 to 25 s: I can see two calls and an e-mail here, and they were never put together.
     customer: Everybody asks me for the number. It's on the paper, you wrote it yourselves!
     agent: You're right. I'm writing down that nobody looked at what you'd said before.
     customer: And that nobody apologised. Until now.
     agent: Then let me do it properly. I'm sorry, for all of it.
     customer: Thank you. That's really all I wanted to hear.`,
  ),
  exchange(
    'after-answer',
    { to: better, side: 'yes' },
    `agent: May somebody call you about that, if there's a question?
     customer: [Yes, that's fine|I'd rather not, to be honest].
     agent: I've noted it.`,
  ),
  exchange(
    'before-answer',
    { to: better },
    `customer: Let me think. There was something. One moment.
     agent: Take your time.
     customer, 6 to 14 s: No, that was with the other company, the one for the windows.
     agent: Then that one has nothing to do with us. And with us, is there one thing that we should do better?`,
  ),
  exchange(
    'closing',
    { to: /questions about the visit/i },
    `customer: Who reads that, by the way?
     agent: The head of the field team, every Monday.
     customer: [I see, thanks|Every week? That's good].`,
  ),
  exchange(
    'closing',
    { to: /questions about the visit/i },
    `customer: And does it change anything?
     agent: Sometimes. Last month it got us later hours on Thursdays.
     customer: [Good to know|Well, that's something].`,
  ),
  // Welcome calls.
  exchange(
    'statement',
    { to: /welcome, and thank you/i },
    `customer: That's nice of you. It's only been two weeks.
     agent: Exactly, that's when we call.`,
  ),
  exchange(
    'statement',
    { to: /welcome, and thank you/i },
    `agent: First, is {street} the right address?
     customer: [Yes, that's right|It is, yes].`,
  ),
  exchange(
    'answer',
    { to: /letter with your plan number/i, side: 'yes' },
    `customer: I think so. There's a pile here, let me look.
     agent: Take your time.
     customer, 15 to 45 s: Water, bank, bank. Here's something from you.
     agent: Is there a number at the top? It begins with N H.
     customer: N H, and then {plan_number}.
     agent, 2 to 5 s: That's the one. Please keep it where you find it.`,
  ),
  exchange(
    'answer',
    { to: /able to log in/i, side: 'yes' },
    `customer: Sort of. I got in, but it said [that my name was {last_name} {last_name}. Twice the same|hello {last_name}, as if I had no first name|that I was {last_name} {last_name}, which would be a strange name].
     agent: Oh, let me look at that. One moment.
     agent, 10 to 25 s: You're right, the first name is missing. It's {first_name}, isn't it?
     customer: Yes, {first_name}.
     agent: It's corrected, you'll see it the next time you log in.`,
  ),
  exchange(
    'after-answer',
    { to: /able to log in/i, side: 'no' },
    `customer: Could we do it now, while I've got you? I've got the tablet here.
     agent: Of course. Please open northfield.example, a slash, and then the word start.
     customer, 20 to 45 s: Okay. I see a picture of a house.
     agent: Below it there's a field for your e-mail address. Please put it in, and tap the green button.
     customer, 20 to 45 s: It says that there's a code coming.
     agent: It comes by e-mail, six digits. Please type them in, and don't tell me which.
     customer, 15 to 40 s: Got it. Ah, there's my name.
     agent: Then you're in. The plan is on the left, and your invoices are below it.
     customer: That was easier than I thought.`,
  ),
  exchange(
    'statement',
    { to: /answered day and night/i },
    `customer: Wait, let me write that down. One second.
     agent: Of course.
     customer, 6 to 16 s: So, it's on the list by the telephone.`,
  ),
  exchange(
    'closing',
    { to: /welcome, and thank you/i },
    `customer: [Just a question. |]When does the cover begin?
     agent: It began on the first of the month.
     customer: Ah, it's running already. Good.`,
  ),
  exchange(
    'closing',
    { to: /welcome, and thank you/i },
    `customer: [One thing, though. |]Can somebody else in the house call, too?
     agent: Yes, you can add a second contact in your account.
     customer: [I'll do that|Good, I'll do that then].`,
  ),
  exchange(
    'closing',
    { to: /welcome, and thank you/i },
    `customer: [Just a question. |]The house is from the sixties, and so is half of the heating. Does that matter?
     agent: Not for the plan. How old is the boiler itself, roughly?
     customer: Twelve years, I think. It came with the house.
     agent: Then that's fine. From fifteen years on, we look at it twice a year, without any extra cost.
     customer: And the pipes? Some of them run through the garden.
     agent: Up to the meter they're covered, also outside.
     customer: That's what I was worried about. Thank you.`,
  ),
  exchange(
    'after-answer',
    { to: mark, side: 'yes' },
    `agent: And did {technician} explain what was done?
     customer: Yes, and I was shown the old part, too. It was worn through on one side.
     agent: That's how it should be.
     customer: I had no idea that one can read off the pressure oneself. Now I look at it every week.
     agent: That's the best thing you can do for it.`,
  ),
  exchange(
    'before-answer',
    { to: mark },
    `customer: Is that for the technician, or for everything?
     agent: For the visit, from the moment you opened the door.
     customer: Then I leave out the telephone before it. That was another story.
     agent: Of course, only the visit counts. So, how many out of ten would it be?`,
  ),
  exchange(
    'statement',
    { to: /two short questions about the visit/i },
    `customer: Is it long? I've got something on the stove.
     agent: One minute, I promise.
     customer: Then let me turn it down. One second.
     agent: Of course.
     customer, 8 to 18 s: So. Ask away.`,
  ),
  exchange(
    'closing',
    { to: /I'll tell/i },
    `customer: And would you tell {technician} something from me? The tip with the radiators worked, it's warm upstairs now.
     agent: I'm writing it down, word for word.
     customer: Thank you. One should say it when something's good.`,
  ),
  exchange(
    'after-answer',
    { to: /letter with your plan number/i, side: 'yes' },
    `agent: And is your name spelled right on it?
     customer: [Yes, it is|It is, for once].`,
  ),
  exchange(
    'statement',
    { to: /welcome, and thank you/i },
    `customer: Since you're calling, there's something already. The tap in the bathroom drips. Is that in it?
     agent: Only the heating is, I'm afraid. But there's a list of plumbers in your account, with fixed prices.
     customer: Okay. It was worth asking.`,
  ),
  exchange(
    'before-answer',
    { to: /able to log in/i },
    `customer: Is that the thing with the code? I don't like these codes.
     agent: It is, but it's only asked for once on each device.
     customer: All right, once is fine.
     agent: So, have you been able to log in?`,
  ),
  exchange(
    'after-answer',
    { to: /letter with your plan number/i, side: 'no' },
    `agent: And is your name on the letter box?
     customer: Not yet, there's still the one of the people before us.
     agent: That may be why. Please put yours on it before the next one comes.
     customer: [I'll do it today|Right, I'll do that].`,
  ),
]
