/** From a flow to what is said: a call goes as its flow prescribes. */
import { addStep, agentWithoutFlow, openStep, panel } from './flow-building.ts'
import { heading } from './page.ts'
import { expect, test } from './world.ts'

test('an administrator builds a flow for an agent, calls a number of their own with it, and hears what it prescribes', async ({
  page,
  world,
}) => {
  const agent = await agentWithoutFlow(world)
  await page.goto('/flows/new')
  await page.getByLabel('Name', { exact: true }).fill('Harbour')
  await page.getByRole('combobox', { name: 'Agent (optional)' }).fill(agent.name)
  await page.getByRole('option', { name: agent.name }).click()
  const add = async (after: RegExp, kind: string, texts: Record<string, string>) => {
    await openStep(page, after)
    await addStep(page, 'Add a step after this', kind)
    for (const [label, text] of Object.entries(texts)) await page.getByLabel(label, { exact: true }).fill(text)
  }
  await add(/Start/, 'Ask', { Label: 'Parcel', 'What the agent asks': 'Is the blue parcel still at the harbour?' })
  await add(/Parcel/, 'Condition', { Label: 'Fork' })
  await add(/Fork/, 'Message', {
    Label: 'Code',
    'Text message': 'Your code is ANCHOR.',
    'What the agent says meanwhile': 'I am texting you the anchor code.',
  })
  await add(/Code/, 'End', { Label: 'Winds', Goodbye: 'Fair winds from the harbour desk.' })
  await add(/Fork/, 'End', { Label: 'Watch', Goodbye: 'Then the harbour desk keeps watch.' })
  for (const [target, label] of [
    ['Code', 'Yes'],
    ['Watch', 'No'],
  ] as const) {
    await openStep(page, /Fork/)
    await page.getByRole('button', { name: new RegExp(`^Edit the connection to \\d\\. ${target}$`) }).click()
    await panel(page, 'Connection').getByLabel('Label').fill(label)
  }
  await page.getByRole('button', { name: 'Create flow' }).click()
  await expect(heading(page, 'Harbour')).toBeVisible()

  await page.getByRole('link', { name: agent.name }).click()
  await expect(heading(page, agent.name)).toBeVisible()
  await page.getByRole('link', { name: 'Place a call' }).click()
  // This number talks on: after the end of the flow it begins again.
  await page.getByRole('textbox', { name: 'Number to call' }).fill('+12025550105')
  await page.getByRole('button', { name: 'Call +1 202 555 0105' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Call +1 202 555 0105' }).click()
  await expect(page).toHaveURL(new RegExp(`/calls/${agent.id}-\\w{10}$`))

  const said = page.getByRole('log', { name: 'Transcript' }).getByRole('paragraph')
  await expect(said.filter({ hasText: 'Is the blue parcel still at the harbour?' }).first()).toBeVisible()
  await expect(said.filter({ hasText: /harbour desk/ }).first()).toBeVisible({ timeout: 60_000 })
  const roomName = new URL(page.url()).pathname.split('/').at(-1) ?? ''
  const { transcript } = await world.service('activeCallShow', { params: { roomName } })
  const bySays = transcript.filter(({ role }) => role === 'agent').map(({ content }) => content)
  const at = (text: string) => bySays.findIndex((words) => words.includes(text))
  expect(at('Is the blue parcel still at the harbour?')).toBeGreaterThan(0)
  // The customer's answer decides; either way the steps come in their order, and the other way is not taken.
  const ways = [
    ['I am texting you the anchor code.', 'Fair winds from the harbour desk.'],
    ['Then the harbour desk keeps watch.'],
  ]
  const [taken, other] = at('harbour desk keeps') === -1 ? ways : ways.toReversed()
  const round = bySays.slice(0, at(taken?.at(-1) ?? '') + 1)
  const places = ['Is the blue parcel', ...(taken ?? [])].map((text) =>
    round.findIndex((words) => words.includes(text)),
  )
  expect(places).not.toContain(-1)
  expect(places).toEqual(places.toSorted((one, next) => one - next))
  for (const text of other ?? []) expect(round.join()).not.toContain(text)
  for (const words of round) await expect(said.filter({ hasText: words }).first()).toBeAttached()
})
