/**
 * `node src/tools/simulated-calls.ts [count] [seed]`: prints what is said in simulated calls of the demo's flows, to be read by a person:
 * does each of them sound like a real call? The same seed gives the same calls.
 */
import { simulatedCalls } from '#server/service/testing/simulated-calls.ts'

const [count = '20', seed = 'calls'] = process.argv.slice(2)
for (const [i, { flow, agent, customer, facts, script }] of simulatedCalls(seed, Number(count)).entries()) {
  const seconds = Math.round(script.endsAt - (script.answeredAt ?? script.endsAt))
  console.log(
    `\n${i + 1}. ${flow.name} · ${agent.name}\n   to ${facts.customerName ?? 'somebody'}, ${customer.phone}, ${new Date(facts.dialledAt).toUTCString()}, ${script.outcome}, ${seconds} s, ${script.moods.at(-1)?.sentiment}`,
  )
  for (const { role, content } of script.lines) console.log(`   ${role.padEnd(9)} ${content}`)
  if (script.followUp !== null) console.log(`   (text)    ${script.followUp.text}`)
}
