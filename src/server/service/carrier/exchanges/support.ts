import { exchange } from './exchange.ts'

const filter = /round cap at the bottom left/i
const recall = /safety notice about the filter/i

/** Exchanges about faults and safety notices. */
export const supportExchanges = [
  exchange(
    'statement',
    { to: /you reported a problem/i },
    `customer: [Yes, on Sunday|Yes, that was me]. It stopped in the middle of everything.
     agent: That's what I have here.`,
  ),
  exchange(
    'statement',
    { to: /you reported a problem/i },
    `agent: It's the one that we sold you last year, isn't it?
     customer: Is it only a year? Yes, we've only got the one.`,
  ),
  exchange(
    'after-answer',
    {
      to: /is it working now/i,
      side: 'yes',
      unless: /cleaned it|no idea what it was|keep it from happening|comes back on a weekend/i,
    },
    `agent: May I ask what it was in the end?
     customer: [The filter, just as it says in the booklet|I couldn't tell you. It simply started again].
     agent: [That's often how it goes|As so often].`,
  ),
  exchange(
    'after-answer',
    { to: /is it working now/i, side: 'no' },
    `agent: Since when exactly has it been like that?
     customer: For about a week now. First only now and then, and now every time.
     agent: And did anything happen before that, a power cut, or was it moved?
     customer: It was moved, yes. We painted the wall behind it.
     agent: Thank you, that's useful. Let's see.`,
  ),
  exchange(
    'before-answer',
    { to: /code on the display/i, rulesOut: /^(um, |well, |oh, |uh, )?wait/i },
    `customer: [I'm upstairs, I'd have to go down to it. One moment.|I'd have to go and look. One moment.]
     agent: Please do, I'll wait.
     customer, 20 to 45 s: So, I'm standing in front of it.
     agent: Is there a code on the display now?`,
  ),
  exchange(
    'after-answer',
    { to: /code on the display/i, answer: /\be\b/i },
    `agent: Let me look that one up. One moment.
     agent, 8 to 20 s: That means that something gets through too slowly.`,
  ),
  exchange(
    'statement',
    { to: filter, rulesOut: /tried that already|(try|do) that (first|myself)|try the filter|see if that helps/i },
    `customer: Can we do that now, together? I've never opened it.
     agent: Of course. Please switch it off first, and put a towel on the floor.
     customer, 25 to 50 s: Okay, it's off. And the towel's there.
     agent: Now turn the cap to the left, slowly. A little water may come out.
     customer, 15 to 35 s: It's stuck. No, wait. Now it's moving.
     agent: Very good. Take the filter out, and hold it under the tap.
     customer, 30 to 60 s: [There was something hard in it, and a lot of dirt.|Oh dear. There's a lot of dirt in it.]
     agent: That may well have been it. Now put it back, a quarter turn to the right, and switch on again.
     customer, 15 to 35 s: It's in. Let me see. It's doing something, it's humming.
     agent: That's a good sign. Please let it run for a minute while we speak.
     customer, 20 to 40 s: Still humming. So far so good.`,
  ),
  exchange(
    'statement',
    { to: filter },
    `customer: On the left of what? There are two round things.
     agent: The larger one, near the floor. The small one is for the hose.
     customer: Ah, that one. I see it.`,
  ),
  exchange(
    'statement',
    { to: filter, rulesOut: /(try|do) that (first|myself)|try the filter|see if that helps/i },
    `customer: I've done that. Twice, even.
     agent: And was there anything in it?
     customer: Only a bit of dirt.
     agent: Then there may be more behind it, where one can't see it.`,
  ),
  exchange(
    'before-answer',
    { to: /shall I send .* to be sure/i, side: 'yes' },
    `customer: You know, it's always something with that machine. First the pump, now this.
     agent: Let me see what was done to it. One moment.
     agent, 10 to 25 s: The pump was in the spring, on warranty. This is something else.
     customer: For that money I expected it to run for ten years.
     agent: It should. If it has to be opened again this year, you can ask for another one instead.
     customer: Can I? Nobody told me that.
     agent: I'm writing it on your case, so that you don't have to argue about it. So, shall I send {technician} then?`,
  ),
  exchange(
    'after-answer',
    { to: /shall I send .* to be sure/i, side: 'yes' },
    `agent: And that's at {street}, isn't it?
     customer: Yes, that's right. The bell with our name, on the top.`,
  ),
  exchange(
    'closing',
    { to: /I'll close the case/i },
    `customer: [Just a question. |]How often should one clean that filter?
     agent: Once a month is plenty.
     customer: Once a month. [I've never done it|I did it once, at Easter].
     agent: You're not the only one.`,
  ),
  exchange(
    'closing',
    { to: /text you the steps/i },
    `customer: And if there's water on the floor when I open it?
     agent: That's only what's left in the hose, a cupful. The towel will do.
     customer: [Okay, good|All right].`,
  ),
  exchange(
    'closing',
    { to: /Clean the filter at the bottom|put it back, a quarter turn/i },
    `customer: Can I read about all that somewhere?
     agent: Yes, in your account under Appliances.
     customer: [I see, thanks|Good, then I don't have to remember it].`,
  ),
  // The recall.
  exchange(
    'statement',
    { to: recall, rulesOut: /is it dangerous/i },
    `customer: In the dryer? It's running right now!
     agent: Then please switch it off first. I'll wait.
     customer, 15 to 40 s: Okay. It's off, and I've pulled the plug.
     agent: Thank you, that's what matters most.
     customer: My goodness. What's wrong with it?
     agent: The filter can get too hot after some years. With the plug out, nothing can happen.
     customer: And I always let it run at night.
     agent: Many people do. None has caused a fire so far, and we don't want yours to be the first.`,
  ),
  exchange(
    'statement',
    { to: recall },
    `customer: How do I know that mine is one of them?
     agent: By the serial number. It's on the inside of the door, could you have a look?
     customer: I'll go. One moment.
     agent: Take your time.
     customer, 25 to 60 s: It ends with {last_digits}.
     agent, 4 to 10 s: Yes, that's one of them.
     customer: Well. Better to know it.`,
  ),
  exchange(
    'statement',
    { to: recall },
    `customer: The one in the laundry room? We've only had it for two years.
     agent: Let me check that, one moment.
     agent, 8 to 20 s: It was built in a week in which a wrong part was used. That's why it's on the list.
     customer: Of all the weeks.`,
  ),
  exchange(
    'after-answer',
    { to: /everyone at home know/i },
    `agent: And please don't try to change the filter yourself.
     customer: [No, I wouldn't know how|No, I won't touch it].`,
  ),
  exchange(
    'before-answer',
    { to: /ten minutes.*can I book/i },
    `customer: And how do I get my laundry dry until then? There are four of us.
     agent: I understand. We pay for a laundry shop until then, up to two loads a week. Just keep the receipts.
     customer: That's something. Do I send them in?
     agent: You can give them to {technician}, who brings them along.
     customer: All right.
     agent: So, may I book that day for you?`,
  ),
  exchange(
    'after-answer',
    { to: /ten minutes.*can I book/i, side: 'yes' },
    `agent: And that's at {street}, isn't it?
     customer: [Yes, that's right|Yes, it is].`,
  ),
  exchange(
    'closing',
    { to: recall },
    `customer: [Just a question. |]Is the washing machine all right? It's the same make.
     agent: Yes. It's only about the filter in the dryer.
     customer: Thank goodness.`,
  ),
  exchange(
    'after-answer',
    { to: /is it working now/i, side: 'yes' },
    `customer: But what do I do if it comes back on a weekend? It always happens on a Sunday.
     agent: Call us, somebody is here on Saturdays and Sundays, too.
     customer: And would I have to pay extra for that?
     agent: No, a weekend is like any other day.
     customer: That's reassuring.`,
  ),
  exchange(
    'after-answer',
    { to: /is it working now/i, side: 'yes' },
    `agent: Would you like to hear how to keep it from happening again?
     customer: Yes, why not.
     agent: Clean the filter at the bottom once a month. And leave the door open after each run, so that it dries.
     customer: The door? My mother always closed it.
     agent: Many people do. With the door closed it stays damp inside, and that's what makes it smell.
     customer: It does smell a bit, now that you say it.
     agent: Then let it run once on the hottest program, without anything in it. After that it should be gone.
     customer: [I'll try that on Saturday|Good tip, I'll do that].`,
  ),
]
