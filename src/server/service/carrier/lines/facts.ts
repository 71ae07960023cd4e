/**
 * What sentences say about a call, so that a later one neither asks nor denies what is known. Both sides of a call speak from the facts
 * that it has established (`Established`); these are the facts that more than one sentence is about.
 */

/** Two kinds of sentences of one person that cannot both be true, whichever comes first. */
export const customerContradictions: readonly (readonly [RegExp, RegExp])[] = [
  // Who lives in the household.
  [
    /\bI live alone\b/i,
    /\bmy (partner|husband|wife|son|daughter|children)\b|the children|\bkids\b|four of us|ask at home|talk it over at home|\bwe (use|both|talked)\b|everybody|not everybody|somebody will be|neighbour will be in|sister's/i,
  ],
  // Where the customer is.
  [
    /\bon the bus\b|parking the car|I'm at work|just got in|ran up the stairs|about to leave/i,
    /let me (get|fetch|go)|I'll (just )?(get|fetch)|cellar|kitchen|radio|another room|in front of it|running right now|pile here|at the door|the dog wants|knock|coffee|cooking|my glasses|laptop|tablet/i,
  ],
  [/about to leave|late as it is/i, /ask at home|knock|take my time|all the time in the world|all week|coffee/i],
  [/cooking|coffee|on the bus/i, /radio|another room|all week/i],
  [
    /I'm (at the doctor|at work|driving|in a meeting)|checkout/i,
    /coffee|kitchen|cellar|in front of it|working from home/i,
  ],
  // When the customer is away.
  [
    /working from home|off that day|I'll be in\b|I'll be here/i,
    /at work all day|have to work|I'm working then|I work that day/i,
  ],
  [
    /day on which my|half a day off for me|I take time off for this/i,
    /have to work|I'm working then|at work all day|have to be somewhere|away then|nobody's in|came up\b/i,
  ],
  // What the customer knows of the matter.
  [
    /don't recall|first I hear|can't be right|paid something/i,
    /forgot|pile of letters|done that already|won't happen again|I remember|lying here/i,
  ],
  [/in a pile|pile of letters|lying under/i, /Hang on, let me look/i],
  [
    /pressure drop|good to have somebody|saved us a lot|within two hours/i,
    /hardly used|Hardly anything|don't think I need it/i,
  ],
  [/We moved in/i, /mov(?:e|ing) (?:house|next month)|fifteen years|all these years/i],
  [
    /apart from my daughter|that's my age/i,
    /in hospital|grandmother|the children|four of us|day on which my|ask at home|my shift|I start at/i,
  ],
  [
    /all the time in the world|that's my age/i,
    /working then|have to work|at work|my shifts|I work\b|working from home|get paid|lost some shifts|day off|off that day|my wages/i,
  ],
  [/landlord/i, /boiler has to be replaced|pressure drop|youngest any more|all these years|whole year at once/i],
  [/all these years|Not much, that's/i, /happy with it|saved us a lot|hard enough|within two hours/i],
  [/two weeks when the heating/i, /nine days/i],
  [/a newer one even|Twelve years, I think/i, /isn't the youngest any more|all these years/i],
  // What the customer has seen of an invoice.
  [
    /post that I haven't opened/i,
    /done in an hour|paid something|whether I've got that here|can't find the paper|forgot|lying under|car broke|lost some shifts|get paid|done that already|usually on time/i,
  ],
  [/lying under a pile/i, /I forgot about|done that already/i],
  [/I forgot about/i, /done that already/i],
  [/waste of money/i, /happy with it|lost without it|going to renew anyway/i],
  [/leave it at monthly/i, /talk it over|think about it/i],
  [/the price|expensive|cutting costs/i, /wasn't the (money|price)/i],
  [/Nothing\. I call somebody/i, /covered elsewhere/i],
  [/warranty anyway/i, /Nothing\. I call somebody/i],
  // The machine.
  [/running right now|it's running/i, /won't switch on|isn't working at all|display is dark/i],
  [
    /never opened it|do that now, together/i,
    /try the filter first|tried that already|I can do that myself|let me try that/i,
  ],
  [/tried that already/i, /try the filter first|try that first|see if that helps/i],
  [/used it twice already/i, /little light on the right/i],
  [/works once and then/i, /now every time/i],
  [/about a week now/i, /\bon Sunday\b|since the weekend/i],
  [/since the weekend/i, /always happens on a Sunday/i],
  [/two weeks ago|third day you've given me/i, /gave up last week/i],
  // The home.
  [
    /\bflat\b|second from the top|with our name, on the top|third floor|Fourth floor|two flights|One flight|three steps/i,
    /ground floor|all level|no steps|in the garage/i,
  ],
  [/\b(the dog|a dog)\b/i, /^(um, |well, |oh, |uh, )?(No, (nothing|it's easy|just ring)|Not really, no)/i],
  [/big ones stop at the corner|street is dug up|scaffold at the front/i, /Right in front|easy to find/i],
  [/bell (doesn't work|is broken)|bell's been broken/i, /just ring the bell/i],
  // What was said before.
  [/has nothing to do with you|been very tidy|Friendly, quick/i, /in a mess|two hours late/i],
]

/** The same of the agent. */
export const agentContradictions: readonly (readonly [RegExp, RegExp])[] = [
  [/takes? ten minutes/i, /forty minutes|three quarters of an hour|half an hour/i],
  // What the customer still has to do.
  [/put it in yourself/i, /don't have to do anything|putting it in|Let me put that in/i],
  [/left our home care plan/i, /what you pay now/i],
  [/taken in by your household/i, /enough for the driver/i],
]

/** A topic is asked about once, and not after it was told. */
export const topics: readonly { asks: RegExp; told: RegExp }[] = [
  {
    asks: /how long (does|will|would) (it|that) (take|be)|be off for long/i,
    told: /takes? (about |usually )?\w+ minutes|forty minutes|three quarters of an hour|half an hour/i,
  },
  {
    asks: /in writing\?|get a confirmation\?|read about (all )?that|a letter about|sign anything/i,
    told: /in writing|by e-mail|by text|as a text|text you|a text to confirm|under Appliances/i,
  },
  {
    asks: /have to pay|cost (extra|anything|me)|for free\?|really free|a fee\b.*\?|still under warranty/i,
    told: /nothing to pay|it's (all )?free|it's covered|part of your plan|costs? nothing|no fee|without a fee|under warranty|not if it's settled/i,
  },
  { asks: /connect it|it connected/i, told: /connecting it/i },
  {
    asks: /clear anything|need to prepare|get ready|look up before|get at it easily/i,
    told: /in front of (the boiler|it is enough)|need to (do|prepare)|everything here|kept? the way in clear/i,
  },
  { asks: /be (there|at home) myself|at home for/i, told: /any adult|there yourself/i },
  {
    asks: /same technician|who's coming|came last year/i,
    told: /\bwill come\b|It will be \w|somebody else/i,
  },
  { asks: /text when somebody|call before/i, told: /minutes (before|ahead)/i },
  {
    asks: /(call|reach you on|call you on) this number|who do I call|do I ring|can call you/i,
    told: /this number|the same number|answered (all day|day and night)|one call is enough|call us any time|just call|and call us/i,
  },
  { asks: /warranty/i, told: /warranty/i },
  { asks: /write to me first|was there an e-mail/i, told: /two e-mails/i },
  { asks: /still move it|can I move it/i, told: /the evening before|reply CHANGE/i },
  { asks: /is there an app/i, told: /but everything works in the browser/i },
  { asks: /(to|with) a machine\?|real person\?|automated\?/i, told: /automated assistant/i },
  { asks: /is it dangerous|what's wrong with it/i, told: /get too hot|there is no danger|nothing can happen/i },
  { asks: /one of them\?/i, told: /on our list|serial number|one of them/i },
  { asks: /price gone up|same price/i, told: /same as last year|stays the same|as before/i },
  {
    asks: /what's covered|is that covered|in it as well|what else is in/i,
    told: /It covers|the pipes up to the meter|white goods/i,
  },
  { asks: /tied in|sign up|for how long/i, told: /end of any month/i },
  { asks: /cancel if we move|move house/i, told: /take the plan with you|move with you/i },
  {
    asks: /what (was|is) it for|what's that for|what was that about/i,
    told: /for your boiler|for the repair|yes, the boiler/i,
  },
  { asks: /taken from my account|which day of the month/i, told: /On the first|taken on the first/i },
  { asks: /change the bank account|change my bank/i, told: /under Payments|same account/i },
  { asks: /e-mail address/i, told: /e-mail address|the first part spelled/i },
  {
    asks: /address that I have|on the second floor|still at \{street\}|the right home|your home at|It goes to|that's at .* isn't it|the right address\?|street you live in/i,
    told: /address that I have|on the second floor|still at .* right\?|the right home|your home at|It goes to|that's at .* isn't it|the right address\?|street you live in/i,
  },
  { asks: /same account|bank account still/i, told: /same account|bank account still/i },
  { asks: /For your safety/i, told: /For your safety/i },
  { asks: /clean that filter/i, told: /once a month/i },
  { asks: /it has arrived\?|arrived\?/i, told: /e-mail on the same day/i },
  { asks: /does the bell work|name .* on the bell\?/i, told: /\bthe bell('s| doesn't| is| was)/i },
  { asks: /find it in my account/i, told: /in your account/i },
]

/** Sentences that only make sense if something was said before, by anybody. */
export const presuppositions: readonly (readonly [sentence: RegExp, before: RegExp])[] = [
  [/the old one/i, /comes on|installed|old one/i],
  [/like you said/i, /filter/i],
  [/\bthat filter\b/i, /filter/i],
]
